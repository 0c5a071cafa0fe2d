#include "globaldyn/record/rest_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

// Ends of the path, and of the steps of a cycle.
std::vector<double> list_known_rests(const PlannedMotion& motion) {
  std::vector<double> known{0.0, motion.p_max};
  for (const MotionStep& step : motion.steps) known.push_back(step.p_end);
  return known;
}

}  // namespace

std::vector<double> list_rest_places(const PlannedMotion& motion) {
  const std::vector<double> known = list_known_rests(motion);
  std::vector<double> places;
  for (const PathStop& stop : motion.plan.stops) {
    const bool is_known = std::any_of(known.begin(), known.end(), [&](double p) {
      return std::abs(p - stop.p) <= round_off::kSame * motion.p_max;
    });
    if (!is_known) places.push_back(stop.p);
  }
  return places;
}

std::string describe_rest_places(const PlannedMotion& motion) {
  constexpr std::size_t kShown = 10;
  const std::vector<double> places = list_rest_places(motion);
  if (places.empty()) return "";
  std::string text = "comes to rest at p = ";
  for (std::size_t i = 0; i < std::min(kShown, places.size()); ++i) {
    text += fmt::format("{}{:.6g}", i == 0 ? "" : ", ", places[i]);
  }
  if (places.size() > kShown) text += fmt::format(" and {} more", places.size() - kShown);
  return text;
}

}  // namespace record
}  // namespace globaldyn::inside
