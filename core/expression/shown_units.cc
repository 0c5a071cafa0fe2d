#include "core/expression/shown_units.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "core/expression/unit_product.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

// Of what stands before `rest`.
int read_exponent(const std::string& rest) {
  int exponent = 1;
  if (rest.size() > 1 && rest[0] == '^') {
    (void)std::from_chars(rest.data() + 1, rest.data() + rest.size(), exponent);
  }
  return exponent;
}

// Rates per unit of p: "s^-1" is read more easily as "1/s".
std::string spell_unit(const std::string& si_unit) {
  if (si_unit == "1") return "";
  if (si_unit == "s^-1") return "1/s";
  return si_unit.rfind("s^-", 0) == 0 ? "1/s^" + si_unit.substr(3) : si_unit;
}

}  // namespace

std::string ShownUnit::head(const std::string& quantity) const {
  return name.empty() ? quantity : quantity + " [" + name + "]";
}

void ShownUnits::add(const std::string& name, const Unit& unit) {
  listed_.push_back({kind_of(name, unit), {name, unit.factor}});
}

const ShownUnit* ShownUnits::find(const UnitKind& kind) const {
  const auto found = std::find_if(listed_.begin(), listed_.end(),
                                  [&](const Entry& one) { return one.kind == kind; });
  return found == listed_.end() ? nullptr : &found->unit;
}

ShownUnit ShownUnits::unit_for(const QuantityUnit& unit) const {
  if (!unit.wanted.empty()) {
    if (const auto wanted = try_unit(unit.wanted)) {
      const auto own = try_unit(unit.si);  // nothing of plain numbers
      return {unit.wanted, wanted->factor / (own ? own->factor : 1.0)};
    }
  }
  if (const auto own = listed_.empty() ? std::nullopt : try_unit(unit.si)) {
    const auto* shown = find(kind_of(unit.si, *own));
    if (shown != nullptr) return {shown->name, shown->size / own->factor};
  }
  return {spell_unit(unit.si), 1.0};
}

Shown ShownUnits::show(double number, const QuantityUnit& unit) const {
  const ShownUnit shown = unit_for(unit);
  return {number / shown.size, shown.name};
}

Shown ShownUnits::show(const Quantity& quantity) const {
  return show(quantity.value, quantity.unit);
}

UnitKind kind_of(const std::string& text, const Unit& unit) {
  static const std::set<std::string> angles{"rad", "mrad", "deg", "rev", "rpm"};
  static const std::map<std::string, UnitFamily> families{{"J", UnitFamily::energy},
                                                          {"kJ", UnitFamily::energy},
                                                          {"Wh", UnitFamily::energy},
                                                          {"Hz", UnitFamily::cycles}};
  UnitKind kind{unit.dimension};
  for (auto at = text.begin(); at != text.end();) {
    const auto begin = std::find_if(at, text.end(), is_letter);
    at = std::find_if_not(begin, text.end(), is_letter);
    const std::string name(begin, at);
    const bool is_divisor = begin != text.begin() && *std::prev(begin) == '/';
    if (angles.count(name) > 0) {
      kind.turns += (is_divisor ? -1 : 1) * read_exponent({at, text.end()});
    }
    if (const auto found = families.find(name); found != families.end())
      kind.family = found->second;
  }
  return kind;
}

std::string name_si_unit(const UnitKind& kind) {
  static const std::vector<std::string> usual{
      "m",   "rad", "s",   "m/s",    "rad/s",  "m/s^2", "rad/s^2",  "N",
      "N m", "J",   "W",   "kg",     "kg m^2", "N/m",   "Hz",       "N m/rad",
      "Pa",  "m^2", "m^3", "kg/m^3", "N s/m",  "rad/m", "N m s/rad"};
  for (const std::string& name : usual) {
    const auto unit = try_unit(name);
    if (unit && kind_of(name, *unit) == kind) return name;
  }
  const std::string base = format_unit(kind.dimension);
  if (kind.turns == 0) return base;
  const std::string turns = kind.turns == 1 ? "rad" : "rad^" + std::to_string(kind.turns);
  return base == "1" ? turns : turns + " " + base;  // no blank may follow the bar of N/m
}

}  // namespace core
}  // namespace globaldyn::inside
