#include "globaldyn/motion/field_planner.h"

#include <algorithm>
#include <utility>

#include "core/base/constants.h"
#include "core/base/fallbacks.h"
#include "globaldyn/motion/circuits_on_demand.h"
#include "globaldyn/motion/planning_tolerance.h"
#include "globaldyn/motion/region_nodes.h"
#include "globaldyn/motion/row_obstacle.h"
#include "globaldyn/motion/steep_standstills.h"
#include "globaldyn/plan/regions/region_plan.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// Where circuits are made on demand, there are so many plans, the rough ones counted as one.
constexpr std::size_t kPlansOnDemand = 4;

// Work of regions: enough for most paths; and of asking them where rows have no answer, a few
// seconds.
constexpr std::size_t kEnoughWork = 30'000'000, kSecondOpinion = 20'000'000;

// Where the factor of limits falls below this fraction of its largest, rows may be so inaccurate
// that what they refuse is possible: the error of a survey is at most 1e-5 of a row, over this 1e-3
// of the limits.
constexpr double kFirmControl = 1e-2;

// Of more circuits, with roots of x or without, the regions tell faster what is missing.
constexpr double kMostToExplain = 800.0, kMostCurvedToExplain = 200.0;

// Limits are taken to have at least this fraction of the tolerance as error, however well they are
// surveyed.
constexpr double kLeastError = 2e-5;

// What is left of what is allowed.
std::size_t subtract(std::size_t allowed, std::size_t held) {
  return allowed - std::min(allowed, held);
}

// Where the path stands still the machine rests whatever d1 is: a stop or an end at rest there
// needs nothing more. Otherwise the motion would have to leave d1 = 0 at an infinite d2.
void open_stops(const Survey& survey, std::vector<SpeedGate>& gates) {
  const double p_max = gates.back().p;
  for (SpeedGate& gate : gates) {
    if (gate.most > 0.0) continue;
    const Standstill* const point = survey.find_standstill(gate.p);
    // Where p may be passed at any d1, plans are cut in two next to it.
    if (point && point->is_on_all_sides(p_max) && !point->is_steep()) gate.most = kInfinity;
  }
}

bool has_answer(PlanStatus status) {
  return status == PlanStatus::optimal || status == PlanStatus::unlimited;
}

// Why the answer of rows is not enough.
RegionsReason find_doubt(PlanStatus status) {
  if (status == PlanStatus::inaccurate) return RegionsReason::rows_inaccurate;
  if (status == PlanStatus::infeasible) return RegionsReason::rows_unsure;
  return RegionsReason::rows_gave_up;
}

double find_gap(const Plan& plan) {
  return plan.time - plan.time_lower;
}

class FieldPlanner {
 public:
  FieldPlanner(PathSurvey& survey, PoseField& poses, const PlanOptions& asked,
               const Control& control, const FieldPlanOptions& options)
      : survey_(survey), poses_(poses), asked_(asked), control_(control), options_(options) {}

  // Rows are the fast way. Where drives lose hold of a freedom, the rows of several drives are one
  // and the same equality, which as rows they are only up to the survey's error, and next to such a
  // place forces are that error over the distance: even of a single drive they would exceed its
  // limits. There the regions of the machine itself decide.
  FieldPlan run() {
    if (!survey_.is_regular()) return plan_by_regions_alone(RegionsReason::no_panels);
    if (!control_.losses.empty()) return plan_by_regions_alone(RegionsReason::lost_control);
    SurveyField field(survey_, options_.reserve, kLeastError * asked_.tolerance);
    if (!field.is_usable()) return plan_by_regions_alone(RegionsReason::changing_preload);
    if (field.is_partial()) made_.work += add_bounding_circuits(field, find_work_left());
    const PlanOptions options = make_row_options(field);
    made_.plan = plan_by_rows(field, options);
    made_.choice.method = PlanningMethod::rows;
    const PlanStatus status = made_.plan.status;
    const bool is_proven = status == PlanStatus::infeasible && control_.least > kFirmControl;
    if (!has_answer(status) && !is_proven && may_ask_regions(options.memory)) {
      take_if_better(ask_regions(find_doubt(status), find_second_work()));
    }
    if (made_.plan.status == PlanStatus::infeasible && !made_.plan.obstacle) {
      explain(field, options);
    }
    return std::move(made_);
  }

 private:
  [[nodiscard]] std::size_t find_survey_work() const {
    return kWorkOfPose * (survey_.pose_count() - made_.poses);
  }
  // Poses that regions ask for count with them.
  [[nodiscard]] std::size_t find_spent() const { return find_survey_work() + made_.work; }
  // Work left for planning; 0: the usual amount. So of a spent one the least is left.
  [[nodiscard]] std::size_t find_work_left() const {
    if (options_.work == 0) return 0;
    return std::max<std::size_t>(1, subtract(options_.work, find_spent()));
  }
  // As a second opinion.
  [[nodiscard]] std::size_t find_second_work() const {
    const std::size_t left = find_work_left();
    return left == 0 ? kSecondOpinion : std::min(left, kSecondOpinion);
  }

  FieldPlan plan_by_regions_alone(RegionsReason reason) {
    made_.plan = ask_regions(reason, find_work_left());
    made_.choice.method = PlanningMethod::regions;
    return std::move(made_);
  }

  [[nodiscard]] PlanOptions make_row_options(const SurveyField& field) const {
    PlanOptions options = asked_;
    open_stops(survey_, options.gates);
    options.work = find_work_left();
    std::size_t most = find_most_work(field, options);
    if (field.is_partial() && options_.work == 0) most *= kPlansOnDemand;
    options.work = std::max<std::size_t>(1, most / options_.looks);
    options.memory = subtract(options_.memory, survey_.calc_bytes() + field.calc_bytes());
    return options;
  }

  Plan plan_by_rows(SurveyField& field, const PlanOptions& options) {
    PlanOptions aimed = options;
    aimed.tolerance = choose_planning_tolerance(options.tolerance);
    Plan plan = field.is_partial() ? plan_with_circuits(field, aimed)
                                   : plan_between_standstills(field, survey_.standstills(), aimed);
    made_.work += plan.work;
    if (plan.has_motion() && find_gap(plan) <= options.tolerance * plan.time) {
      plan.status = PlanStatus::optimal;
      plan.shortage = Shortage::none;
    }
    return plan;
  }

  // Whether there is work left, and memory for the first grid of the regions.
  [[nodiscard]] bool may_ask_regions(std::size_t memory) const {
    // Of a path of 3000 pieces with motors it took 35 kB a piece.
    constexpr std::size_t kOfPiece = 40'000, kLeastPieces = 64;
    const std::size_t pieces = kLeastPieces + survey_.breaks().size() + asked_.gates.size();
    const bool is_spent = options_.work != 0 && find_spent() >= options_.work;
    return !is_spent && pieces * kOfPiece <= subtract(memory, survey_.calc_bytes());
  }

  // The poses it asks for count with what it does.
  Plan make_region_plan(std::size_t work) {
    PlanOptions options = asked_;
    options.work = work != 0 ? work : kEnoughWork;
    options.memory = std::max<std::size_t>(1, subtract(options_.memory, survey_.calc_bytes()));
    const std::size_t poses = survey_.pose_count();
    Plan plan =
        plan_regions(poses_, place_region_nodes(survey_, control_), options, options_.explain);
    made_.poses += survey_.pose_count() - poses;
    return plan;
  }

  Plan ask_regions(RegionsReason reason, std::size_t work) {
    count(Fallback::region_plan);
    made_.choice.reason = reason;
    Plan plan = make_region_plan(work);
    made_.work += plan.work;
    return plan;
  }

  // After rows: if it tells more than they did.
  void take_if_better(Plan plan) {
    if (!plan.has_motion() && plan.status != PlanStatus::unlimited) return;
    if (made_.plan.has_motion() && find_gap(plan) >= find_gap(made_.plan)) return;
    made_.choice.method = PlanningMethod::regions;
    made_.plan = std::move(plan);
  }

  void explain(SurveyField& field, const PlanOptions& options) {
    made_.plan.obstacle.emplace();
    if (!field.is_partial()) return explain_by(field, options, options_.explain);
    // Wider limits violate other circuits.
    if (field.circuit_count() <= (field.is_straight() ? kMostToExplain : kMostCurvedToExplain)) {
      SurveyField all(survey_, options_.reserve, kLeastError * asked_.tolerance,
                      CircuitChoice::all);
      return explain_by(all, options, options_.explain);
    }
    // As by rows, with as much again as for the plan, and not counted.
    const std::size_t work = options_.work != 0 ? options_.work : kSecondOpinion;
    const Plan plan = make_region_plan(std::min(work, kSecondOpinion));
    if (plan.status == PlanStatus::infeasible && plan.obstacle) {
      made_.plan.obstacle = plan.obstacle;
      return;
    }
    // Even with fewer limits no motion gets farther.
    explain_by(field, options, false);
    made_.is_explained = false;
  }

  void explain_by(SurveyField& field, const PlanOptions& options, bool with_limits) {
    *made_.plan.obstacle =
        find_row_obstacle(poses_, survey_.labels(), field, options, options_.reserve, with_limits);
  }

  PathSurvey& survey_;
  PoseField& poses_;
  const PlanOptions& asked_;
  const Control& control_;
  const FieldPlanOptions& options_;
  FieldPlan made_;
};

}  // namespace

FieldPlan plan_field(PathSurvey& survey, PoseField& poses, const PlanOptions& asked,
                     const Control& control, const FieldPlanOptions& options) {
  return FieldPlanner(survey, poses, asked, control, options).run();
}

}  // namespace motion
}  // namespace globaldyn::inside
