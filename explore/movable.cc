#include "explore/movable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"
#include "explore/requests.h"

namespace globaldyn::inside::explore {
namespace {

std::string tell(double value, const ShownUnit& unit) {
  return fmt::format("{:.6g}{}{}", value / unit.size, unit.name.empty() ? "" : " ", unit.name);
}

std::string tell_bounds(const Movable& movable, const ShownUnit& unit) {
  const std::string what = movable.is_integer ? "a whole number " : "";
  const std::string of = movable.is_integer ? "of " : "";
  if (!std::isfinite(movable.min)) return what + of + "at most " + tell(movable.max, unit);
  if (!std::isfinite(movable.max)) return what + of + "at least " + tell(movable.min, unit);
  return fmt::format("{}from {} to {}", what, tell(movable.min, unit), tell(movable.max, unit));
}

// Of a product or quotient with a unit's size, with a wide margin.
double calc_rounding(const Movable& movable) {
  const double range = movable.max - movable.min;
  if (std::isfinite(range)) return round_off::kSame * range;
  return round_off::kSame * std::abs(std::isfinite(movable.min) ? movable.min : movable.max);
}

}  // namespace

double find_value(const Movable& movable, double value, const ShownUnits& units) {
  const double bounded = std::clamp(value, movable.min, movable.max);
  const bool is_within = bounded == value || std::abs(bounded - value) <= calc_rounding(movable);
  if (is_within && (!movable.is_integer || value == std::round(value))) return bounded;
  const ShownUnit unit = units.unit_for(movable.unit);
  const std::string& name = movable.label.empty() ? movable.name : movable.label;
  refuse(fmt::format("{} = {}", name, tell(value, unit)), "expected " + tell_bounds(movable, unit));
}

}  // namespace globaldyn::inside::explore
