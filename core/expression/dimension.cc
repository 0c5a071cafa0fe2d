#include "core/expression/dimension.h"

#include <map>
#include <numbers>
#include <utility>

namespace globaldyn::inside {
inline namespace core {
namespace {

using namespace dimension;

constexpr Dimension kPerTime{0, 0, -2};
constexpr Dimension kTime{0, 0, 2};
constexpr Dimension kPower{4, 2, -6};
constexpr Dimension kPressure{-2, 2, -4};
constexpr double kTurn = 2.0 * std::numbers::pi;

const std::map<std::string, Unit>& list_units() {
  static const std::map<std::string, Unit> table{
      {"m", {1.0, length}},          {"cm", {1e-2, length}},   {"mm", {1e-3, length}},
      {"um", {1e-6, length}},        {"km", {1e3, length}},    {"kg", {1.0, mass}},
      {"g", {1e-3, mass}},           {"s", {1.0, kTime}},      {"ms", {1e-3, kTime}},
      {"min", {60.0, kTime}},        {"rad", {1.0, angle}},    {"mrad", {1e-3, angle}},
      {"deg", {kTurn / 360, angle}}, {"rev", {kTurn, angle}},  {"rpm", {kTurn / 60, kPerTime}},
      {"Hz", {1.0, kPerTime}},       {"N", {1.0, force}},      {"mN", {1e-3, force}},
      {"kN", {1e3, force}},          {"MN", {1e6, force}},     {"Nm", {1.0, torque}},
      {"mNm", {1e-3, torque}},       {"kNm", {1e3, torque}},   {"J", {1.0, torque}},
      {"kJ", {1e3, torque}},         {"Wh", {3600.0, torque}}, {"W", {1.0, kPower}},
      {"kW", {1e3, kPower}},         {"Pa", {1.0, kPressure}}, {"MPa", {1e6, kPressure}},
      {"GPa", {1e9, kPressure}},     {"us", {1e-6, kTime}},
  };
  return table;
}

const std::vector<std::pair<Dimension, const char*>>& dimension_names() {
  static const std::vector<std::pair<Dimension, const char*>> table{
      {number, "a plain number or an angle (rad)"},
      {length, "length (m)"},
      {mass, "mass (kg)"},
      {inertia, "moment of inertia (kg m^2)"},
      {density, "density (kg/m^3)"},
      {force, "force (N)"},
      {torque, "torque (N m)"},
      {acceleration, "acceleration (m/s^2)"},
      {stiffness, "stiffness (N/m)"},
      {damping, "damping (N s/m)"},
      {rotary_damping, "rotary damping (N m s/rad)"},
      {inverse_length, "1/length (rad/m)"},
      {kTime, "time (s)"},
      {kPerTime, "1/time (1/s)"},
      {kPower, "power (W)"},
      {kPressure, "pressure (Pa)"},
  };
  return table;
}

std::string describe_power(const char* unit, int doubled_exponent) {
  if (doubled_exponent == 0) return "";
  const std::string exponent = doubled_exponent % 2 == 0
                                   ? std::to_string(doubled_exponent / 2)
                                   : "(" + std::to_string(doubled_exponent) + "/2)";
  return std::string(" ") + unit + (exponent == "1" ? "" : "^" + exponent);
}

}  // namespace

std::string describe(const Dimension& dimension) {
  for (const auto& [known, name] : dimension_names()) {
    if (known == dimension) return name;
  }
  return "a quantity in " + format_unit(dimension);
}

std::string format_unit(const Dimension& dimension) {
  static const std::vector<std::pair<Dimension, const char*>> known{
      {force, "N"},       {torque, "N m"},           {stiffness, "N/m"},
      {damping, "N s/m"}, {rotary_damping, "N m s"}, {kPower, "W"},
      {kPressure, "Pa"},
  };
  for (const auto& [own, unit] : known) {
    if (own == dimension) return unit;
  }
  const std::string powers = describe_power("kg", dimension.mass) +
                             describe_power("m", dimension.length) +
                             describe_power("s", dimension.time);
  return powers.empty() ? "1" : powers.substr(1);
}

std::optional<Unit> find_unit(const std::string& name) {
  if (name == "%") return Unit{0.01, number};  // which only follows numbers
  const auto found = list_units().find(name);
  if (found == list_units().end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> list_unit_names() {
  std::vector<std::string> names;
  for (const auto& [name, unit] : list_units()) names.push_back(name);
  return names;
}

}  // namespace core
}  // namespace globaldyn::inside
