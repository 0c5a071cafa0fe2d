#include "globaldyn/record/smoothing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/gear.h"
#include "globaldyn/motion/path_analysis.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

std::vector<double> list_samples(double duration, double window) {
  constexpr double kPerWindow = 100.0, kMost = 200000.0;
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
    for (const DriveId id : machine.mechanism.drives.ids()) {
      const Interval limit = calc_force_range_at_rest(machine.mechanism.drives[id].limit);
      const double range = limit.high - limit.low;
      if (!std::isfinite(range) || range <= 0.0) continue;
      const Eigen::Index at = row_of(id);
      const double rate = std::abs(b.forces(at) - a.forces(at)) / (b.state.t - a.state.t);
      excess = std::max(excess, rate * rise_time / range);
    }
  }
  return excess;
}

// The motion where it passes p, by halving.
MotionState find_passage(const SmoothMotion& motion, double p) {
  double early = 0.0, late = motion.duration();
  while (late - early > round_off::kRoot * motion.duration()) {
    const double middle = 0.5 * (early + late);
    (motion.at(middle).p < p ? early : late) = middle;
  }
  return motion.at(late);
}

// A stop and a corner that are the same may differ in their last digits.
bool rests_at(const std::vector<PathStop>& stops, double p) {
  const auto is_there = [&](const PathStop& stop) {
    return is_zero(stop.p - p, p, round_off::kSolved);
  };
  return std::any_of(stops.begin(), stops.end(), is_there);
}

// Forces jump at once, however long a motion is averaged, where the machine or its path do: at the
// ends of blends, where the path's second derivative does.
void refuse_jumps(const Machine& machine, const Path& path, PathSurvey& survey,
                  const std::vector<PathStop>& stops, const SmoothMotion& motion) {
  constexpr double kBeside = 4.0 * round_off::kEpsilon;
  constexpr double kJump =
      1e-7;  // of a drive's range: more than poses next to each other differ by
  for (const double p : survey.breaks()) {
    if (p <= 0.0 || p >= path.p_max || rests_at(stops, p)) continue;
    const MotionState state = find_passage(motion, p);
    const auto calc = [&](double at) -> std::optional<VectorXd> {
      const Sample& sample = survey.visit(at);
      if (sample.status != SampleStatus::ok) return std::nullopt;
      return sample.map.calc_forces(state.d1, state.d2);
    };
    const auto before = calc(p - kBeside * p), after = calc(p + kBeside * p);
    if (!before || !after) continue;
    for (const DriveId id : machine.mechanism.drives.ids()) {
      const Eigen::Index at = row_of(id);
      const Drive& drive = machine.mechanism.drives[id];
      const Interval limit = calc_force_range_at_rest(drive.limit);
      const double jump = std::abs((*after)(at) - (*before)(at));
      if (!(jump > kJump * (limit.high - limit.low))) continue;
      throw InputError(
          path.place,
          fmt::format("path '{}' cannot be smoothed: at p = {:.6g}, which the machine passes in "
                      "motion, the path's curvature jumps, and with it the force of drive '{}', by "
                      "{:.4g} {} at once",
                      path.name, p, drive.name, jump, drive.rotational ? "N m" : "N"),
          "expected a path with a continuous second derivative, such as a spline, or a stop there");
    }
  }
}

// A motor need not push while friction holds the machine, but has to as soon as it moves.
void refuse_starts_under_friction(const Machine& machine, const Path& path) {
  for (const PathStop& stop : path.stops) {
    if (stop.duration == 0.0) continue;
    for (const Drive& drive : machine.mechanism.drives) {
      if (drive.coulomb == 0.0 && !has_gear_losses(drive)) continue;
      throw InputError(path.place,
                       fmt::format("path '{}' cannot be smoothed: the force of drive '{}' jumps "
                                   "where it starts from the stop at p = {:.6g} under {}",
                                   path.name, drive.name, stop.p,
                                   drive.coulomb > 0.0 ? "Coulomb friction" : "its gear's losses"),
                       "expected stops without a duration, or no friction");
    }
  }
}

}  // namespace

Smoothing smooth_plan(PathAnalysis& analysis, const PathPlanOptions& options, double rise_time,
                      const RecordOptions& record) {
  const Machine& machine = analysis.machine();
  const Path& path = analysis.path();
  if (path.given) {
    throw InputError(path.place, "smoothing of path '" + path.name + "', whose motion is given",
                     "expected a path without a 'law'");
  }
  const auto is_rest = [](const EndSpeed& end) {
    return end.kind != EndSpeed::Kind::free && end.value == 0.0;
  };
  if (options.closed || !is_rest(options.start) || !is_rest(options.end)) {
    throw InputError(path.place, "smoothing of a plan that is not from rest to rest",
                     "expected rest at both ends");
  }
  PathSurvey& survey = analysis.survey();
  if (survey.has_reversals()) {
    throw Error("path '" + path.name +
                "' cannot be smoothed: forces jump where drives reverse under Coulomb friction or "
                "losses of their gears");
  }
  refuse_starts_under_friction(machine, path);
  Smoothing result;
  result.rise_time = rise_time;
  result.window = rise_time;
  result.reserve = options.reserve;
  constexpr int kMostRounds = 40;
  constexpr double kMostWindow = 100.0;  // rise times
  bool is_planned = false;
  std::size_t work = 0;  // of plans, besides the survey
  for (int round = 0; round < kMostRounds; ++round) {
    if (!is_planned) {
      PathPlanOptions tighter = options;
      tighter.reserve = result.reserve;
      // All plans together get what is allowed; the survey, made once, counts in each.
      if (options.work != 0) tighter.work = options.work - std::min(options.work - 1, work);
      result.plan = analysis.plan(tighter);
      const std::size_t of_survey = kWorkOfPose * survey.pose_count();
      work += result.plan.work - std::min(result.plan.work, of_survey);
      if (!result.plan.has_motion() && result.plan.status() == PlanStatus::gave_up) {
        throw Error(
            "gave up: the work or memory allowed was spent before a smooth motion along path '" +
            path.name + "' was found; --work or --memory allows more");
      }
      if (!result.plan.has_motion()) {
        throw Error(
            fmt::format("no smooth motion along path '{}': with {:.3g} of the limits in "
                        "reserve there is no way",
                        path.name, result.reserve));
      }
      is_planned = true;
    }
    const SmoothMotion motion(result.plan.trajectory, result.window);
    if (round == 0) refuse_jumps(machine, path, survey, result.plan.stops, motion);
    const MotionRecord looked = record_motion(
        machine, path, motion.at(list_samples(motion.duration(), result.window)), record);
    const double excess = calc_rate_excess(machine, looked, rise_time);
    result.duration = motion.duration();
    result.fastest_rise = excess > 0.0 ? rise_time / excess : kInfinity;
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

}  // namespace record
}  // namespace globaldyn::inside
