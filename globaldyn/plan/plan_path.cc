#include "globaldyn/plan/plan_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "globaldyn/evaluation/tool_motion.h"
#include "globaldyn/plan/closure.h"
#include "globaldyn/plan/row_obstacle.h"
#include "globaldyn/plan/steep_standstills.h"
#include "globaldyn/plan/survey_field.h"
#include "globaldyn/plan/survey_limits.h"
#include "globaldyn/rows/row_plan.h"

namespace globaldyn {
namespace {

// The file's stops, and corners: what is both, stops as the file says.
std::vector<PathStop> list_stops(const Path& path) {
  std::vector<PathStop> stops = path.stops;
  const auto asked = static_cast<std::ptrdiff_t>(stops.size());
  const double same = 1e-12 * path.p_max;
  for (const double corner : path.steps.corners) {
    // Stops asked for rise.
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
    case PlanStatus::gave_up:
      return PathPlanStatus::gave_up;
    case PlanStatus::unlimited:
      return PathPlanStatus::unlimited;
    case PlanStatus::infeasible:
      break;
  }
  return PathPlanStatus::infeasible;
}

std::string describe(const PathFailure& failure) {
  return fmt::format("{} at p = {:.6g}: {}", to_string(failure.status), failure.p, failure.reason);
}

std::string describe_range(const SpeedSet& speeds) {
  const double low = speeds.front().low, high = speeds.back().high;
  if (low == high) return fmt::format("d1 = {:.6g}", low);
  if (std::isinf(high)) return fmt::format("d1 >= {:.6g}", low);
  return fmt::format("{:.6g} <= d1 <= {:.6g}", low, high);
}

std::string describe(const Obstacle& obstacle, double p_max) {
  constexpr double kBeyond = 1e-3;  // nearer is next to it
  std::string text;
  if (obstacle.reached.empty()) {
    text = "the motion cannot begin as asked";
  } else if (obstacle.p == p_max) {
    text = fmt::format("the end is reached with {} only", describe_range(obstacle.reached));
  } else {
    text = fmt::format("no motion gets beyond p = {:.6g}, reached with d1 up to {:.6g}/s",
                       obstacle.p, obstacle.reached.back().high);
  }
  if (!obstacle.needed.empty()) {
    text +=
        fmt::format("; {} {}", obstacle.p == p_max ? "asked for is" : "from there on it would need",
                    describe_range(obstacle.needed));
  } else if (!obstacle.rest_from) {
    text += "; the end cannot be reached as asked from anywhere";
  } else if (*obstacle.rest_from > obstacle.p + kBeyond * p_max) {
    text += fmt::format("; the end can be reached from p = {:.6g} on only", *obstacle.rest_from);
  }
  if (!obstacle.limits.empty()) {
    const MissingLimit& easiest = obstacle.limits.front();
    text +=
        fmt::format("; {} {} is too little by {}{}", easiest.limit.name, easiest.limit.limit,
                    print_missing(easiest.missing), easiest.alone ? "" : ", and others with it");
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
    case PathPlanStatus::gave_up:
      return "gave_up";
    case PathPlanStatus::unlimited:
      return "unlimited";
  }
  return "";
}

namespace {

// d1² where the motion may be at an end.
SpeedGate make_gate(double p, const SpeedSet& allowed) {
  const double low = allowed.front().low, high = allowed.back().high;
  return {p, low * low, high * high};
}

RowPlanOptions make_row_options(const Path& path, const PathPlanOptions& limits,
                                const PlanOptions& options) {
  RowPlanOptions result;
  result.work = limits.work;
  result.memory = limits.memory;
  result.tolerance = options.tolerance;
  result.is_closed = options.closed;
  constexpr double kAny = std::numeric_limits<double>::infinity();
  const SpeedSet any{{0.0, kAny}};
  result.gates.push_back(make_gate(0.0, options.closed ? any : options.start));
  for (const double p : options.stops) result.gates.push_back({p, 0.0, 0.0});
  result.gates.push_back(make_gate(path.p_max, options.closed ? any : options.end));
  return result;
}

Plan to_plan(RowPlan&& from) {
  Plan plan;
  switch (from.status) {
    case RowPlanStatus::optimal:
      plan.status = PlanStatus::optimal;
      break;
    case RowPlanStatus::inaccurate:
      plan.status = PlanStatus::inaccurate;
      break;
    case RowPlanStatus::unlimited:
      plan.status = PlanStatus::unlimited;
      break;
    case RowPlanStatus::gave_up:
    case RowPlanStatus::blocked:
      plan.status = PlanStatus::gave_up;
      break;
    case RowPlanStatus::infeasible:
      plan.status = PlanStatus::infeasible;
      break;
  }
  plan.p = std::move(from.p);
  plan.time = from.time;
  plan.time_lower = from.time_lower;
  plan.profile.time = from.time;
  plan.profile.segments = std::move(from.segments);
  for (const double x : from.x) plan.profile.d1.push_back(std::sqrt(x));
  return plan;
}

// Whether the drives cannot push the machine along its path at p, whatever their forces.
bool is_dead_point(PathSurvey& survey, double p) {
  const Sample& sample = survey.visit(p);
  return sample.status == SampleStatus::ok && sample.map.unbalanced() > 0;
}

// By how many pieces it has.
std::size_t count_most_poses(const Path& path) {
  constexpr std::size_t kLeast = 200'000, kOfAPiece = 200;
  return kLeast + kOfAPiece * (path.steps.breaks.size() + path.steps.corners.size());
}

// What is left of the memory allowed.
std::size_t subtract(std::size_t allowed, std::size_t held) {
  return allowed - std::min(allowed, held);
}

// The general planner, for what the other cannot take; as much of a grid as it can be waited for.
Plan plan_generally(const LimitSource& source, const PathLimits& limits, PlanOptions options) {
  constexpr std::size_t kMostNodes = 4000;
  options.most_nodes = kMostNodes;
  Plan plan = make_plan(source, limits.grid(), options);
  const bool is_motion =
      std::all_of(plan.profile.segments.begin(), plan.profile.segments.end(),
                  [](const SegmentMotion& s) { return std::isfinite(s.time_to(s.length)); });
  if (is_motion) return plan;
  Plan none;
  none.status = PlanStatus::gave_up;
  return none;
}

}  // namespace

PathPlan plan_path(const Machine& machine, const Path& path, const PathPlanOptions& options) {
  PathPlan result;
  result.machine = machine.mechanism.name;
  result.path = path.name;
  result.has_tool = machine.mechanism.tool.has_value();
  result.options = options;
  // What limits are wrong by where they are interpolated, as a share of the tolerance.
  constexpr double kAccuracy = 0.002;
  constexpr double kLeastError = 2e-5, kLimitsAccuracy = 1e-3;
  constexpr double kLeastAccuracy = 1e-11, kMostAccuracy = 5e-7;
  PathSurvey survey(
      machine, path,
      {.accuracy = std::clamp(kAccuracy * options.tolerance, kLeastAccuracy, kMostAccuracy),
       .most_poses = count_most_poses(path),
       .memory = options.memory,
       .start = options.start_pose});
  result.failure = survey.failure();
  if (result.failure.status != SampleStatus::ok) {
    result.reason = describe(result.failure);
    return result;
  }
  if (survey.gave_up()) {
    result.status = PathPlanStatus::gave_up;
    result.reason = "gave up: the path takes more poses, or more memory, than allowed to survey";
    return result;
  }
  result.stops = list_stops(path);
  for (const PathStop& stop : result.stops) result.dwell += stop.duration;
  const PlanOptions plan_options = make_options(machine, path, options, result.stops);
  LimitSource source = make_limit_source(survey);
  std::vector<double> breaks = survey.breaks();
  std::optional<SurveyField> field;
  std::optional<PathLimits> limits;
  bool at_dead_point = false, is_spent = false;
  if (survey.is_regular()) {
    field.emplace(survey, options.reserve, kLeastError * options.tolerance);
  }
  if (!field || !field->is_usable()) {
    limits.emplace(machine, path, kLimitsAccuracy * options.tolerance, options.start_pose);
    source = [&](std::span<const double> p, std::span<LimitsAt> at) { limits->write(p, at); };
    breaks = limits->grid();
    if (limits->failure().status == SampleStatus::ok) {
      result.plan = plan_generally(source, *limits, plan_options);
    }
    result.failure = limits->failure();
  } else {
    RowPlanOptions row_options = make_row_options(path, options, plan_options);
    row_options.memory = subtract(options.memory, survey.calc_bytes() + field->calc_bytes());
    RowPlan rows = plan_between_standstills(*field, survey.standstills(), row_options);
    is_spent = rows.status == RowPlanStatus::gave_up;
    const bool is_infeasible = rows.status == RowPlanStatus::infeasible;
    const double blocked_at = rows.blocked_at.value_or(0.0);
    result.plan = to_plan(std::move(rows));
    // What cannot be held at a stop is told below.
    if (is_infeasible && find_loose_stop(source, result.stops)) {
      result.plan.obstacle.emplace();
    } else if (is_infeasible) {
      result.plan.obstacle = find_row_obstacle(source, survey.labels(), *field, row_options,
                                               options.reserve, options.explain);
      if (is_dead_point(survey, blocked_at)) {
        // No force is missing.
        result.plan.obstacle->limits.clear();
        result.plan.obstacle->p = blocked_at;
        at_dead_point = true;
      }
    }
  }
  result.status = to_path_status(result.plan.status);
  if (result.failure.status != SampleStatus::ok) {
    result.status = PathPlanStatus::unreachable;
    result.reason = describe(result.failure);
    result.plan = {};
    return result;
  }
  if (options.report) {
    result.accessible =
        list_accessible_speeds(source, list_looks(result.plan, breaks), options.reserve);
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
    result.reason =
        at_dead_point ? fmt::format(
                            "at p = {:.6g} no drive can push the machine along its path, "
                            "whatever its force: a dead point, which can only be passed "
                            "in motion",
                            result.plan.obstacle->p)
        : result.plan.obstacle && !options.explain
            ? fmt::format("no motion gets beyond p = {:.6g}", result.plan.obstacle->p)
        : result.plan.obstacle                       ? describe(*result.plan.obstacle, path.p_max)
        : result.status == PathPlanStatus::unlimited ? "nothing limits the speed"
        : is_spent ? "gave up: the work or memory allowed was spent before a motion was found"
                   : "gave up: no motion was found, nor was it proven that there is none";
    return result;
  }
  if (result.status == PathPlanStatus::gave_up) {
    result.reason = "gave up: the work or memory allowed was spent before the bounds met";
  }
  if (options.certified && result.status == PathPlanStatus::optimal) {
    result.status = PathPlanStatus::inaccurate;
    result.reason =
        "the bounds are as near as asked but not proven: between poses limits are known to an "
        "estimated error only";
  }
  result.trajectory = Trajectory(result.plan, result.stops);
  if (options.report) result.stretches = find_stretches(source, result.plan, options.reserve);
  return result;
}

}  // namespace globaldyn
