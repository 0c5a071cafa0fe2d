#include "globaldyn/curve/plan_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/convex/nodes_plan.h"
#include "globaldyn/convex/paced_field.h"
#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/plan/rows/row_plan.h"

namespace globaldyn::inside {
inline namespace curve {
namespace {

bool is_any(const VectorXd& values) {
  return (values.array() < std::numeric_limits<double>::infinity()).any();
}

std::string explain(const Plan& plan) {
  switch (plan.status) {
    case PlanStatus::infeasible:
      return fmt::format("no motion within the limits passes p = {:.6g}",
                         plan.blocked_at.value_or(0.0));
    case PlanStatus::unlimited:
      return "nothing limits the speed";
    case PlanStatus::gave_up:
      return "gave up: the work or the memory that was allowed was used up";
    default:
      return {};
  }
}

// The motion that is best as a whole, from the fastest one within the limits at single p.
class WholePlanner {
 public:
  WholePlanner(const CurveLimits& limits, const CurveWish& wish, const PlanOptions& options,
               CurvePlan fastest)
      : limits_(limits),
        field_(limits),
        wish_(wish),
        options_(options),
        result_(std::move(fastest)) {
    result_.is_whole = true;
  }

  CurvePlan run() {
    if (wish_.least_losses && wish_.time > 0.0 && wish_.time < result_.plan.time_lower) {
      return tell_none(PlanStatus::infeasible,
                       fmt::format("the fastest motion takes {:.6g} s, longer than the {:.6g} s "
                                   "that are allowed",
                                   result_.fastest, wish_.time));
    }
    if (const auto jump = find_jump()) {
      return tell_none(PlanStatus::infeasible,
                       fmt::format("accelerations jump at p = {:.6g} at any speed: what changes in "
                                   "finite time needs curves that are smooth there",
                                   *jump));
    }
    if (options_.is_closed && field_.is_of_change() && !field_.closes_smoothly()) {
      return tell_none(PlanStatus::infeasible,
                       "accelerations jump where the curves are closed, at any speed: what changes "
                       "in finite time needs curves that go on smoothly there");
    }
    choose_aim();
    std::vector<StandstillPace> paces;
    const std::vector<GridStretch> stretches{make_stretch(paces)};
    const PacedField paced(field_, paces);
    const MotionField& field = paces.empty() ? static_cast<const MotionField&>(field_) : paced;
    const Plan fastest = result_.plan;
    const auto x_at = [&](double s) {
      return paced.find_x(s, [&](double p) { return find_x(fastest, p); });
    };
    const MotionSolution found =
        solve_motion(field, stretches, {}, aim_, x_at,
                     {.tolerance = find_tolerance(), .places = 0, .work = options_.work});
    if (found.nodes.empty()) {
      return tell_none(PlanStatus::gave_up,
                       "gave up: no motion was found that is what was wished for");
    }
    if (!found.is_global) lower_ = find_lower_bound(field, stretches, {}, aim_, x_at, found);
    take(paces.empty() ? found : paced.tell_by_p(found));
    return std::move(result_);
  }

 private:
  CurvePlan tell_none(PlanStatus status, std::string reason) {
    result_.plan = {};
    result_.plan.status = status;
    result_.reason = std::move(reason);
    return std::move(result_);
  }

  [[nodiscard]] std::optional<double> find_jump() const {
    if (!field_.is_of_change()) return std::nullopt;
    for (std::size_t i = 1; i < field_.parts().size(); ++i) {
      if (!field_.parts()[i].is_smooth) return field_.parts()[i].begin;
    }
    return std::nullopt;
  }

  // With what power of the distance from an end the curves begin to move there; 0: with a slope.
  [[nodiscard]] int find_standstill(bool is_at_end) const {
    // Beyond that ds/dp would not be known to digits that count.
    constexpr double kMost = 4.0, kNone = 1e-9;
    const std::vector<double>& p =
        (is_at_end ? limits_.pieces().back() : limits_.pieces().front()).p();
    if (p.size() < 3) return 0;
    const std::size_t part = is_at_end ? field_.parts().size() - 1 : 0;
    FieldCourse course;
    const auto find_rate = [&](std::size_t away) {
      field_.write_course(part, is_at_end ? p[p.size() - 1 - away] : p[away], course);
      return course.rates.lpNorm<Eigen::Infinity>();
    };
    const double at = find_rate(0), near = find_rate(1), far = find_rate(2);
    if (!(at <= kNone * far && near < far && near > 0.0)) return 0;
    const double ratio = is_at_end ? (p.back() - p[p.size() - 3]) / (p.back() - p[p.size() - 2])
                                   : (p[2] - p[0]) / (p[1] - p[0]);
    return static_cast<int>(
        std::clamp(std::round(std::log(far / near) / std::log(ratio)), 1.0, kMost));
  }

  // Where the curves stand still at an end that is at rest, the drives rest there whatever d1 is.
  void add_pace(GridStretch& stretch, std::vector<StandstillPace>& paces) const {
    const auto rests = [](bool is_free, double x) { return is_free || x == 0.0; };
    const int before = rests(stretch.is_free_begin, stretch.x_begin) ? find_standstill(false) : 0;
    const int after = rests(stretch.is_free_end, stretch.x_end) ? find_standstill(true) : 0;
    if (before == 0 && after == 0) return;
    paces.emplace_back(stretch.begin, stretch.end, before, after);
    if (before > 0) stretch.is_free_begin = false;
    if (after > 0) stretch.is_free_end = false;
  }

  [[nodiscard]] GridStretch make_stretch(std::vector<StandstillPace>& paces) const {
    GridStretch stretch{.begin = field_.parts().front().begin, .end = field_.parts().back().end};
    if (options_.is_closed) {
      stretch.is_free_begin = stretch.is_free_end = true;
      stretch.follows = 0;
      return stretch;
    }
    const auto is_free = [](const SpeedGate& gate) { return gate.least < gate.most; };
    stretch.is_free_begin = is_free(options_.gates.front());
    stretch.is_free_end = is_free(options_.gates.back());
    if (!stretch.is_free_begin) stretch.x_begin = options_.gates.front().least;
    if (!stretch.is_free_end) stretch.x_end = options_.gates.back().least;
    add_pace(stretch, paces);
    return stretch;
  }

  // In which costs and budgets count a drive's force: what it bears for ever, or its limit.
  [[nodiscard]] VectorXd choose_forces() const {
    const DriveBounds& bounds = limits_.bounds();
    VectorXd forces(limits_.drives());
    for (Eigen::Index k = 0; k < forces.size(); ++k) {
      const double limit = std::max(std::abs(bounds.low[k]), std::abs(bounds.high[k]));
      const double fastest = std::max(-bounds.acceleration_low[k], bounds.acceleration[k]);
      forces[k] = std::isfinite(wish_.rated[k])         ? wish_.rated[k]
                  : std::isfinite(limit) && limit > 0.0 ? limit
                  : std::isfinite(fastest)              ? fastest
                                                        : 1.0;
    }
    return forces;
  }

  void add_budget(Eigen::Index total, double period, double most) {
    Budget budget{.shares = VectorXd::Zero(1 + limits_.drives()), .period = period, .most = most};
    budget.shares[total] = 1.0;
    aim_.budgets.push_back(std::move(budget));
  }

  void choose_aim() {
    const Eigen::Index m = limits_.drives();
    aim_.forces = choose_forces();
    aim_.costs = VectorXd::Zero(1 + m);
    const bool is_rated = is_any(wish_.rated);
    aim_.has_period = is_rated && wish_.time == 0.0;
    if (wish_.least_losses) {
      aim_.costs.tail(m) = wish_.weights.cwiseProduct(aim_.forces.cwiseAbs2());
    }
    const double worth = wish_.least_losses ? wish_.time_worth : 1.0;
    (aim_.has_period ? aim_.period_cost : aim_.costs[0]) = worth;
    if (aim_.has_period) add_budget(0, 1.0, 0.0);
    for (Eigen::Index k = 0; k < m; ++k) {
      if (!std::isfinite(wish_.rated[k])) continue;
      add_budget(1 + k, aim_.has_period ? 1.0 : 0.0, aim_.has_period ? 0.0 : wish_.time);
    }
    if (wish_.least_losses && wish_.time > 0.0) add_budget(0, 0.0, wish_.time);
    // What is to be least is compared with nothing else: in a unit in which it is neither large nor
    // small, whatever the units of weights and time.
    const double unit = std::max(aim_.costs.maxCoeff(), aim_.period_cost);
    aim_.costs /= unit;
    aim_.period_cost /= unit;
  }

  // Errors of motions whose forces change in finite time fall more slowly.
  [[nodiscard]] double find_tolerance() const {
    constexpr double kLeastOfChange = 1e-5;
    return field_.is_of_change() ? std::max(options_.tolerance, kLeastOfChange)
                                 : options_.tolerance;
  }

  void take(const MotionSolution& found) {
    // What limits may be exceeded by, as everywhere; and what the finest grid knows well enough of
    // motions that change in finite time.
    constexpr double kMostExcess = 1e-6, kEnough = 1e-4;
    const double error = (found.error + found.gap) / found.size;
    const bool is_solved =
        found.status == MotionSolution::Status::solved ||
        (field_.is_of_change() && error <= kEnough && found.excess <= kMostExcess);
    const bool is_fastest = !wish_.least_losses;
    const double lower = result_.plan.time_lower;
    result_.plan = make_plan(found.nodes);
    result_.plan.status = is_solved ? PlanStatus::optimal : PlanStatus::inaccurate;
    result_.reason =
        is_solved ? ""
                  : fmt::format(
                        "what was to be least is known to {:.1g} of it, limits exceeded by {:.1g} "
                        "of them",
                        error, found.excess);
    result_.error = error;
    result_.excess = found.excess;
    result_.is_global = found.is_global;
    result_.gap.reset();
    if (found.is_global) {
      result_.gap = error;
    } else if (lower_) {
      result_.gap = error + std::max(0.0, found.objective - *lower_) / found.size;
    }
    const double time = result_.plan.time;
    result_.plan.time_lower =
        !is_fastest ? time : std::max(lower, result_.gap ? time * (1.0 - *result_.gap) : 0.0);
    result_.squares =
        found.totals.segment(1, limits_.drives()).cwiseProduct(aim_.forces.cwiseAbs2());
    const double pause = aim_.has_period ? found.period - found.totals[0] : 0.0;
    if (pause > 2.0 * options_.tolerance * found.period) result_.pause = pause;
  }

  const CurveLimits& limits_;
  CurveMotionField field_;
  const CurveWish& wish_;
  const PlanOptions& options_;
  CurvePlan result_;
  MotionAim aim_;
  std::optional<double> lower_;
};

}  // namespace

bool is_limited_as_whole(const DriveBounds& bounds, const CurveWish& wish) {
  return wish.least_losses || is_any(wish.rated) || is_any(bounds.jerk) || is_any(bounds.rate) ||
         is_any(bounds.power);
}

CurvePlan plan_curves(const DriveCurves& curves, const DriveBounds& bounds, const CurveWish& wish,
                      const PlanOptions& options) {
  const CurveLimits limits(curves, bounds);
  CurveRowField rows(limits);
  CurvePlan result;
  result.plan = plan_rows(rows, options);
  result.reason = explain(result.plan);
  result.fastest = result.plan.time;
  const bool is_whole = is_limited_as_whole(bounds, wish);
  if (result.plan.status == PlanStatus::optimal && result.plan.time > 0.0) {
    result.gap = 1.0 - result.plan.time_lower / result.plan.time;
  }
  if (is_whole && result.plan.status == PlanStatus::unlimited) {
    result.plan.status = PlanStatus::gave_up;
    result.reason =
        "gave up: nothing limits the motion at single p, from where what is limited as a whole is "
        "sought; give speeds, accelerations or forces, however large";
  }
  if (!is_whole || !result.plan.has_motion()) return result;
  return WholePlanner(limits, wish, options, std::move(result)).run();
}

}  // namespace curve
}  // namespace globaldyn::inside
