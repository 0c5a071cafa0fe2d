#include "globaldyn/plan/plan_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/plan/closure.h"

namespace globaldyn {
namespace {

// The file's stops, and corners: what is both, stops as the file says.
std::vector<PathStop> list_stops(const Path& path) {
  std::vector<PathStop> stops = path.stops;
  for (const double corner : path.steps.corners) {
    const auto near = [&](const PathStop& stop) {
      return std::abs(stop.p - corner) <= 1e-12 * path.p_max;
    };
    const auto same = std::find_if(stops.begin(), stops.end(), near);
    if (same == stops.end()) {
      stops.push_back({corner, 0.0});
    } else {
      same->p = corner;
    }
  }
  std::sort(stops.begin(), stops.end(),
            [](const PathStop& a, const PathStop& b) { return a.p < b.p; });
  return stops;
}

// The d1 that the motion may have at an end.
SpeedSet find_speed(const Machine& machine, const Path& path, double p, const EndSpeed& end) {
  const double speed = end.value;
  if (end.kind == EndSpeed::Kind::free) return {{0.0, std::numeric_limits<double>::infinity()}};
  if (end.kind == EndSpeed::Kind::d1 || speed == 0.0) return {{speed, speed}};
  const auto refuse = [&](const std::string& wrong) {
    throw InputError(
        path.place,
        fmt::format("a speed of {} m/s at p = {:.6g} of path '{}', {}", speed, p, path.name, wrong),
        "expected 0");
  };
  if (!machine.mechanism.tool) refuse("without a tool");
  PathWalker walker(machine, path);
  const Sample& sample = walker.move_to(p);
  const double per_d1 = calc_tool_motion(machine.mechanism, sample.motion).first.v.norm();
  if (per_d1 <= 1e-12 * machine.mechanism.characteristic_length / path.p_max) {
    refuse("where the tool does not move");
  }
  return {{speed / per_d1, speed / per_d1}};
}

void require_closed(const Machine& machine, const Path& path) {
  const std::string gap = find_gap(machine, path);
  if (gap.empty()) return;
  throw InputError(
      path.place,
      "path '" + path.name + "' is not closed: " + gap + " at its end is another than at its begin",
      "expected a path that comes back to where it began");
}

PlanOptions make_options(const Machine& machine, const Path& path, const PathPlanOptions& options,
                         const std::vector<PathStop>& stops) {
  PlanOptions result;
  result.tolerance = options.tolerance;
  result.reserve = options.reserve;
  result.closed = options.closed;
  result.explain = options.explain;
  for (const PathStop& stop : stops) result.stops.push_back(stop.p);
  if (options.closed) {
    require_closed(machine, path);
    return result;
  }
  result.start = find_speed(machine, path, 0.0, options.start);
  result.end = find_speed(machine, path, path.p_max, options.end);
  return result;
}

// A stop that lasts, at which the machine cannot be held still.
std::optional<double> find_loose_stop(const LimitSource& source,
                                      const std::vector<PathStop>& stops) {
  for (const PathStop& stop : stops) {
    if (stop.duration == 0.0) continue;
    LimitsAt limits;
    source({&stop.p, 1}, {&limits, 1});
    if (!make_region(limits.before).contains(0.0, 0.0)) return stop.p;
  }
  return std::nullopt;
}

// Where to look at the accessible speeds: at equal distances, and wherever the plan or the path has
// a node.
std::vector<double> list_looks(const Plan& plan, const std::vector<double>& grid) {
  constexpr int kLooks = 400;
  std::vector<double> p = plan.p;
  p.insert(p.end(), grid.begin(), grid.end());
  for (int i = 0; i < kLooks; ++i) {
    p.push_back(grid.front() + (grid.back() - grid.front()) * i / kLooks);
  }
  std::sort(p.begin(), p.end());
  p.erase(std::unique(p.begin(), p.end()), p.end());
  return p;
}

PathPlanStatus to_path_status(PlanStatus status) {
  switch (status) {
    case PlanStatus::optimal:
      return PathPlanStatus::optimal;
    case PlanStatus::inaccurate:
      return PathPlanStatus::inaccurate;
    case PlanStatus::infeasible:
      break;
  }
  return PathPlanStatus::infeasible;
}

std::string describe(const PathFailure& failure) {
  return fmt::format("{} at p = {:.6g}: {}", to_string(failure.status), failure.p, failure.reason);
}

std::string describe(const Obstacle& obstacle, double p_max) {
  constexpr double kBeyond = 1e-3;  // nearer is next to it
  std::string text;
  if (obstacle.reached.empty()) {
    text = "the motion cannot begin as asked";
  } else {
    text = fmt::format("no motion gets beyond p = {:.6g}, reached with d1 up to {:.6g}/s",
                       obstacle.p, obstacle.reached.back().high);
  }
  if (!obstacle.needed.empty()) {
    text += fmt::format("; from there on it would need {:.6g} <= d1 <= {:.6g}",
                        obstacle.needed.front().low, obstacle.needed.back().high);
  } else if (obstacle.rest_from > obstacle.p + kBeyond * p_max) {
    text += fmt::format("; the end can be reached from p = {:.6g} on only", obstacle.rest_from);
  }
  if (!obstacle.limits.empty()) {
    const MissingLimit& easiest = obstacle.limits.front();
    text +=
        fmt::format("; {} {} is too little by {:.4g}{}", easiest.limit.name, easiest.limit.limit,
                    easiest.missing, easiest.alone ? "" : ", and others with it");
  }
  return text;
}

}  // namespace

const char* to_string(PathPlanStatus status) {
  switch (status) {
    case PathPlanStatus::optimal:
      return "optimal";
    case PathPlanStatus::inaccurate:
      return "inaccurate";
    case PathPlanStatus::infeasible:
      return "infeasible";
    case PathPlanStatus::unreachable:
      return "unreachable";
  }
  return "";
}

PathPlan plan_path(const Machine& machine, const Path& path, const PathPlanOptions& options) {
  PathPlan result;
  result.machine = machine.mechanism.name;
  result.path = path.name;
  result.has_tool = machine.mechanism.tool.has_value();
  result.options = options;
  // What limits are wrong by where they are interpolated, as a share of the tolerance.
  constexpr double kAccuracy = 1e-3;
  PathLimits limits(machine, path, kAccuracy * options.tolerance, options.start_pose);
  result.failure = limits.failure();
  if (result.failure.status != SampleStatus::ok) {
    result.reason = describe(result.failure);
    return result;
  }
  result.stops = list_stops(path);
  for (const PathStop& stop : result.stops) result.dwell += stop.duration;
  const LimitSource source = [&](std::span<const double> p, std::span<LimitsAt> at) {
    limits.write(p, at);
  };
  result.plan =
      make_plan(source, limits.grid(), make_options(machine, path, options, result.stops));
  result.failure = limits.failure();
  result.status = to_path_status(result.plan.status);
  if (result.failure.status != SampleStatus::ok) {
    result.status = PathPlanStatus::unreachable;
    result.reason = describe(result.failure);
    result.plan = {};
    return result;
  }
  if (options.report) {
    result.accessible =
        list_accessible_speeds(source, list_looks(result.plan, limits.grid()), options.reserve);
  }
  if (const auto loose = find_loose_stop(source, result.stops)) {
    result.status = PathPlanStatus::infeasible;
    result.reason =
        fmt::format("the drives cannot hold the machine at its stop at p = {:.6g}", *loose);
    result.plan = {};
    result.plan.obstacle.emplace().p = *loose;
    return result;
  }
  if (!result.has_motion()) {
    result.reason = describe(*result.plan.obstacle, path.p_max);
    return result;
  }
  result.trajectory = Trajectory(result.plan, result.stops);
  if (options.report) result.stretches = find_stretches(source, result.plan, options.reserve);
  return result;
}

}  // namespace globaldyn
