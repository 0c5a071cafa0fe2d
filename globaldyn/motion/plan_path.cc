#include "globaldyn/motion/plan_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/base/constants.h"
#include "core/base/fallbacks.h"
#include "core/base/round_off.h"
#include "core/kinematics/prescription.h"
#include "globaldyn/limits/resting_machine.h"
#include "globaldyn/motion/circuits_on_demand.h"
#include "globaldyn/motion/general_plan.h"
#include "globaldyn/motion/plan_request.h"
#include "globaldyn/motion/plan_wording.h"
#include "globaldyn/motion/planning_tolerance.h"
#include "globaldyn/motion/rest_points.h"
#include "globaldyn/motion/row_obstacle.h"
#include "globaldyn/motion/steep_standstills.h"
#include "globaldyn/motion/survey_field.h"
#include "globaldyn/motion/survey_limits.h"
#include "globaldyn/motion/surveyed_plan.h"
#include "globaldyn/path/load_tables.h"
#include "globaldyn/survey/control.h"

namespace globaldyn {
namespace {

// A stop with a duration at which the machine cannot be held still, by its motors and friction.
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

// Where the path stands still the machine rests whatever d1 is: a stop or an end at rest there
// needs nothing more. Otherwise the motion would have to leave d1 = 0 at an infinite d2.
void open_stops(const std::vector<Standstill>& standstills, double p_max,
                std::vector<SpeedGate>& gates) {
  const double same = round_off::kSolved * p_max;
  for (SpeedGate& gate : gates) {
    if (gate.most > 0.0) continue;
    const auto after =
        std::lower_bound(standstills.begin(), standstills.end(), gate.p - same,
                         [](const Standstill& point, double p) { return point.p < p; });
    const bool is_there = after != standstills.end() && after->p <= gate.p + same;
    // Where p may be passed at any d1, plans are cut in two next to it.
    if (is_there && after->is_on_all_sides(p_max) && !after->is_steep()) gate.most = kInfinity;
  }
}

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

PlanStatus to_plan_status(RowPlanStatus status) {
  switch (status) {
    case RowPlanStatus::optimal:
      return PlanStatus::optimal;
    case RowPlanStatus::inaccurate:
      return PlanStatus::inaccurate;
    case RowPlanStatus::unlimited:
      return PlanStatus::unlimited;
    case RowPlanStatus::infeasible:
      return PlanStatus::infeasible;
    case RowPlanStatus::gave_up:
    case RowPlanStatus::blocked:
      break;
  }
  return PlanStatus::gave_up;
}

Plan to_plan(RowPlan&& from) {
  Plan plan;
  plan.status = to_plan_status(from.status);
  plan.shortage = from.shortage;
  plan.p = std::move(from.p);
  plan.time = from.time;
  plan.time_lower = from.time_lower;
  plan.profile.time = from.time;
  plan.profile.segments = std::move(from.segments);
  for (const double x : from.x) plan.profile.d1.push_back(std::sqrt(x));
  return plan;
}

// What is left of what is allowed.
std::size_t subtract(std::size_t allowed, std::size_t held) {
  return allowed - std::min(allowed, held);
}

// Where circuits are made on demand, there are so many plans, the rough ones counted as one.
constexpr std::size_t kPlansOnDemand = 4;

// Work of asking the regions where rows have no answer: a few seconds.
constexpr std::size_t kSecondOpinion = 20'000'000;

// Where the factor of limits falls below this fraction of its largest, rows may be so inaccurate
// that what they refuse is possible: the error of a survey is at most 1e-5 of a row, over this 1e-3
// of the limits.
constexpr double kFirmControl = 1e-2;

// Of more circuits, with roots of x or without, the regions tell faster what is missing.
constexpr double kMostToExplain = 800.0, kMostCurvedToExplain = 200.0;

// Limits are taken to have at least this fraction of the tolerance as error, however well they are
// surveyed.
constexpr double kLeastError = 2e-5;

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
        source_(make_limit_source(survey, &missed_)) {
    result_.machine = machine.mechanism.name;
    result_.path = path.name;
    result_.has_tool = machine.mechanism.tool.has_value();
    result_.options = options;
    result_.notes = list_loads_beyond(machine.mechanism.wrenches, path);
  }
  PathPlanner(const PathPlanner&) = delete;
  PathPlanner& operator=(const PathPlanner&) = delete;

  PathPlan run() {
    if (is_surveyed()) plan_surveyed();
    result_.work = done_work();
    return std::move(result_);
  }

 private:
  // Whether the machine can follow the path, as far as it was surveyed.
  bool is_surveyed() {
    survey_.look_along_rest();
    if (survey_.failure().status != SampleStatus::ok) {
      set_unreachable(survey_.failure());
      return false;
    }
    if (!survey_.gave_up() && !is_spent_on_survey()) return true;
    result_.status = PathPlanStatus::gave_up;
    result_.reason = "gave up: the path takes more poses, or more memory, than allowed to survey";
    return false;
  }

  void set_unreachable(const PathFailure& failure) {
    result_.status = PathPlanStatus::unreachable;
    result_.failure = failure;
    result_.reason = describe(failure);
    result_.plan = {};
  }

  [[nodiscard]] std::size_t survey_work() const { return kWorkOfPose * survey_.pose_count(); }
  [[nodiscard]] bool is_spent_on_survey() const {
    return options_.work != 0 && survey_work() >= options_.work;
  }
  // Work left for planning; 0: the usual amount. So of a spent one the least is left.
  [[nodiscard]] std::size_t work_left() const {
    if (options_.work == 0) return 0;
    return std::max<std::size_t>(1, subtract(options_.work, done_work()));
  }
  // Poses that regions ask for count with them.
  [[nodiscard]] std::size_t done_work() const {
    return survey_work() - kWorkOfPose * region_poses_ + row_work_ + region_work_;
  }

  void plan_surveyed() {
    result_.stops = list_stops(path_);
    for (const PathStop& stop : result_.stops) result_.dwell += stop.duration;
    PlanOptions asked = make_plan_options(machine_, path_, survey_, options_, result_.stops);
    if (!options_.closed) {
      make_room(0.0, asked.start);
      make_room(path_.p_max, asked.end);
    }
    plan(asked);
    if (missed_.status != SampleStatus::ok) return set_unreachable(missed_);
    result_.status = to_path_status(result_.plan.status);
    if (options_.report) {
      result_.accessible = list_accessible_speeds(
          source_, list_samples(result_.plan, survey_.breaks()), options_.reserve);
    }
    if (const auto loose = find_loose()) return fail_at_unheld_stop(*loose);
    if (!result_.has_motion()) {
      result_.reason = describe_lack();
      return;
    }
    judge_bounds();
    result_.trajectory = Trajectory(result_.plan, result_.stops);
    if (options_.report) {
      result_.stretches = find_stretches(source_, result_.plan, result_.stops, options_.reserve);
    }
  }

  std::optional<double> find_loose() {
    return find_loose_stop(machine_, survey_, result_.stops, options_.reserve);
  }

  void plan(const PlanOptions& asked) {
    const Control control = find_control(survey_);
    if (const auto dead = find_dead_point(asked, control)) return be_at(*dead);
    if (is_free()) {
      result_.plan.status = PlanStatus::unlimited;
      return;
    }
    plan_as_held(asked, control);
    // Exactly one speed is no proof: it is met up to rounding errors, if at all.
    if (result_.plan.status == PlanStatus::infeasible && is_passed_at_one_speed(control)) {
      result_.plan = {};
      result_.plan.status = PlanStatus::gave_up;
    }
  }

  [[nodiscard]] std::vector<double> list_looks() const {
    constexpr int kLooks = 32;
    std::vector<double> places = survey_.breaks();
    for (int i = 1; i < kLooks; ++i) places.push_back(path_.p_max * i / kLooks);
    return places;
  }

  [[nodiscard]] static bool is_without_equalities(const LimitSystem& limits) {
    return std::all_of(limits.equalities.begin(), limits.equalities.end(),
                       [](const MotionPolynomial& row) { return row.is_zero(); });
  }

  // Whether nothing limits the motion anywhere, as far as one looks; panels show it by themselves.
  [[nodiscard]] bool is_free() {
    if (survey_.is_regular()) return false;
    const std::vector<double> places = list_looks();
    return std::all_of(places.begin(), places.end(), [&](double p) {
      if (survey_.visit(p).status != SampleStatus::ok) return false;
      const LimitSystem& limits = survey_.limits();
      return is_without_equalities(limits) &&
             std::all_of(limits.rows.begin(), limits.rows.end(), [](const LimitRow& row) {
               return std::isinf(row.low) && std::isinf(row.high);
             });
    });
  }

  [[nodiscard]] std::vector<double> list_losses(const Control& control) const {
    return survey_.is_regular() ? control.losses : survey_.breaks();
  }

  [[nodiscard]] bool is_passed_at_one_speed(const Control& control) {
    const std::vector<double> losses = list_losses(control);
    return std::any_of(losses.begin(), losses.end(), [&](double p) {
      return survey_.visit(p).status == SampleStatus::ok &&
             fixes_speed(survey_.limits().equalities);
    });
  }

  // Rows are the fast way. Where drives lose hold of a freedom, the rows of several drives are one
  // and the same equality, which as rows they are only up to the survey's error, and next to such a
  // place forces are that error over the distance: even of a single drive they would exceed its
  // limits. There the regions of the machine itself decide.
  void plan_as_held(const PlanOptions& asked, const Control& control) {
    if (!survey_.is_regular()) return plan_by_regions(asked, RegionsReason::no_panels);
    SurveyField field(survey_, options_.reserve, kLeastError * options_.tolerance);
    if (!control.losses.empty()) return plan_by_regions(asked, RegionsReason::lost_control);
    if (!field.is_usable()) return plan_by_regions(asked, RegionsReason::changing_preload);
    if (field.is_partial()) row_work_ += add_bounding_circuits(field, work_left());
    const RowPlanOptions options = make_row_options(field, asked);
    plan_by_rows(field, options);
    const bool has_answer =
        result_.plan.status == PlanStatus::optimal || result_.plan.status == PlanStatus::unlimited;
    const bool is_proven =
        result_.plan.status == PlanStatus::infeasible && control.least > kFirmControl;
    if (!has_answer && !is_proven && may_ask_regions(options.memory)) {
      plan_by_regions(asked, find_doubt());
    }
    if (result_.plan.status == PlanStatus::infeasible && !result_.plan.obstacle) {
      explain_rows(field, options, asked);
    }
  }

  // Why the answer of rows is not enough.
  [[nodiscard]] RegionsReason find_doubt() const {
    switch (result_.plan.status) {
      case PlanStatus::inaccurate:
        return RegionsReason::rows_inaccurate;
      case PlanStatus::infeasible:
        return RegionsReason::rows_unsure;
      default:
        return RegionsReason::rows_gave_up;
    }
  }

  // Whether there is work left, and memory for the first grid of the regions.
  [[nodiscard]] bool may_ask_regions(std::size_t memory) const {
    // Of a path of 3000 pieces with motors it took 35 kB a piece.
    constexpr std::size_t kOfPiece = 40'000, kLeastPieces = 64;
    const std::size_t pieces = kLeastPieces + survey_.breaks().size() + result_.stops.size();
    const bool is_spent = options_.work != 0 && done_work() >= options_.work;
    return !is_spent && pieces * kOfPiece <= subtract(memory, survey_.calc_bytes());
  }

  [[nodiscard]] RowPlanOptions make_row_options(const SurveyField& field,
                                                const PlanOptions& asked) const {
    RowPlanOptions options = globaldyn::make_row_options(path_, asked);
    open_stops(survey_.standstills(), path_.p_max, options.gates);
    options.work = work_left();
    std::size_t most = find_most_work(field, options);
    if (field.is_partial() && options_.work == 0) most *= kPlansOnDemand;
    options.work = std::max<std::size_t>(1, most / looks_);
    options.memory = subtract(options_.memory, survey_.calc_bytes() + field.calc_bytes());
    return options;
  }

  void plan_by_rows(SurveyField& field, const RowPlanOptions& options) {
    RowPlanOptions aimed = options;
    aimed.tolerance = choose_planning_tolerance(options.tolerance);
    RowPlan rows = field.is_partial()
                       ? plan_with_circuits(field, aimed)
                       : plan_between_standstills(field, survey_.standstills(), aimed);
    row_work_ += rows.work;
    const bool is_close = rows.time - rows.time_lower <= options.tolerance * rows.time;
    if (is_close && !rows.segments.empty()) {
      rows.status = RowPlanStatus::optimal;
      rows.shortage = Shortage::none;
    }
    has_row_plan_ = true;
    result_.planner.method = PlanningMethod::rows;
    result_.plan = to_plan(std::move(rows));
  }

  void explain_rows(SurveyField& field, const RowPlanOptions& options, const PlanOptions& asked) {
    result_.plan.obstacle.emplace();
    // A stop at which the machine cannot be held is reported later.
    if (find_loose()) return;
    if (!field.is_partial()) return explain_by(field, options, options_.explain);
    // Wider limits violate other circuits.
    if (field.circuit_count() <= (field.is_straight() ? kMostToExplain : kMostCurvedToExplain)) {
      SurveyField all(survey_, options_.reserve, kLeastError * options_.tolerance,
                      CircuitChoice::all);
      return explain_by(all, options, options_.explain);
    }
    // As by rows, with as much again as for the plan, and not counted.
    const std::size_t counted = region_work_;
    const std::size_t work = options_.work != 0 ? options_.work : kSecondOpinion;
    const Plan plan = make_region_plan(asked, std::min(work, kSecondOpinion));
    region_work_ = counted;
    if (plan.status == PlanStatus::infeasible && plan.obstacle) {
      result_.plan.obstacle = plan.obstacle;
      return;
    }
    // Even with fewer limits no motion gets farther.
    explain_by(field, options, false);
    is_explained_ = false;
  }

  void explain_by(SurveyField& field, const RowPlanOptions& options, bool with_limits) {
    *result_.plan.obstacle =
        find_row_obstacle(source_, survey_.labels(), field, options, options_.reserve, with_limits);
  }

  Plan make_region_plan(const PlanOptions& asked, std::size_t work) {
    const std::size_t memory = subtract(options_.memory, survey_.calc_bytes());
    const std::size_t poses = survey_.pose_count();
    Plan plan = plan_generally(source_, survey_, asked, work, memory);
    region_poses_ += survey_.pose_count() - poses;
    region_work_ += plan.work;
    return plan;
  }

  // After rows: if it tells more than they did.
  void plan_by_regions(const PlanOptions& asked, RegionsReason reason) {
    count(Fallback::region_plan);
    result_.planner.reason = reason;
    std::size_t work = work_left();
    if (has_row_plan_) work = work == 0 ? kSecondOpinion : std::min(work, kSecondOpinion);
    Plan plan = make_region_plan(asked, work);
    const bool is_motion = !plan.p.empty() || plan.status == PlanStatus::unlimited;
    if (has_row_plan_ && !is_motion) return;
    const bool is_nearer =
        plan.time - plan.time_lower < result_.plan.time - result_.plan.time_lower;
    if (has_row_plan_ && !result_.plan.p.empty() && !is_nearer) return;
    result_.planner.method = PlanningMethod::regions;
    result_.plan = std::move(plan);
  }

  // A speed asked for at an end may be exactly that of a limit, where plans, which leave room for
  // errors of limits, have none: then up to a tenth of the tolerance further inside will do.
  void make_room(double p, SpeedSet& asked) {
    constexpr double kShare = 0.1;
    const double d1 = asked.front().low, room = kShare * options_.tolerance * d1;
    if (d1 == 0.0 || asked.back().high != d1) return;
    const auto accessible = list_accessible_speeds(source_, {p}, options_.reserve);
    for (const Interval& speeds : accessible.front().d1) {
      const bool is_at_high = std::abs(speeds.high - d1) <= room;
      const bool is_at_low = std::abs(speeds.low - d1) <= room;
      // What is beyond a limit by more than rounding errors stays refused.
      const double rounding = round_off::kSame * d1;
      if (d1 < speeds.low - rounding || d1 > speeds.high + rounding) continue;
      const double low = is_at_high ? d1 - room : d1, high = is_at_low ? d1 + room : d1;
      asked = {{std::max(low, speeds.low), std::min(high, speeds.high)}};
      return;
    }
  }

  struct DeadPoint {
    double p;
    std::string reason;
  };

  // Where the machine is to rest, or can only rest, and stays for ever: no motion gets there or on.
  [[nodiscard]] std::optional<DeadPoint> find_dead_point(const PlanOptions& asked,
                                                         const Control& control) {
    for (const SpeedGate& gate : globaldyn::make_row_options(path_, asked).gates) {
      if (gate.most > 0.0) continue;
      if (survey_.visit(gate.p).status != SampleStatus::ok) continue;
      if (stays_at_rest(survey_.limits().equalities)) {
        return DeadPoint{gate.p, describe_dead_point(gate.p, true)};
      }
      if (const auto stuck = find_stuck(gate.p)) return stuck;
    }
    for (const double p : list_losses(control)) {
      if (survey_.visit(p).status != SampleStatus::ok) continue;
      if (forces_rest(survey_.limits().equalities)) {
        return DeadPoint{p, describe_dead_point(p, false)};
      }
    }
    return std::nullopt;
  }

  // Rest at p for ever: no forces set the machine in motion there, or none bring it to rest.
  [[nodiscard]] std::optional<DeadPoint> find_stuck(double p) {
    const double same = round_off::kSolved * path_.p_max;
    for (const Standstill& point : survey_.standstills()) {
      if (std::abs(point.p - p) <= same) return std::nullopt;
    }
    LimitsAt limits;
    source_({&p, 1}, {&limits, 1});
    tighten(limits.before, options_.reserve);
    if (limits.after) tighten(*limits.after, options_.reserve);
    const Region before = make_region(limits.before);
    if (p < path_.p_max && !can_leave_rest(limits.after ? make_region(*limits.after) : before)) {
      return DeadPoint{p, describe_stuck(p, true)};
    }
    if (p > 0.0 && !can_come_to_rest(before)) return DeadPoint{p, describe_stuck(p, false)};
    return std::nullopt;
  }

  void be_at(const DeadPoint& dead) {
    result_.plan.status = PlanStatus::infeasible;
    result_.plan.obstacle.emplace().p = dead.p;
    dead_point_ = dead;
  }

  void fail_at_unheld_stop(double stop) {
    result_.status = PathPlanStatus::infeasible;
    result_.reason =
        fmt::format("the drives cannot hold the machine at its stop at p = {:.6g}", stop);
    result_.plan = {};
    result_.plan.obstacle.emplace().p = stop;
  }

  // Joints that no drive moves although they move or bear a load: what the path keeps at rest needs
  // no drive.
  [[nodiscard]] std::vector<std::string> list_missing_drives() {
    const std::vector<double> places = list_looks();
    const bool needs_none = std::all_of(places.begin(), places.end(), [&](double p) {
      const bool is_there = survey_.visit(p).status == SampleStatus::ok;
      return !is_there || is_without_equalities(survey_.limits());
    });
    if (needs_none) return {};
    return list_undriven(machine_.mechanism, path_.coordinates, survey_.start());
  }

  [[nodiscard]] std::string describe_lack() {
    const std::optional<Obstacle>& obstacle = result_.plan.obstacle;
    if (result_.status == PathPlanStatus::unlimited) return "nothing limits the speed";
    const std::vector<std::string> undriven = list_missing_drives();
    if (!undriven.empty()) return describe_undriven(undriven);
    if (dead_point_) return dead_point_->reason;
    if (obstacle) return describe(*obstacle, path_.p_max, options_.explain && is_explained_);
    if (result_.plan.shortage == Shortage::none) {
      return "gave up: no motion was found, nor was it proven that there is none";
    }
    return describe(result_.plan.shortage, "a motion was found");
  }

  void judge_bounds() {
    if (result_.status == PathPlanStatus::gave_up) {
      const double gap = result_.time() - result_.time_lower();
      const bool has_met = gap <= options_.tolerance * result_.time();
      result_.reason = describe(result_.plan.shortage,
                                has_met ? "all limits were seen to be kept" : "the bounds met");
    }
    if (!survey_.hidden().empty() && result_.status == PathPlanStatus::optimal) {
      result_.status = PathPlanStatus::inaccurate;
      result_.reason = describe_hidden(survey_.hidden());
    }
  }

  const Machine& machine_;
  const Path& path_;
  PathSurvey& survey_;
  const PathPlanOptions& options_;
  std::size_t looks_;
  PathFailure missed_;  // where the machine turned out to be unable to go
  LimitSource source_;
  PathPlan result_;
  std::optional<DeadPoint> dead_point_;
  bool has_row_plan_{false};
  bool is_explained_{true};  // all of what options ask for is known about the obstacle
  std::size_t row_work_{0}, region_work_{0};  // spent on them
  std::size_t region_poses_{0};
};

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

PathPlan plan_surveyed_path(const Machine& machine, const Path& path, PathSurvey& survey,
                            const PathPlanOptions& options, std::size_t looks) {
  return PathPlanner(machine, path, survey, options, looks).run();
}

}  // namespace globaldyn
