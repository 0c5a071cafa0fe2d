#include "globaldyn/motion/plan_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/motion/closure.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// The d1 that the motion may have at an end.
Interval find_speed(const Machine& machine, const Path& path, PathSurvey& survey, double p,
                    const EndSpeed& end) {
  const double speed = end.value;
  if (end.kind == EndSpeed::Kind::free) return {0.0, kInfinity};
  if (end.kind == EndSpeed::Kind::d1 || speed == 0.0) return {speed, speed};
  const auto refuse = [&](const std::string& wrong) {
    throw InputError(
        path.place,
        fmt::format("a speed of {} m/s at p = {:.6g} of path '{}', {}", speed, p, path.name, wrong),
        "expected 0");
  };
  if (!machine.mechanism.tool) refuse("without a tool");
  const Sample& sample = survey.visit(p);
  const double per_d1 = calc_tool_motion(machine.mechanism, sample.motion).first.v.norm();
  if (per_d1 <= round_off::kSolved * machine.mechanism.characteristic_length / path.p_max) {
    refuse("where the tool does not move");
  }
  return {speed / per_d1, speed / per_d1};
}

void require_closed(const Machine& machine, const Path& path, PathSurvey& survey) {
  const std::string gap = find_gap(machine, path, survey);
  if (gap.empty()) return;
  throw InputError(path.place,
                   "path '" + path.name + "' is not closed: " + gap +
                       " at its end differs from that at its start",
                   "expected a path that comes back to where it began");
}

bool stops_at(const std::vector<PathStop>& stops, double p) {
  return std::any_of(stops.begin(), stops.end(), [p](const PathStop& stop) { return stop.p == p; });
}

void refuse_stops_at_ends(const Path& path) {
  if (!stops_at(path.stops, 0.0) && !stops_at(path.stops, path.p_max)) return;
  throw InputError(path.place, "path '" + path.name + "' stops at an end, where it is closed",
                   "expected a plan that is not closed, or stops inside the path");
}

}  // namespace

// The file's stops, and corners; where both coincide, the file's stop counts.
std::vector<PathStop> list_stops(const Path& path) {
  std::vector<PathStop> stops = path.stops;
  const auto asked = static_cast<std::ptrdiff_t>(stops.size());
  const double same = round_off::kSolved * path.p_max;
  for (const double corner : path.steps.corners) {
    // The requested stops are in increasing order.
    const auto after = std::lower_bound(stops.begin(), stops.begin() + asked, corner - same,
                                        [](const PathStop& stop, double p) { return stop.p < p; });
    if (after != stops.begin() + asked && after->p <= corner + same) {
      after->p = corner;
    } else {
      stops.push_back({corner, 0.0});
    }
  }
  std::sort(stops.begin(), stops.end(),
            [](const PathStop& a, const PathStop& b) { return a.p < b.p; });
  return stops;
}

PlanOptions make_plan_options(const Machine& machine, const Path& path, PathSurvey& survey,
                              const PathPlanOptions& options, const std::vector<PathStop>& stops) {
  PlanOptions result;
  result.tolerance = options.tolerance;
  result.is_closed = options.closed;
  if (options.closed) require_closed(machine, path, survey);
  if (options.closed) refuse_stops_at_ends(path);
  const auto add_end = [&](double p, const EndSpeed& end) {
    const Interval any{0.0, kInfinity};
    result.gates.push_back(
        make_gate(p, options.closed ? any : find_speed(machine, path, survey, p, end)));
  };
  add_end(0.0, stops_at(stops, 0.0) ? EndSpeed{} : options.start);
  for (const PathStop& stop : stops) {
    if (stop.p > 0.0 && stop.p < path.p_max) result.gates.push_back({stop.p, 0.0, 0.0});
  }
  add_end(path.p_max, stops_at(stops, path.p_max) ? EndSpeed{} : options.end);
  return result;
}

}  // namespace motion
}  // namespace globaldyn::inside
