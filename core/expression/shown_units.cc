#include "core/expression/shown_units.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

#include "core/expression/unit_product.h"

namespace globaldyn {
namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

std::optional<Unit> try_unit(const std::string& text) {
  try {
    return read_unit_product(text, {});
  } catch (const InputError&) {  // a currency
    return std::nullopt;
  }
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

void ShownUnits::add(const std::string& name, const Unit& unit, UnitFamily family) {
  listed_.push_back({{unit.dimension, family}, {name, unit.factor}});
}

const ShownUnit* ShownUnits::find(const UnitKind& kind) const {
  const auto found = std::find_if(listed_.begin(), listed_.end(),
                                  [&](const Entry& one) { return one.kind == kind; });
  return found == listed_.end() ? nullptr : &found->unit;
}

ShownUnit ShownUnits::unit_for(const std::string& si_unit) const {
  if (const auto unit = listed_.empty() ? std::nullopt : try_unit(si_unit)) {
    const auto* shown = find({unit->dimension, find_unit_family(si_unit)});
    if (shown != nullptr) return {shown->name, shown->size / unit->factor};
  }
  return {spell_unit(si_unit), 1.0};
}

Shown ShownUnits::show(double number, const std::string& si_unit) const {
  const ShownUnit unit = unit_for(si_unit);
  return {number / unit.size, unit.name};
}

UnitFamily find_unit_family(const std::string& unit) {
  static const std::map<std::string, UnitFamily> families{
      {"rad", UnitFamily::turning}, {"mrad", UnitFamily::turning}, {"deg", UnitFamily::turning},
      {"rev", UnitFamily::turning}, {"rpm", UnitFamily::turning},  {"J", UnitFamily::energy},
      {"kJ", UnitFamily::energy},   {"Wh", UnitFamily::energy},    {"Hz", UnitFamily::cycles}};
  for (auto at = unit.begin(); at != unit.end();) {
    const auto begin = std::find_if(at, unit.end(), is_letter);
    at = std::find_if_not(begin, unit.end(), is_letter);
    const auto found = families.find(std::string(begin, at));
    if (found != families.end()) return found->second;
  }
  return UnitFamily::plain;
}

}  // namespace globaldyn
