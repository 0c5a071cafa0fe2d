#include "globaldyn/record/smoothing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/round_off.h"
#include "globaldyn/motion/surveyed_plan.h"

namespace globaldyn {
namespace {

std::vector<double> list_samples(double duration, double window) {
  constexpr double kPerWindow = 20.0, kMost = 200000.0;
  const int count = static_cast<int>(std::min(kMost, std::ceil(kPerWindow * duration / window)));
  std::vector<double> times;
  for (int i = 0; i <= count; ++i) times.push_back(duration * i / count);
  return times;
}

// By what factor the forces change too fast, compared with one range per rise time.
double calc_rate_excess(const Machine& machine, const MotionRecord& record, double rise_time) {
  double excess = 0.0;
  for (std::size_t i = 1; i < record.samples.size(); ++i) {
    const MotionSample &a = record.samples[i - 1], &b = record.samples[i];
    for (std::size_t k = 0; k < machine.limits.size(); ++k) {
      const Interval limit = machine.limits[k].at_rest();
      const double range = limit.high - limit.low;
      if (!std::isfinite(range) || range <= 0.0) continue;
      const Eigen::Index at = static_cast<Eigen::Index>(k);
      const double rate = std::abs(b.forces(at) - a.forces(at)) / (b.state.t - a.state.t);
      excess = std::max(excess, rate * rise_time / range);
    }
  }
  return excess;
}

}  // namespace

Smoothing smooth_plan(const Machine& machine, const Path& path, const PathPlanOptions& options,
                      double rise_time, const RecordOptions& record) {
  const auto is_rest = [](const EndSpeed& end) {
    return end.kind != EndSpeed::Kind::free && end.value == 0.0;
  };
  if (options.closed || !is_rest(options.start) || !is_rest(options.end)) {
    throw InputError(path.place, "smoothing of a plan that is not from rest to rest",
                     "expected rest at both ends");
  }
  PathSurvey survey(machine, path, make_survey_options(path, options));
  survey.look_along_rest();
  if (survey.has_reversals()) {
    throw Error("path '" + path.name +
                "' cannot be smoothed: forces jump where drives reverse under Coulomb friction");
  }
  Smoothing result;
  result.rise_time = rise_time;
  result.window = rise_time;
  result.reserve = options.reserve;
  constexpr int kMostRounds = 40;
  constexpr double kMostWindow = 100.0;  // rise times
  bool is_planned = false;
  for (int round = 0; round < kMostRounds; ++round) {
    if (!is_planned) {
      PathPlanOptions tighter = options;
      tighter.reserve = result.reserve;
      result.plan = plan_surveyed_path(machine, path, survey, tighter);
      if (!result.plan.has_motion()) {
        throw Error(
            fmt::format("no smooth motion along path '{}': with {:.3g} of the limits in "
                        "reserve there is no way",
                        path.name, result.reserve));
      }
      is_planned = true;
    }
    const SmoothMotion motion(result.plan.trajectory, result.window);
    const MotionRecord looked = record_motion(
        machine, path, motion.at(list_samples(motion.duration(), result.window)), record);
    const double excess = calc_rate_excess(machine, looked, rise_time);
    result.duration = motion.duration();
    result.fastest_rise =
        excess > 0.0 ? rise_time / excess : std::numeric_limits<double>::infinity();
    if (excess > 1.0 + round_off::kSame) {
      result.window *= std::clamp(1.01 * excess, 1.05, 2.0);
      if (result.window > kMostWindow * rise_time) break;
      continue;
    }
    if (looked.max_violation <= kMostViolation) return result;
    result.reserve += (1.0 - result.reserve) * std::min(0.5, 1.1 * looked.max_violation + 1e-6);
    is_planned = false;
  }
  throw Error(
      fmt::format("path '{}' cannot be smoothed to a rise time of {:.4g} s: forces jump or "
                  "limits leave no room",
                  path.name, rise_time));
}

}  // namespace globaldyn
