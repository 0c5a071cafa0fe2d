#include "globaldyn/motion/wished_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "core/base/round_off.h"
#include "globaldyn/convex/solve_motion.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/motion/survey_rows.h"
#include "globaldyn/survey/control.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// A motion that exceeds its limits by this share of what a plan may exceed is left as it is.
constexpr double kShareOfViolation = 0.1;

// Where the preload needs all forces, straight between these they are within some 1e-7 of what they
// are.
constexpr int kPlaces = 8000;

std::vector<GridStretch> list_grid_stretches(const PathPlan& fastest, const Path& path) {
  const Plan& plan = fastest.plan;
  std::vector<GridStretch> stretches{{.begin = 0.0, .end = path.p_max}};
  const auto stops_at = [&](double p) {
    return std::any_of(fastest.stops.begin(), fastest.stops.end(),
                       [p](const PathStop& stop) { return stop.p == p; });
  };
  for (const PathStop& stop : fastest.stops) {
    if (stop.p <= 0.0 || stop.p >= path.p_max) continue;
    stretches.back().end = stop.p;
    stretches.push_back({.begin = stop.p, .end = path.p_max});
  }
  const auto is_free = [](const EndSpeed& end) { return end.kind == EndSpeed::Kind::free; };
  GridStretch &first = stretches.front(), &last = stretches.back();
  first.is_free_begin = is_free(fastest.options.start) && !stops_at(0.0);
  last.is_free_end = is_free(fastest.options.end) && !stops_at(path.p_max);
  if (!first.is_free_begin) first.x_begin = plan.x.front();
  if (!last.is_free_end) last.x_end = plan.x.back();
  return stretches;
}

// d1² of a plan.
class PlanSpeeds {
 public:
  explicit PlanSpeeds(const Plan& plan) : plan_(plan) {}

  double operator()(double p) const {
    const auto after = std::upper_bound(plan_.p.begin() + 1, plan_.p.end() - 1, p);
    const auto i = static_cast<std::size_t>(after - plan_.p.begin()) - 1;
    return plan_.segments[i].x_at(p - plan_.p[i]);
  }

 private:
  const Plan& plan_;
};

class WishedPlanner {
 public:
  WishedPlanner(const Machine& machine, const Path& path, PathSurvey& survey,
                const PathPlanOptions& options, PathPlan fastest)
      : machine_(machine),
        path_(path),
        survey_(survey),
        options_(options),
        drives_(static_cast<Eigen::Index>(machine.mechanism.drives.size())),
        field_(survey, machine.mechanism.drives, options.reserve),
        result_(std::move(fastest)) {}

  PathPlan run() {
    wished_.wish = options_.wish;
    wished_.fastest = result_.time();
    const std::vector<GridStretch> stretches = list_grid_stretches(result_, path_);
    if (const auto lack = find_lack(stretches)) return tell_none(*lack);
    choose_aim();
    for (const PathStop& stop : result_.stops) {
      if (stop.duration > 0.0) rests_.push_back({stop.p, stop.duration});
    }
    const PlanSpeeds speeds(result_.plan);
    const MotionOptions how{.tolerance = find_tolerance(),
                            .most_excess = kShareOfViolation * kMostViolation,
                            .places = field_.basis().empty() ? kPlaces : 0,
                            .work = options_.work};
    const MotionSolution solution = solve_motion(field_, stretches, rests_, aim_, speeds, how);
    result_.work += solution.work;
    wished_.steps = solution.steps;
    wished_.cells = solution.cells;
    if (solution.nodes.empty()) {
      return tell_none(
          {PlanStatus::gave_up, "gave up: no motion was found that is what was wished for"});
    }
    take(solution);
    return std::move(result_);
  }

 private:
  struct Lack {
    PlanStatus status;
    std::string reason;
  };

  // Why there is no such motion, as far as that is known before it is looked for.
  [[nodiscard]] std::optional<Lack> find_lack(const std::vector<GridStretch>& stretches) const {
    const MotionWish& wish = options_.wish;
    if (wish.least_losses && wish.time < result_.plan.time_lower + result_.dwell) {
      return Lack{
          PlanStatus::infeasible,
          fmt::format("the fastest motion takes {:.6g} s, longer than the {:.6g} s that are "
                      "allowed",
                      result_.time(), wish.time)};
    }
    if (!survey_.is_regular() || !find_control(survey_).losses.empty()) {
      return Lack{PlanStatus::gave_up,
                  "gave up: drives lose hold of a freedom somewhere on the path, or their "
                  "redundancy changes; what is best as a whole is not known there"};
    }
    if (!field_.other_forces().empty() && field_.redundancy() > 0 && field_.basis().empty()) {
      return Lack{PlanStatus::gave_up,
                  "gave up: losses in gears of drives that share their work, which what is best as "
                  "a whole does not know yet"};
    }
    if (const auto jump = find_jump(stretches)) {
      return Lack{PlanStatus::infeasible,
                  fmt::format("accelerations jump at p = {:.6g} at any speed, because the path's "
                              "curvature does: with 'rate' or 'max_jerk' of drives the path needs "
                              "smooth blends, or a stop there",
                              *jump)};
    }
    if (const auto loose = find_loose_rest(stretches)) {
      return Lack{PlanStatus::infeasible,
                  fmt::format("the drives cannot hold the machine at p = {:.6g}, where it rests: "
                              "with 'rate' or 'max_jerk' it starts and stops with what holds it",
                              *loose)};
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_of_change() const {
    const auto& limits = field_.motion_limits();
    return std::any_of(limits.begin(), limits.end(),
                       [](const DriveMotionLimit& one) { return one.is_of_change(); });
  }

  // Errors of motions whose forces change in finite time fall more slowly: what is asked for of
  // others would take thousands of cells.
  [[nodiscard]] double find_tolerance() const {
    constexpr double kLeastOfChange = 1e-5;
    return is_of_change() ? std::max(options_.tolerance, kLeastOfChange) : options_.tolerance;
  }

  // Where a motion would have to rest for its accelerations not to jump, and does not.
  [[nodiscard]] std::optional<double> find_jump(const std::vector<GridStretch>& stretches) const {
    if (!is_of_change()) return std::nullopt;
    const double same = round_off::kSame * path_.p_max;
    for (const FieldPart& part : field_.parts()) {
      if (part.is_smooth || part.begin <= same) continue;
      const bool is_at_stop = std::any_of(
          stretches.begin(), stretches.end(),
          [&](const GridStretch& one) { return std::abs(one.begin - part.begin) <= same; });
      if (!is_at_stop) return part.begin;
    }
    return std::nullopt;
  }

  // A rest from which forces that change in finite time would have to start beyond their limits.
  // With preload the program finds that out.
  [[nodiscard]] std::optional<double> find_loose_rest(
      const std::vector<GridStretch>& stretches) const {
    if (!is_of_change() || field_.redundancy() > 0) return std::nullopt;
    FieldRows rows;
    VectorXd friction;
    for (const GridStretch& stretch : stretches) {
      for (const auto& [p, x, is_free] :
           {std::tuple{stretch.begin, stretch.x_begin, stretch.is_free_begin},
            {stretch.end, stretch.x_end, stretch.is_free_end}}) {
        if (x > 0.0 || is_free) continue;
        std::size_t part = 0;
        while (part + 1 < field_.parts().size() && field_.parts()[part].end < p) ++part;
        field_.write_rest(part, p, rows, friction);
        const bool is_held = (rows.c.array() >= rows.low.array()).all() &&
                             (rows.c.array() <= rows.high.array()).all();
        if (!is_held) return p;
      }
    }
    return std::nullopt;
  }

  void choose_aim() {
    const Drives& drives = machine_.mechanism.drives;
    losses_ = find_loss_weights(machine_, path_, options_.wish.least_losses);
    wished_.losses_unit = losses_.unit;
    const bool is_rated = options_.wish.within_rated;
    aim_.forces.resize(drives_);
    for (const DriveId k : drives.ids()) {
      const double own = 1.0 / std::sqrt(losses_.weights(row_of(k)));
      aim_.forces(row_of(k)) =
          is_rated && std::isfinite(drives[k].limit.rated) ? find_rated(k) : own;
    }
    aim_.costs = VectorXd::Zero(1 + drives_);
    if (options_.wish.least_losses) {
      aim_.costs.tail(drives_) = losses_.weights.cwiseProduct(aim_.forces.cwiseAbs2());
    } else if (is_rated) {
      aim_.has_period = true;
      aim_.period_cost = 1.0;
    } else {
      aim_.costs[0] = 1.0;
    }
    if (is_rated) add_rated_budgets();
    if (options_.wish.least_losses) {
      add_budget(0, 0.0, options_.wish.time - result_.dwell);
    }
  }

  // What a motor bears for ever; of one that bears less the faster it is, at its highest speed. No
  // motion within the limits is faster anywhere than the fastest one.
  double find_rated(DriveId k) {
    const DriveLimit& limit = machine_.mechanism.drives[k].limit;
    if (limit.rated_over_speed.empty()) return limit.rated;
    double speed = 0.0;
    const Plan& plan = result_.plan;
    for (std::size_t i = 0; i < plan.p.size(); ++i) {
      const double rate = survey_.visit(plan.p[i]).map.drive_rate(row_of(k));
      speed = std::max(speed, std::abs(rate) * std::sqrt(plan.x[i]));
    }
    result_.notes.push_back(
        fmt::format("of {}, which bears less the faster it is, what it bears at its highest speed "
                    "on the fastest motion counts: on the safe side",
                    machine_.mechanism.drives[k].name));
    return find_rated_force(limit, speed);
  }

  void add_budget(Eigen::Index total, double period, double most) {
    Budget budget{.shares = VectorXd::Zero(1 + drives_), .period = period, .most = most};
    budget.shares[total] = 1.0;
    aim_.budgets.push_back(std::move(budget));
  }

  // Of a cycle of the time that is looked for, or of that which is given.
  void add_rated_budgets() {
    const bool is_given = options_.wish.least_losses;
    if (!is_given) add_budget(0, 1.0, -result_.dwell);
    for (const DriveId k : machine_.mechanism.drives.ids()) {
      if (!std::isfinite(machine_.mechanism.drives[k].limit.rated)) continue;
      if (is_given) {
        add_budget(1 + row_of(k), 0.0, options_.wish.time);
      } else {
        add_budget(1 + row_of(k), 1.0, 0.0);
      }
    }
  }

  PathPlan tell_none(const Lack& lack) {
    result_.plan = {.status = lack.status};
    result_.trajectory = {};
    result_.stretches.clear();
    result_.reason = lack.reason;
    return std::move(result_);
  }

  void take(const MotionSolution& solution) {
    write_plan(solution);
    write_preload(solution);
    wished_.error = (solution.error + solution.gap) / solution.objective;
    wished_.losses =
        losses_.weights.cwiseProduct(aim_.forces.cwiseAbs2()).dot(solution.totals.tail(drives_));
    if (aim_.has_period) {
      const double pause = solution.period - solution.totals[0] - result_.dwell;
      // Less than what the time is known to is none.
      wished_.pause = pause > 2.0 * options_.tolerance * solution.period ? pause : 0.0;
      if (wished_.pause > 0.0) {
        result_.notes.push_back(
            fmt::format("motors cool in a pause of {:.4g} s after the motion, which is without "
                        "losses: brakes hold what has to be held",
                        wished_.pause));
      }
    }
    result_.wished = wished_;
  }

  void write_plan(const MotionSolution& solution) {
    Plan plan;
    plan.status = solution.status == MotionSolution::Status::solved ? PlanStatus::optimal
                                                                    : PlanStatus::inaccurate;
    if (plan.status == PlanStatus::inaccurate) {
      result_.reason = fmt::format(
          "what was to be least is known to {:.1g} of it, limits exceeded by {:.1g} of them",
          (solution.error + solution.gap) / solution.objective, solution.excess);
    }
    for (const MotionNode& node : solution.nodes) {
      if (!plan.p.empty() && node.p <= plan.p.back()) {
        before_ = &node;
        continue;
      }
      if (!plan.p.empty()) {
        plan.segments.push_back({.length = node.p - plan.p.back(),
                                 .x_begin = plan.x.back(),
                                 .d2_begin = before_->u,
                                 .d2_end = node.u,
                                 .bulge = before_->bulge});
        plan.time += plan.segments.back().time_to(plan.segments.back().length);
      }
      plan.p.push_back(node.p);
      plan.x.push_back(node.x);
      before_ = &node;
    }
    const double error = (solution.error + solution.gap) / solution.objective;
    plan.time_lower = options_.wish.least_losses
                          ? plan.time
                          : std::max(result_.plan.time_lower, plan.time * (1.0 - error));
    plan.rounds = 1;
    result_.plan = std::move(plan);
    result_.trajectory = Trajectory(result_.plan, result_.stops);
    // Mostly no limit holds it back.
    std::erase_if(result_.stretches, [](const Stretch& one) { return !one.is_stop(); });
  }

  // Forces at the nodes. Where they jump, next to each other; between them those of a stop.
  void write_preload(const MotionSolution& solution) {
    if (field_.redundancy() == 0) return;
    PreloadTable table;
    std::vector<VectorXd> forces;
    const double apart = 1e-9 * path_.p_max;
    const auto add = [&](double p, const VectorXd& at) {
      if (!table.p.empty() && p <= table.p.back()) return;
      table.p.push_back(p);
      forces.push_back(at);
    };
    const std::vector<MotionForces>& nodes = solution.course;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double p = nodes[i].p;
      const auto rest = std::find_if(rests_.begin(), rests_.end(),
                                     [p](const GridRest& one) { return one.p == p; });
      const bool rests = rest != rests_.end();
      const bool is_before = i + 1 < nodes.size() ? nodes[i + 1].p <= p : rests;
      const bool is_after = i > 0 ? nodes[i - 1].p >= p : rests;
      if (rests && is_after) {
        add(p, solution.forces_at_rests[static_cast<std::size_t>(rest - rests_.begin())]);
      }
      add(is_before ? p - apart : is_after ? p + apart : p, nodes[i].forces);
      if (rests && i + 1 == nodes.size()) {
        add(p, solution.forces_at_rests[static_cast<std::size_t>(rest - rests_.begin())]);
      }
    }
    // Between nodes the forces of the basis are straight, as they are in the table.
    table.of = field_.basis();
    const auto rows = table.of.empty() ? drives_ : static_cast<Eigen::Index>(table.of.size());
    table.forces.resize(rows, static_cast<Eigen::Index>(forces.size()));
    for (std::size_t i = 0; i < forces.size(); ++i) {
      const auto column = static_cast<Eigen::Index>(i);
      if (table.of.empty()) {
        table.forces.col(column) = forces[i];
      } else {
        table.forces.col(column) = forces[i](table.of);
      }
    }
    result_.preload = std::move(table);
  }

  const Machine& machine_;
  const Path& path_;
  PathSurvey& survey_;
  const PathPlanOptions& options_;
  Eigen::Index drives_;
  SurveyRows field_;
  PathPlan result_;
  WishedPlan wished_;
  LossWeights losses_;
  MotionAim aim_;
  std::vector<GridRest> rests_;
  const MotionNode* before_{nullptr};
};

}  // namespace

LossWeights find_loss_weights(const Machine& machine, const Path& path, bool are_asked) {
  const Drives& drives = machine.mechanism.drives;
  const auto count = static_cast<Eigen::Index>(drives.size());
  LossWeights losses{VectorXd::Zero(count), "J"};
  VectorXd rated(count), sizes(count);
  for (const DriveId k : drives.ids()) {
    losses.weights(row_of(k)) = drives[k].limit.loss_weight;
    rated(row_of(k)) = drives[k].limit.rated;
    sizes(row_of(k)) = find_share_size(drives[k].limit);
  }
  const auto known = (losses.weights.array() > 0.0).count();
  if (known == count) return losses;
  if (are_asked && known > 0) {
    throw InputError(path.place, "'loss_weight' of some drives, but not of all",
                     "expected it of every drive, or of none");
  }
  losses.unit = rated.allFinite() ? "s at rated force" : "s at full force";
  const VectorXd& forces = rated.allFinite() ? rated : sizes;
  if (are_asked && !forces.allFinite()) {
    throw InputError(path.place, "losses of drives without limits of their forces",
                     "expected 'loss_weight' or 'rated' of every drive");
  }
  for (Eigen::Index k = 0; k < count; ++k) {
    losses.weights(k) = std::isfinite(forces(k)) ? 1.0 / (forces(k) * forces(k)) : 1.0;
  }
  return losses;
}

bool is_wished(const Machine& machine, const PathPlanOptions& options) {
  const Drives& drives = machine.mechanism.drives;
  return options.wish.is_any() || std::any_of(drives.begin(), drives.end(), [](const Drive& one) {
           return std::isfinite(one.limit.power) || std::isfinite(one.limit.rate) ||
                  std::isfinite(one.limit.jerk);
         });
}

void refuse_wish(const Machine& machine, const Path& path, const PathPlanOptions& options) {
  if (!is_wished(machine, options)) return;
  const MotionWish& wish = options.wish;
  const std::string name = "path '" + path.name + "'";
  if ((path.given || path.run) && wish.is_any()) {
    throw InputError(path.place, "a motion of " + name + " that is given, and another wished for",
                     "expected a path without a law");
  }
  if (options.closed) {
    throw InputError(path.place,
                     "a closed plan of " + name +
                         " with what single p do not know of (rated "
                         "forces, losses, power, rates, jerk)",
                     "expected one from rest to rest, or from speed to speed");
  }
  const Drives& drives = machine.mechanism.drives;
  const bool has_rated = std::any_of(drives.begin(), drives.end(), [](const Drive& one) {
    return std::isfinite(one.limit.rated);
  });
  if (wish.within_rated && !has_rated) {
    throw InputError(path.place, "a motion of " + name + " within rated forces that no drive has",
                     "expected 'rated' of at least one drive");
  }
}

PathPlan make_wished_plan(const Machine& machine, const Path& path, PathSurvey& survey,
                          const PathPlanOptions& options, PathPlan fastest) {
  return WishedPlanner(machine, path, survey, options, std::move(fastest)).run();
}

}  // namespace motion
}  // namespace globaldyn::inside
