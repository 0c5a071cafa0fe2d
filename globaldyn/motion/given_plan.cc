#include "globaldyn/motion/given_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "core/kinematics/prescription.h"
#include "globaldyn/motion/plan_wording.h"
#include "globaldyn/motion/pose_field.h"
#include "globaldyn/path/load_tables.h"
#include "globaldyn/region/methods/region_solver.h"
#include "globaldyn/region/speeds_along.h"
#include "globaldyn/survey/formula_cells.h"
#include "globaldyn/survey/golden_search.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Where motions are looked at, besides where something jumps: accelerations of laws are polynomials
// and sines of few waves, those of the machine follow its path.
constexpr int kSegments = 256;

// Formulas of the path and of loads along it may be narrower than segments.
std::vector<double> list_narrow(const Machine& machine, const GivenMotion& given, double end) {
  const Path& path = *given.path;
  FormulaCells cells(machine, path);
  std::vector<double> ends = path.steps.breaks;
  ends.push_back(path.p_max);
  double begin = 0.0;
  for (const double p : ends) {
    if (p > begin) cells.divide(begin, p);
    begin = std::max(begin, p);
  }
  std::vector<double> times;
  for (const double p : cells.list_narrow()) {
    const double t = given.find_time(p);
    if (t > 0.0 && t < end) times.push_back(t);
  }
  return times;
}

std::vector<double> list_nodes(const Machine& machine, const Path& path, const PathSurvey& survey) {
  std::vector<double> nodes = list_narrow(machine, *path.given, path.p_max);
  nodes.insert(nodes.end(), survey.breaks().begin(), survey.breaks().end());
  for (int i = 0; i <= kSegments; ++i) nodes.push_back(path.p_max * i / kSegments);
  std::sort(nodes.begin(), nodes.end());
  const auto is_same = [&](double a, double b) {
    return is_zero(b - a, path.p_max, round_off::kSolved);
  };
  nodes.erase(std::unique(nodes.begin(), nodes.end(), is_same), nodes.end());
  nodes.back() = path.p_max;
  return nodes;
}

void refuse_end_speeds(const Path& path, const PathPlanOptions& options) {
  const auto is_asked = [](const EndSpeed& end) {
    return end.kind != EndSpeed::Kind::tool || end.value != 0.0;
  };
  if (!options.closed && !is_asked(options.start) && !is_asked(options.end)) return;
  throw InputError(path.place,
                   "a speed at an end of path '" + path.name + "', whose motion is given",
                   "expected none: its law says how it begins and ends");
}

// The first place at which the law needs a force where no drive acts, if there is one.
std::optional<double> find_unbalanced(PathSurvey& survey, const std::vector<double>& nodes) {
  for (const double p : nodes) {
    const Sample& sample = survey.visit(p);
    if (sample.status != SampleStatus::ok) continue;
    for (Eigen::Index i = 0; i < sample.map.unbalanced(); ++i) {
      const auto row = sample.map.equalities.row(i);
      // d1 = 1, d2 = 0.
      const double sum = row(kSquare) + row(kLinear) + row(kConstant);
      const double size =
          std::abs(row(kSquare)) + std::abs(row(kLinear)) + std::abs(row(kConstant));
      if (!is_zero(sum, size, round_off::kSolved) && std::abs(sum) > sample.map.spare(i)) return p;
    }
  }
  return std::nullopt;
}

std::string describe_unbalanced(const Machine& machine, const Path& path, PathSurvey& survey,
                                double t) {
  const std::vector<std::string> names =
      list_undriven(machine.mechanism, path.coordinates, survey.start());
  if (!names.empty()) return describe_undriven(names);
  return fmt::format(
      "at t = {:.6g} s the law needs a force that no drive can exert there: a dead point", t);
}

// d1 = 1 all along.
Plan make_plan(const std::vector<double>& nodes) {
  Plan plan;
  plan.status = PlanStatus::given;
  plan.is_proven = true;
  plan.p = nodes;
  plan.x.assign(nodes.size(), 1.0);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    plan.segments.push_back({.length = nodes[i] - nodes[i - 1], .x_begin = 1.0});
  }
  plan.time = plan.time_lower = nodes.back();
  return plan;
}

// The speeds that can be kept at single places of a path.
class KeptSpeeds {
 public:
  KeptSpeeds(PathSurvey& survey, double reserve) : field_(survey, reserve) {}

  SpeedSet find(double p) {
    LimitsAt limits;
    field_.look({&p, 1}, {&limits, 1});
    SpeedSet set = find(limits.before);
    return limits.after ? intersect(set, find(*limits.after)) : set;
  }

  // The largest; none: 0.
  double find_largest(double p) {
    const SpeedSet set = find(p);
    return set.empty() ? 0.0 : set.back().high;
  }

 private:
  SpeedSet find(const LimitSystem& limits) {
    solver_.solve(limits, region_);
    return list_speeds_along(region_, 0.0);
  }

  PoseField field_;
  RegionSolver solver_;
  Region region_;
};

}  // namespace

PathPlan plan_given_motion(const Machine& machine, const Path& path, PathSurvey& survey,
                           const PathPlanOptions& options) {
  refuse_end_speeds(path, options);
  PathPlan result;
  result.machine = machine.mechanism.name;
  result.path = path.name;
  result.has_tool = machine.mechanism.tool.has_value();
  result.options = options;
  result.notes = list_loads_beyond(machine.mechanism.wrenches, path);
  result.work = kWorkOfPose * survey.pose_count();
  if (survey.failure().status != SampleStatus::ok) {
    result.failure = survey.failure();
    result.reason = describe(survey.failure());
    return result;
  }
  if (path.run) {
    result.plan.status = PlanStatus::infeasible;
    const std::string& failure = path.run->failure;
    result.reason = failure.empty() ? "how its motors move it is not known here" : failure;
    return result;
  }
  const std::vector<double> nodes = list_nodes(machine, path, survey);
  if (const auto t = find_unbalanced(survey, nodes)) {
    result.plan.status = PlanStatus::infeasible;
    result.reason = describe_unbalanced(machine, path, survey, *t);
    return result;
  }
  result.plan = make_plan(nodes);
  result.stops = path.stops;
  for (const PathStop& stop : result.stops) result.dwell += stop.duration;
  result.trajectory = Trajectory(result.plan, result.stops);
  result.given = GivenPlan{.law = path.given->law};
  if (!options.report) return result;
  result.given->least_time = find_least_time(survey, path, options.reserve);
  KeptSpeeds speeds(survey, options.reserve);
  for (const double p : result.plan.p) result.accessible.push_back({p, speeds.find(p)});
  return result;
}

double find_least_time(PathSurvey& survey, const Path& path, double reserve) {
  constexpr int kPlaces = 401;
  std::vector<double> places = survey.breaks();
  for (const double p : path.make_samples(kPlaces)) places.push_back(p);
  std::sort(places.begin(), places.end());
  KeptSpeeds speeds(survey, reserve);
  SpeedSet common{{0.0, kInfinity}};
  std::vector<double> largest;
  for (const double p : places) {
    const SpeedSet here = speeds.find(p);
    common = intersect(common, here);
    largest.push_back(here.empty() ? 0.0 : here.back().high);
  }
  double speed = common.empty() ? 0.0 : common.back().high;
  // Between places, where less than there may be allowed.
  constexpr double kNear = 1.05;
  for (std::size_t i = 1; i + 1 < places.size(); ++i) {
    const bool is_low = largest[i] <= largest[i - 1] && largest[i] <= largest[i + 1];
    if (!is_low || largest[i] > kNear * speed) continue;
    const double p = find_maximum(places[i - 1], places[i + 1],
                                  [&](double at) { return -speeds.find_largest(at); });
    speed = std::min(speed, speeds.find_largest(p));
  }
  return speed > 0.0 ? path.p_max / speed : kInfinity;
}

}  // namespace motion
}  // namespace globaldyn::inside
