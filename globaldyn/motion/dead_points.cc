#include "globaldyn/motion/dead_points.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/limits/resting_machine.h"
#include "globaldyn/motion/plan_wording.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// d2 along a curve at rest; infinite if there is none.
double find_at_rest(const Region& region, CurveNumber curve) {
  return curve == kNoCurve ? kInfinity : region.curves().parabola(curve).c0;
}

// The strip of the lowest speeds, if it begins with rest.
const Strip* find_slowest(const Region& region) {
  for (const Strip& strip : region.strips()) {
    if (strip.end > 0.0) return strip.begin == 0.0 ? &strip : nullptr;
  }
  return nullptr;
}

// A d2 that is zero compared with that of the other side.
bool is_none(double d2, double other) {
  const double size = std::isfinite(other) ? std::abs(other) : 0.0;
  return std::abs(d2) <= round_off::kEntry * size;
}

// Rest at p for ever: no forces set the machine in motion there, or none bring it to rest.
std::optional<DeadPoint> find_stuck(const PathSurvey& survey, PoseField& poses, double p) {
  if (survey.find_standstill(p) != nullptr) return std::nullopt;
  const double end = survey.breaks().back();
  LimitsAt limits;
  poses.look({&p, 1}, {&limits, 1});
  const Region before = make_region(limits.before);
  if (p < end && !can_leave_rest(limits.after ? make_region(*limits.after) : before)) {
    return DeadPoint{p, describe_stuck(p, true)};
  }
  if (p > 0.0 && !can_come_to_rest(before)) return DeadPoint{p, describe_stuck(p, false)};
  return std::nullopt;
}

const std::vector<double>& list_losses(const PathSurvey& survey, const Control& control) {
  return survey.is_regular() ? control.losses : survey.breaks();
}

}  // namespace

bool can_leave_rest(const Region& region) {
  const Strip* const strip = find_slowest(region);
  return strip == nullptr ||
         !is_none(find_at_rest(region, strip->upper), find_at_rest(region, strip->lower));
}

bool can_come_to_rest(const Region& region) {
  const Strip* const strip = find_slowest(region);
  return strip == nullptr ||
         !is_none(find_at_rest(region, strip->lower), find_at_rest(region, strip->upper));
}

std::optional<DeadPoint> find_dead_point(PathSurvey& survey, PoseField& poses,
                                         const std::vector<SpeedGate>& gates,
                                         const Control& control) {
  for (const SpeedGate& gate : gates) {
    if (gate.most > 0.0) continue;
    if (survey.visit(gate.p).status != SampleStatus::ok) continue;
    if (stays_at_rest(survey.limits().equalities)) {
      return DeadPoint{gate.p, describe_dead_point(gate.p, true)};
    }
    if (const auto stuck = find_stuck(survey, poses, gate.p)) return stuck;
  }
  for (const double p : list_losses(survey, control)) {
    if (survey.visit(p).status != SampleStatus::ok) continue;
    if (forces_rest(survey.limits().equalities)) {
      return DeadPoint{p, describe_dead_point(p, false)};
    }
  }
  return std::nullopt;
}

bool is_passed_at_one_speed(PathSurvey& survey, const Control& control) {
  const std::vector<double>& losses = list_losses(survey, control);
  return std::any_of(losses.begin(), losses.end(), [&](double p) {
    return survey.visit(p).status == SampleStatus::ok && fixes_speed(survey.limits().equalities);
  });
}

std::optional<double> find_loose_stop(const Machine& machine, PathSurvey& survey,
                                      const std::vector<PathStop>& stops, double reserve) {
  const Drives motors = tighten(machine.mechanism.drives, reserve);
  for (const PathStop& stop : stops) {
    if (stop.duration == 0.0) continue;
    const Sample& sample = survey.visit(stop.p);
    if (sample.status != SampleStatus::ok) continue;
    DriveForceMap map = sample.map;
    LimitSystem limits = survey.limits();
    tighten(limits, reserve);
    update_limit_system(motors, map, limits);
    hold_still(motors, map, limits);
    if (!make_region(limits).contains(0.0, 0.0)) return stop.p;
  }
  return std::nullopt;
}

}  // namespace motion
}  // namespace globaldyn::inside
