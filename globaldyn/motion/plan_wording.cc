#include "globaldyn/motion/plan_wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace motion {
namespace {

std::string describe_range(const SpeedSet& speeds) {
  const double low = speeds.front().low, high = speeds.back().high;
  if (low == high) return fmt::format("d1 = {:.6g}", low);
  if (std::isinf(high)) return fmt::format("d1 >= {:.6g}", low);
  return fmt::format("{:.6g} <= d1 <= {:.6g}", low, high);
}

std::string describe_reach(const Obstacle& obstacle, double p_max) {
  if (obstacle.reached.empty()) return "the motion cannot start as asked";
  if (obstacle.p == p_max) {
    return fmt::format("the end is reached with {} only", describe_range(obstacle.reached));
  }
  return fmt::format("no motion gets beyond p = {:.6g}, reached with d1 up to {:.6g}/s", obstacle.p,
                     obstacle.reached.back().high);
}

// What the rest of the path would need.
std::string describe_rest(const Obstacle& obstacle, double p_max) {
  constexpr double kBeyond = 1e-3;  // closer counts as next to it
  if (!obstacle.needed.empty()) {
    const bool is_end = obstacle.p == p_max;
    return fmt::format("; {} {}", is_end ? "asked for is" : "from there on it would need",
                       describe_range(obstacle.needed));
  }
  if (!obstacle.rest_from) return "; the end cannot be reached as asked from anywhere";
  if (*obstacle.rest_from <= obstacle.p + kBeyond * p_max) return "";
  return fmt::format("; the end can be reached from p = {:.6g} on only", *obstacle.rest_from);
}

std::string describe_easiest(const std::vector<MissingLimit>& limits) {
  if (limits.empty()) return "";
  const MissingLimit& easiest = limits.front();
  return fmt::format("; {} {} is too little{}", easiest.limit.name, easiest.limit.limit,
                     easiest.alone ? "" : ", and others with it");
}

}  // namespace

std::string describe(const PathFailure& failure) {
  return fmt::format("{} at p = {:.6g}: {}", to_string(failure.status), failure.p, failure.reason);
}

std::string describe(const Obstacle& obstacle, double p_max, bool is_explained) {
  if (!is_explained) return fmt::format("no motion gets beyond p = {:.6g}", obstacle.p);
  return describe_reach(obstacle, p_max) + describe_rest(obstacle, p_max) +
         describe_easiest(obstacle.limits);
}

std::string describe(Shortage shortage, const char* missing) {
  const bool is_work = shortage == Shortage::work;
  return fmt::format("gave up: the {} allowed was spent before {}; --{} allows more",
                     is_work ? "work" : "memory", missing, is_work ? "work" : "memory");
}

std::string describe_dead_point(double p, bool can_be_passed) {
  return fmt::format(
      "at p = {:.6g} no drive can push the machine along its path, whatever its force: a dead "
      "point, {}",
      p,
      can_be_passed ? "which can only be passed in motion"
                    : "where the path allows the machine to rest only: no motion passes it");
}

std::string describe_stuck(double p, bool is_start) {
  return is_start ? fmt::format(
                        "from rest at p = {:.6g} no forces within the limits set the "
                        "machine in motion along its path",
                        p)
                  : fmt::format(
                        "no forces within the limits bring the machine to rest at p = "
                        "{:.6g}: it would come nearer for ever",
                        p);
}

std::string describe_hidden(const std::vector<Interval>& places) {
  const std::string more =
      places.size() > 1 ? fmt::format(" and at {} more places", places.size() - 1) : "";
  return fmt::format(
      "between p = {:.9g} and {:.9g}{} the formulas of the path or its loads change too quickly to "
      "be sure of them: there the motion may exceed limits, and no bound is sure",
      places.front().low, places.front().high, more);
}

std::string describe_undriven(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 6;
  const std::size_t shown = std::min(names.size(), kMost);
  std::string text = fmt::format(
      "no drive moves {}",
      fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "));
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text + ": the machine has too few drives to follow this path";
}

}  // namespace motion
}  // namespace globaldyn::inside
