#include "core/description/read_shown_units.h"

#include <algorithm>

#include "core/expression/unit_product.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

struct ResultQuantity {
  std::string name;
  std::string si_unit;
};

// What results and designs consist of.
const std::vector<ResultQuantity>& list_result_quantities() {
  static const std::vector<ResultQuantity> list{
      {"length", "m"},
      {"angle", "rad"},
      {"time", "s"},
      {"speed", "m/s"},
      {"rotation speed", "rad/s"},
      {"acceleration", "m/s^2"},
      {"angular acceleration", "rad/s^2"},
      {"force", "N"},
      {"torque", "N m"},
      {"energy", "J"},
      {"power", "W"},
      {"mass", "kg"},
      {"moment of inertia", "kg m^2"},
      {"stiffness", "N/m"},
      {"rotary stiffness", "N m/rad"},
      {"frequency", "Hz"},
      {"area", "m^2"},
      {"volume", "m^3"},
      {"area of a region", "m^2/s^3"},
  };
  return list;
}

Unit read_listed_unit(const Node& item) {
  const auto unit = read_unit_product(item.text(), item.place());
  if (!unit) item.fail("'" + item.text() + "' is no unit", "expected one such as mm or kg cm^2");
  return *unit;
}

bool is_kind(const std::string& si_unit, const UnitKind& kind) {
  const auto unit = try_unit(si_unit);
  return unit && kind_of(si_unit, *unit) == kind;
}

std::string list_possible(const std::vector<std::string>& others) {
  std::string text;
  std::vector<std::string> told;
  const auto add = [&](const std::string& unit, const std::string& what) {
    if (unit.empty() || unit == "1") return;
    if (std::find(told.begin(), told.end(), unit) != told.end()) return;
    told.push_back(unit);
    text += (text.empty() ? "" : ", ") + what;
  };
  for (const ResultQuantity& one : list_result_quantities()) {
    add(one.si_unit, one.name + " (" + one.si_unit + ")");
  }
  for (const std::string& unit : others) add(unit, unit);
  return text;
}

}  // namespace

ShownUnits read_shown_units(const Node& list) {
  ShownUnits units;
  for (const Node& item : list.items()) {
    const std::string name = item.text();
    const Unit unit = read_listed_unit(item);
    const UnitKind kind = kind_of(name, unit);
    if (const ShownUnit* before = units.find(kind)) {
      item.fail("'" + name + "' is a second unit of what is shown in '" + before->name + "'",
                "expected one unit for a quantity");
    }
    units.add(name, unit);
  }
  return units;
}

void require_units_of_results(const Node& list, const std::vector<std::string>& others) {
  for (const Node& item : list.items()) {
    const UnitKind kind = kind_of(item.text(), read_listed_unit(item));
    const auto& known = list_result_quantities();
    const bool is_known =
        std::any_of(known.begin(), known.end(),
                    [&](const ResultQuantity& one) { return is_kind(one.si_unit, kind); }) ||
        std::any_of(others.begin(), others.end(),
                    [&](const std::string& unit) { return is_kind(unit, kind); });
    if (!is_known) {
      item.fail("no result is in a unit such as '" + item.text() + "'",
                "expected units of " + list_possible(others));
    }
  }
}

}  // namespace core
}  // namespace globaldyn::inside
