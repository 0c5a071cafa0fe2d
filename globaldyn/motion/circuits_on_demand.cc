#include "globaldyn/motion/circuits_on_demand.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/constants.h"
#include "globaldyn/motion/circuit_finder.h"
#include "globaldyn/motion/steep_standstills.h"
#include "globaldyn/region/methods/region_solver.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// States a little beyond each edge of a region, half-way along it.
std::vector<PathState> list_beyond(const Region& region) {
  constexpr double kLittle = 1e-3;
  std::vector<PathState> states;
  for (const Strip& strip : region.strips()) {
    const auto at = [&](CurveNumber curve, double d1) {
      return region.curves().parabola(curve).at(d1);
    };
    const auto find_middle = [&](double d1) {
      if (strip.upper && strip.lower) return 0.5 * (at(strip.upper, d1) + at(strip.lower, d1));
      return strip.upper ? at(strip.upper, d1) : strip.lower ? at(strip.lower, d1) : 0.0;
    };
    const bool has_end = std::isfinite(strip.end);
    const double d1 = has_end ? 0.5 * (strip.begin + strip.end) : 2.0 * strip.begin + 1.0;
    const double height =
        strip.upper && strip.lower ? at(strip.upper, d1) - at(strip.lower, d1) : 1.0;
    if (strip.upper) states.push_back({d1, at(strip.upper, d1) + kLittle * height});
    if (strip.lower) states.push_back({d1, at(strip.lower, d1) - kLittle * height});
    if (has_end) states.push_back({strip.end * (1.0 + kLittle), find_middle(strip.end)});
    if (strip.begin > 0.0) {
      states.push_back({strip.begin * (1.0 - kLittle), find_middle(strip.begin)});
    }
  }
  return states;
}

class CircuitPlanner {
 public:
  CircuitPlanner(SurveyField& field, const PlanOptions& options)
      : field_(field),
        options_(options),
        finder_(field),
        work_(find_most_work(field, options)),
        field_bytes_(field.calc_bytes()) {}

  Plan run() {
    // Each adds at least one circuit to a panel, mostly all that are missing; three to six do.
    constexpr int kMostRounds = 40;
    // What is missing shows in rough plans, too, which are fast; the rest nearly always in one that
    // takes a third of the time of the final one.
    constexpr double kRough = 1e-3, kFine = 3e-5;
    double tolerance = std::max(options_.tolerance, kRough);
    for (int round = 0; round < kMostRounds && spent() < work_; ++round) {
      Plan plan = plan_once(tolerance);
      take_numbers(plan);
      // Without a motion that keeps the rows, there is none that keeps the limits.
      if (plan.segments.empty()) return finish(std::move(plan));
      const Look look = add_violated(plan);
      if (look.is_in_vain) break;
      if (look.excess <= kKept) {
        if (tolerance == options_.tolerance) return finish(std::move(plan));
        best_ = std::move(plan);
      }
      const double next = tolerance > kFine ? kFine : 0.0;
      const bool is_enough = look.excess <= kRoughlyKept || tolerance == kFine;
      if (is_enough) tolerance = std::max(options_.tolerance, next);
      field_.renew();
    }
    best_.status = best_.segments.empty() ? PlanStatus::gave_up : PlanStatus::inaccurate;
    if (spent() >= work_) {
      best_.status = PlanStatus::gave_up;
      best_.shortage = Shortage::work;
    }
    return finish(std::move(best_));
  }

 private:
  // The share of limits that may be exceeded for lack of a circuit: rounding errors, and while
  // plans are rough more.
  static constexpr double kKept = 1e-11, kRoughlyKept = 1e-5;
  // Places of a segment looked at.
  static constexpr std::size_t kPlaces = 17;

  [[nodiscard]] std::size_t spent() const { return planned_ + finder_.work(); }

  // What is spent on planning must leave as much as looking at the plan may take.
  Plan plan_once(double tolerance) {
    constexpr std::size_t kForLooks = 8;
    const std::size_t left = work_ - std::min(work_, spent());
    PlanOptions options = options_;
    options.tolerance = tolerance;
    options.work = std::max<std::size_t>(1, left - left / kForLooks);
    const std::size_t grown = field_.calc_bytes() - std::min(field_.calc_bytes(), field_bytes_);
    options.memory -= std::min(options.memory, grown);
    return plan_between_standstills(field_, field_.survey().standstills(), options);
  }

  void take_numbers(const Plan& plan) {
    lower_ = std::max(lower_, plan.time_lower);
    planned_ += plan.work;
    looks_ += plan.looks;
    rounds_ += plan.rounds;
    bytes_ = std::max(bytes_, plan.bytes);
  }

  Plan finish(Plan plan) {
    // That the missing rows leave speeds unlimited says nothing.
    if (plan.status == PlanStatus::unlimited) plan.status = PlanStatus::gave_up;
    // Fewer rows only lower it.
    if (plan.segments.empty() || lower_ <= plan.time) {
      plan.time_lower = std::max(plan.time_lower, lower_);
    }
    plan.work = spent();
    plan.looks = looks_;
    plan.rounds = rounds_;
    plan.bytes = bytes_;
    return plan;
  }

  struct Look {
    double excess{-kInfinity};  // the largest, by circuits that are not among the rows
    bool is_in_vain{false};     // work does not last, or circuits that are rows are not kept
  };

  // Adds the circuits that a motion violates, or comes near to violating.
  Look add_violated(const Plan& plan) {
    // What comes as near is likely to be violated by the next motion.
    constexpr double kNear = -1e-3;
    // Rows are kept up to the error of their quadratics, which plans take into account. More means
    // that a row said nothing, because its weights all nearly vanish.
    constexpr double kKnownKept = 1e-7;
    Look result;
    std::size_t panel = 0;
    for (std::size_t j = 0; j < plan.segments.size(); ++j) {
      if (spent() > work_) return {kInfinity, true};
      for (std::size_t i = 0; i < kPlaces; ++i) {
        const double excess = look(plan, j, i, panel);
        if (excess <= kNear) continue;
        if (finder_.add()) {
          result.excess = std::max(result.excess, excess);
        } else if (excess > kKnownKept) {
          return {excess, true};
        }
      }
    }
    return result;
  }

  // By how much a motion exceeds limits at a place of a segment.
  double look(const Plan& plan, std::size_t segment, std::size_t place, std::size_t& panel) {
    // Parts end where a weight vanishes: exactly there a limit that does not exist is as good as
    // one that does, and it cannot be told which circuit is missing.
    constexpr double kInside = 1e-6;
    const SegmentMotion& motion = plan.segments[segment];
    const double share = static_cast<double>(place) / (kPlaces - 1);
    const double s = motion.length * std::clamp(share, kInside, 1.0 - kInside);
    const double p = plan.p[segment] + s;
    const auto panels = field_.survey().panels();
    const auto is_reached = [&](double begin) { return share < 1.0 ? begin <= p : begin < p; };
    while (panel + 1 < panels.size() && is_reached(panels[panel + 1].begin)) ++panel;
    finder_.look(panel, p);
    return finder_.find_excess({std::sqrt(std::max(0.0, motion.x_at(s))), motion.d2_at(s)});
  }

  SurveyField& field_;
  const PlanOptions& options_;
  CircuitFinder finder_;
  std::size_t work_;
  std::size_t field_bytes_;  // of the field before anything was added
  std::size_t planned_{0}, looks_{0}, bytes_{0};
  int rounds_{0};
  double lower_{0.0};
  Plan best_;  // of those that keep all limits
};

}  // namespace

std::size_t add_bounding_circuits(SurveyField& field, std::size_t most) {
  CircuitFinder finder(field);
  RegionSolver solver;
  Region region;
  std::size_t work = 0;
  const auto panels = field.survey().panels();
  for (std::size_t i = 0; i < panels.size(); ++i) {
    if (most != 0 && work + finder.work() >= most) break;
    finder.look(i, 0.5 * (panels[i].begin + panels[i].end));
    const LimitSystem system = finder.make_system();
    work += 10 + 2 * system.rows.size() * static_cast<std::size_t>(1 + system.redundancy);
    solver.solve(system, region);
    const std::vector<PathState> states =
        region.is_empty() ? finder.list_far() : list_beyond(region);
    for (const PathState& state : states) {
      (void)finder.find_excess(state);
      (void)finder.add();
    }
  }
  field.renew();
  return work + finder.work();
}

Plan plan_with_circuits(SurveyField& field, const PlanOptions& options) {
  return CircuitPlanner(field, options).run();
}

}  // namespace motion
}  // namespace globaldyn::inside
