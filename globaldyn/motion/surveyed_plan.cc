#include "globaldyn/motion/surveyed_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/round_off.h"
#include "core/kinematics/prescription.h"
#include "globaldyn/motion/dead_points.h"
#include "globaldyn/motion/field_planner.h"
#include "globaldyn/motion/plan_request.h"
#include "globaldyn/motion/plan_wording.h"
#include "globaldyn/path/load_tables.h"
#include "globaldyn/survey/control.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Where to evaluate the accessible speeds: at equal distances, and at all nodes of the plan and the
// path.
std::vector<double> list_samples(const Plan& plan, const std::vector<double>& grid) {
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

// All along the path, to see whether something is ever the case.
std::vector<double> list_looks(const PathSurvey& survey, double p_max) {
  constexpr int kLooks = 32;
  std::vector<double> places = survey.breaks();
  for (int i = 1; i < kLooks; ++i) places.push_back(p_max * i / kLooks);
  return places;
}

bool is_without_equalities(const LimitSystem& limits) {
  return std::all_of(limits.equalities.begin(), limits.equalities.end(),
                     [](const MotionPolynomial& row) { return row.is_zero(); });
}

// Whether nothing limits the motion anywhere, as far as one looks; panels show it by themselves.
bool is_free(PathSurvey& survey, double p_max) {
  if (survey.is_regular()) return false;
  const std::vector<double> places = list_looks(survey, p_max);
  return std::all_of(places.begin(), places.end(), [&](double p) {
    if (survey.visit(p).status != SampleStatus::ok) return false;
    const LimitSystem& limits = survey.limits();
    return is_without_equalities(limits) &&
           std::all_of(limits.rows.begin(), limits.rows.end(), [](const LimitRow& row) {
             return std::isinf(row.low) && std::isinf(row.high);
           });
  });
}

// Joints that no drive moves although they move or bear a load: what the path keeps at rest needs
// no drive.
std::vector<std::string> list_missing_drives(const Machine& machine, const Path& path,
                                             PathSurvey& survey) {
  const std::vector<double> places = list_looks(survey, path.p_max);
  const bool needs_none = std::all_of(places.begin(), places.end(), [&](double p) {
    const bool is_there = survey.visit(p).status == SampleStatus::ok;
    return !is_there || is_without_equalities(survey.limits());
  });
  if (needs_none) return {};
  return list_undriven(machine.mechanism, path.coordinates, survey.start());
}

// A speed asked for at an end may be exactly that of a limit, where plans, which leave room for
// errors of limits, have none: then up to a tenth of the tolerance further inside will do.
void make_room(PoseField& poses, double tolerance, SpeedGate& gate) {
  constexpr double kShare = 0.1;
  if (gate.most == 0.0 || gate.least != gate.most) return;
  const double d1 = gate.d1().low, room = kShare * tolerance * d1;
  const auto accessible = list_accessible_speeds(poses, {gate.p});
  for (const Interval& speeds : accessible.front().d1) {
    const bool is_at_high = std::abs(speeds.high - d1) <= room;
    const bool is_at_low = std::abs(speeds.low - d1) <= room;
    // What is beyond a limit by more than rounding errors stays refused.
    const double rounding = round_off::kSame * d1;
    if (d1 < speeds.low - rounding || d1 > speeds.high + rounding) continue;
    const double low = is_at_high ? d1 - room : d1, high = is_at_low ? d1 + room : d1;
    gate = make_gate(gate.p, {std::max(low, speeds.low), std::min(high, speeds.high)});
    return;
  }
}

std::string describe_unheld(double stop) {
  return fmt::format("the drives cannot hold the machine at its stop at p = {:.6g}", stop);
}

class PathPlanner {
 public:
  // @param looks number of attempts, including this one, that share the work allowed for rows
  PathPlanner(const Machine& machine, const Path& path, PathSurvey& survey,
              const PathPlanOptions& options, std::size_t looks)
      : machine_(machine),
        path_(path),
        survey_(survey),
        options_(options),
        looks_(looks),
        poses_(survey, options.reserve) {
    result_.machine = machine.mechanism.name;
    result_.path = path.name;
    result_.has_tool = machine.mechanism.tool.has_value();
    result_.options = options;
    result_.notes = list_loads_beyond(machine.mechanism.wrenches, path);
    if (is_open(path)) result_.notes.push_back(tell_open(path));
  }
  PathPlanner(const PathPlanner&) = delete;
  PathPlanner& operator=(const PathPlanner&) = delete;

  PathPlan run() {
    if (is_surveyed()) plan_surveyed();
    result_.work = kWorkOfPose * (survey_.pose_count() - poses_of_regions_) + result_.work;
    return std::move(result_);
  }

 private:
  // Whether the machine can follow the path, as far as it was surveyed.
  bool is_surveyed() {
    if (survey_.failure().status != SampleStatus::ok) {
      set_unreachable(survey_.failure());
      return false;
    }
    const std::size_t spent = kWorkOfPose * survey_.pose_count();
    const bool is_spent = options_.work != 0 && spent >= options_.work;
    if (!survey_.gave_up() && !is_spent) return true;
    result_.plan.status = PlanStatus::gave_up;
    result_.reason = "gave up: the path takes more poses, or more memory, than allowed to survey";
    return false;
  }

  void set_unreachable(const PathFailure& failure) {
    result_.failure = failure;
    result_.reason = describe(failure);
    result_.plan = {.status = PlanStatus::unreachable};
  }

  void plan_surveyed() {
    result_.stops = list_stops(path_);
    for (const PathStop& stop : result_.stops) result_.dwell += stop.duration;
    PlanOptions asked = make_plan_options(machine_, path_, survey_, options_, result_.stops);
    if (!options_.closed) {
      make_room(poses_, options_.tolerance, asked.gates.front());
      make_room(poses_, options_.tolerance, asked.gates.back());
    }
    // Where the machine cannot be held at a stop no plan is asked for.
    const auto loose = find_loose_stop(machine_, survey_, result_.stops, options_.reserve);
    loose ? be_blocked_at(*loose) : plan(asked);
    if (poses_.missed().status != SampleStatus::ok) return set_unreachable(poses_.missed());
    if (options_.report) {
      result_.accessible =
          list_accessible_speeds(poses_, list_samples(result_.plan, survey_.breaks()));
    }
    if (!result_.has_motion()) {
      result_.reason = loose ? describe_unheld(*loose) : describe_lack();
      return;
    }
    describe_bounds();
    result_.trajectory = Trajectory(result_.plan, result_.stops);
    if (options_.report) {
      result_.stretches = find_stretches(poses_, result_.plan, result_.stops);
    }
  }

  void plan(const PlanOptions& asked) {
    const Control control = find_control(survey_);
    dead_point_ = find_dead_point(survey_, poses_, asked.gates, control);
    if (dead_point_) return be_blocked_at(dead_point_->p);
    if (is_free(survey_, path_.p_max)) {
      result_.plan = {.status = PlanStatus::unlimited};
      return;
    }
    FieldPlan made = plan_field(survey_, poses_, asked, control,
                                {.reserve = options_.reserve,
                                 .explain = options_.explain,
                                 .work = options_.work,
                                 .memory = options_.memory,
                                 .looks = looks_});
    result_.plan = std::move(made.plan);
    result_.planner = made.choice;
    result_.work = made.work;
    poses_of_regions_ = made.poses;
    is_explained_ = made.is_explained;
    // Exactly one speed is no proof: it is met up to rounding errors, if at all.
    if (result_.plan.status == PlanStatus::infeasible && is_passed_at_one_speed(survey_, control)) {
      result_.plan = {};
    }
  }

  void be_blocked_at(double p) {
    result_.plan = {.status = PlanStatus::infeasible};
    result_.plan.obstacle.emplace().p = p;
  }

  [[nodiscard]] std::string describe_lack() {
    const std::optional<Obstacle>& obstacle = result_.plan.obstacle;
    if (result_.status() == PlanStatus::unlimited) return "nothing limits the speed";
    const std::vector<std::string> undriven = list_missing_drives(machine_, path_, survey_);
    if (!undriven.empty()) return describe_undriven(undriven);
    if (dead_point_) return dead_point_->reason;
    if (obstacle) return describe(*obstacle, path_.p_max, options_.explain && is_explained_);
    if (result_.plan.shortage == Shortage::none) {
      return "gave up: no motion was found, nor was it proven that there is none";
    }
    return describe(result_.plan.shortage, "a motion was found");
  }

  void describe_bounds() {
    if (result_.status() != PlanStatus::gave_up) return;
    const double gap = result_.time() - result_.time_lower();
    const bool has_met = gap <= options_.tolerance * result_.time();
    result_.reason = describe(result_.plan.shortage,
                              has_met ? "all limits were seen to be kept" : "the bounds met");
  }

  const Machine& machine_;
  const Path& path_;
  PathSurvey& survey_;
  const PathPlanOptions& options_;
  std::size_t looks_;
  PoseField poses_;
  PathPlan result_;
  std::optional<DeadPoint> dead_point_;
  bool is_explained_{true};  // all of what options ask for is known about the obstacle
  std::size_t poses_of_regions_{0};
};

}  // namespace

PathPlan plan_surveyed_path(const Machine& machine, const Path& path, PathSurvey& survey,
                            const PathPlanOptions& options, std::size_t looks) {
  return PathPlanner(machine, path, survey, options, looks).run();
}

}  // namespace motion
}  // namespace globaldyn::inside
