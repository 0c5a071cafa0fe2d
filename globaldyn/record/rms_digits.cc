#include "globaldyn/record/rms_digits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "globaldyn/motion/planning_tolerance.h"

namespace globaldyn::inside {
inline namespace record {

int count_rms_digits(const PathPlan& plan) {
  constexpr int kLeast = 2, kMost = 5;
  if (plan.status() == PlanStatus::given || plan.status() == PlanStatus::exceeded) return kMost;
  const double tolerance = choose_planning_tolerance(plan.options.tolerance);
  const double error = 0.02 * std::sqrt(tolerance / 1e-3);
  return std::clamp(static_cast<int>(std::ceil(-std::log10(error))), kLeast, kMost);
}

double round_rms(double rms, const PathPlan& plan) {
  if (!std::isfinite(rms)) return rms;
  return std::stod(fmt::format("{:.{}e}", rms, count_rms_digits(plan) - 1));
}

}  // namespace record
}  // namespace globaldyn::inside
