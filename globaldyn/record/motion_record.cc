#include "globaldyn/record/motion_record.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/base/nth.h"
#include "core/kinematics/acting_rows.h"
#include "globaldyn/evaluation/branch_walker.h"
#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/limits/motor_force.h"
#include "globaldyn/region/methods/region_solver.h"
#include "globaldyn/region/speed_set.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn {
namespace {

// Reactions need the motion from a dense solution.
EvaluationMethod choose_method(const RecordOptions& options) {
  return {.solve_by = options.reactions.empty() ? SolveBy::loops : SolveBy::dense,
          .formulation = options.formulation};
}

bool is_finite(const MotionState& state) {
  return std::isfinite(state.t) && std::isfinite(state.p) && std::isfinite(state.d1) &&
         std::isfinite(state.d2);
}

void require_finite(const MotionState& state) {
  if (is_finite(state)) return;
  throw NumericalError(
      "the planner has failed: its motion is at no place at t = " + std::to_string(state.t) + " s");
}

const Sample& require_ok(const Sample& sample) {
  if (sample.status == SampleStatus::ok) return sample;
  throw NumericalError("the machine cannot be at p = " + std::to_string(sample.p) + ": " +
                       sample.reason.what);
}

// A motion at one instant.
struct Instant {
  MotionSample sample;
  ForceProblem problem;
  VectorXd stictions;  // the maximum that each drive's stiction can take
  Motion motion;       // if reactions are asked for
};

// Recomputes instants one after the other, along the branch of the pose at which it was started.
class Recorder {
 public:
  Recorder(const Machine& machine, const Path& path, const RecordOptions& options,
           const HomePose& home)
      : machine_(machine),
        path_(path),
        options_(options),
        walker_(machine, home, choose_method(options)) {}

  void begin_at(double p, const Pose& pose) { walker_.begin_at(path_, p, pose); }

  void visit(const MotionState& state, Instant& instant) {
    require_finite(state);
    const Sample& sample = require_ok(walker_.move_to_limits(state.p));
    MotionSample& result = instant.sample;
    result = {};
    result.state = state;
    if (machine_.mechanism.tool) add_tool(sample, result);
    result.rates = sample.map.drive_rate * state.d1;
    result.positions = find_positions(sample.motion.pose);
    ForceProblem& problem = instant.problem;
    problem.particular = sample.map.calc_forces(state.d1, state.d2);
    problem.V = sample.map.V;
    problem.limits = walker_.limits();
    problem.d1 = state.d1;
    problem.d2 = state.d2;
    problem.per_d2 = sample.map.D();
    const bool is_redundant = problem.V.cols() > 0;
    problem.d2_range = is_redundant ? find_range(problem.limits, state.d1) : std::nullopt;
    instant.stictions = sample.map.coulomb_slack;
    if (!options_.reactions.empty()) instant.motion = sample.motion;
  }

  void take_forces(const ChosenForces& chosen, Instant& instant) const {
    MotionSample& sample = instant.sample;
    share_with_stiction(chosen.forces, instant.stictions, sample);
    sample.violation = std::max(sample.violation, chosen.violation);
    if (!options_.reactions.empty()) add_reactions(instant.motion, sample);
  }

 private:
  // The accessible d2, at the closest accessible d1, because the motion's own d1 may be
  // inaccessible by rounding errors.
  std::optional<Interval> find_range(const LimitSystem& limits, double d1) {
    if (const auto range = find_range_at(limits, d1)) return range;
    const Region region = make_region(limits);
    if (const auto range = region.d2_range(d1)) return range;
    const std::vector<Interval> speeds = region.d1_intervals();
    if (speeds.empty()) return std::nullopt;
    return region.d2_range(find_nearest({speeds.begin(), speeds.end()}, d1));
  }

  // From the limits of d2 at this d1 alone, which are fewer and linear.
  std::optional<Interval> find_range_at(const LimitSystem& limits, double d1) {
    LimitSystem frozen = limits;
    for (LimitRow& row : frozen.rows) row.freeze(d1);
    for (MotionPolynomial& sum : frozen.equalities) sum.freeze(d1);
    region_solver_.solve(frozen, region_at_);
    return region_at_.d2_range(d1);
  }

  // Drives at rest along the path are held by friction as well as by their motors. Forces chosen to
  // change least stay as they are, as far as motors can exert them.
  void share_with_stiction(const VectorXd& forces, const VectorXd& stictions,
                           MotionSample& sample) const {
    sample.forces = forces;
    for (Eigen::Index k = 0; k < forces.size(); ++k) {
      if (stictions(k) == 0.0) continue;
      const double wanted = options_.choice == ForceChoice::smooth    ? forces(k)
                            : options_.choice == ForceChoice::preload ? options_.preload(k)
                                                                      : 0.0;
      sample.forces(k) = find_motor_force(forces(k), stictions(k), nth(machine_.limits, k), wanted);
    }
    sample.stiction = forces - sample.forces;
  }

  [[nodiscard]] VectorXd find_positions(const Pose& pose) const {
    const auto& drives = machine_.mechanism.drives;
    VectorXd positions(static_cast<Eigen::Index>(drives.size()));
    for (std::size_t k = 0; k < drives.size(); ++k) {
      positions(static_cast<Eigen::Index>(k)) =
          make_acting_row(machine_.mechanism, drives[k].coordinate, {pose, nullptr}).value *
          drives[k].sign();
    }
    return positions;
  }

  [[nodiscard]] double find_excess_speed(double p, double speed) const {
    double excess = 0.0;
    for (const PathSpeedLimit& limit : path_.speed_limits) {
      if (p < limit.from || p > limit.to) continue;
      excess = std::max(excess, speed / limit.speed - 1.0);
    }
    return excess;
  }

  void add_tool(const Sample& sample, MotionSample& result) const {
    const auto [d1, d2] = std::pair(result.state.d1, result.state.d2);
    const auto [first, second] = calc_tool_motion(machine_.mechanism, sample.motion);
    result.tool = sample.tool;
    result.tool_velocity = {first.v * d1, first.w * d1};
    result.tool_acceleration = {first.v * d2 + second.v * (d1 * d1),
                                first.w * d2 + second.w * (d1 * d1)};
    result.violation = find_excess_speed(result.state.p, result.tool_velocity.v.norm());
  }

  // With known forces, the reactions follow from them alone.
  void add_reactions(const Motion& motion, MotionSample& sample) const {
    const auto [t, p, d1, d2] = sample.state;
    const Eigen::Vector4d powers(d1 * d1, d1, 1.0, d2);
    const Task task = path_.task(p);
    const MovingMachine moving{machine_.mechanism, machine_.topology, task, motion, p};
    MotionEquations equations = make_equations(moving, options_.formulation);
    // All terms of the motion as one constant.
    const VectorXd right = equations.right_side * powers;
    const VectorXd own = equations.drive_side * powers;
    equations.right_side.setZero();
    equations.right_side.col(kConstant) = right;
    if (auto& bodies = equations.bodies) {
      const VectorXd demand = bodies->right_side * powers;
      bodies->right_side.setZero();
      bodies->right_side.col(kConstant) = demand;
    }
    equations.drive_side.setZero();
    equations.drive_side.col(kConstant) = own;
    MatrixXd forces = MatrixXd::Zero(sample.forces.size(), kMotionColumns);
    forces.col(kConstant) = sample.forces + sample.stiction;
    const MatrixXd none(sample.forces.size(), 0);
    for (const Reaction& reaction :
         calc_reactions(moving, equations, forces, none, options_.reactions)) {
      sample.reactions.push_back(reaction.is_determined ? reaction.value.gamma : std::nan(""));
    }
  }

  const Machine& machine_;
  const Path& path_;
  const RecordOptions& options_;
  BranchWalker walker_;
  RegionSolver region_solver_{RegionMethod::support};
  Region region_at_;
};

// A motion's instants in groups that start at known poses, so that threads can share them.
class Replay {
 public:
  Replay(const Machine& machine, const Path& path, const std::vector<MotionState>& states,
         const RecordOptions& options)
      : machine_(machine),
        path_(path),
        states_(states),
        options_(options),
        home_(find_home()),
        groups_(list_groups()) {}

  void run(const TakeSample& take) {
    constexpr std::size_t kGroupsAtOnce = 64;  // kept in memory for long motions
    const bool is_together = options_.choice == ForceChoice::smooth;
    const std::size_t at_once = is_together ? groups_.size() : kGroupsAtOnce;
    for (std::size_t first = 0; first < groups_.size(); first += at_once) {
      const std::size_t last = std::min(first + at_once, groups_.size());
      is_together ? visit_together(take) : visit_one_by_one(first, last, take);
    }
  }

 private:
  struct Group {
    std::size_t begin{0};
    std::size_t end{0};
    Pose pose;  // at its first instant
  };

  HomePose find_home() const {
    require_finite(states_.front());
    const double p = states_.front().p;
    PathWalker walker(machine_, path_, choose_method(options_));
    const Pose pose = require_ok(walker.move_to_limits(p)).motion.pose;
    return make_home(machine_.mechanism, path_.task(p), pose);
  }

  // Poses by a walk along all groups. If it fails, the last group before continues, to report
  // where.
  std::vector<Group> list_groups() const {
    constexpr std::size_t kPerGroup = 128;
    std::vector<Group> groups;
    BranchWalker leader(machine_, home_, choose_method(options_));
    leader.begin_at(path_, states_.front().p, home_.pose);
    for (std::size_t begin = 0; begin < states_.size(); begin += kPerGroup) {
      if (!is_finite(states_[begin])) break;
      const Sample& sample = leader.move_to_limits(states_[begin].p);
      if (sample.status != SampleStatus::ok) break;
      groups.push_back({begin, std::min(begin + kPerGroup, states_.size()), sample.motion.pose});
    }
    groups.back().end = states_.size();
    return groups;
  }

  void visit_one_by_one(std::size_t first, std::size_t last, const TakeSample& take) {
    const VectorXd wanted = options_.choice == ForceChoice::preload
                                ? options_.preload
                                : VectorXd::Zero(machine_.mechanism.drive_count());
    std::vector<std::vector<MotionSample>> samples(last - first);
    for_each_instant(first, last, [&](std::size_t group, Recorder& recorder, Instant& instant) {
      recorder.take_forces(choose_steady_forces(instant.problem, wanted), instant);
      samples[group - first].push_back(std::move(instant.sample));
    });
    for (std::vector<MotionSample>& group : samples) {
      for (MotionSample& sample : group) hand_over(std::move(sample), take);
    }
  }

  // If forces depend on those of other instants.
  void visit_together(const TakeSample& take) {
    std::vector<std::vector<Instant>> instants(groups_.size());
    for_each_instant(0, groups_.size(), [&](std::size_t group, Recorder&, Instant& instant) {
      instants[group].push_back(std::move(instant));
    });
    std::vector<ForceProblem> problems;
    for (std::vector<Instant>& group : instants) {
      for (Instant& instant : group) problems.push_back(std::move(instant.problem));
    }
    const auto chosen = choose_all_forces(problems, options_.choice, options_.preload);
    auto next = chosen.begin();
    const Recorder recorder(machine_, path_, options_, home_);
    for (std::vector<Instant>& group : instants) {
      for (Instant& instant : group) {
        recorder.take_forces(*next++, instant);
        hand_over(std::move(instant.sample), take);
      }
    }
  }

  // On several threads: visit(group, recorder, instant).
  template <class Visit>
  void for_each_instant(std::size_t first, std::size_t last, const Visit& visit) const {
    const auto make_recorder = [&] {
      return std::make_unique<Recorder>(machine_, path_, options_, home_);
    };
    const SweepOptions sweep{options_.threads, nullptr, {}};
    sweep_with_workers(last - first, sweep, make_recorder, [&](Recorder& recorder, std::size_t i) {
      const Group& group = groups_[first + i];
      recorder.begin_at(states_[group.begin].p, group.pose);
      for (std::size_t at = group.begin; at < group.end; ++at) {
        Instant instant;
        recorder.visit(states_[at], instant);
        visit(first + i, recorder, instant);
      }
    });
  }

  void hand_over(MotionSample&& sample, const TakeSample& take) {
    take_out_jumps(sample.positions);
    take(std::move(sample));
  }

  // Rotary drives continue from turn to turn.
  void take_out_jumps(VectorXd& positions) {
    const auto& drives = machine_.mechanism.drives;
    for (std::size_t k = 0; k < drives.size() && last_positions_.size() > 0; ++k) {
      const Eigen::Index at = static_cast<Eigen::Index>(k);
      const double period = find_period(machine_.mechanism, drives[k].coordinate);
      if (period == 0.0) continue;
      positions(at) += period * std::round((last_positions_(at) - positions(at)) / period);
    }
    last_positions_ = positions;
  }

  const Machine& machine_;
  const Path& path_;
  const std::vector<MotionState>& states_;
  const RecordOptions& options_;
  HomePose home_;
  std::vector<Group> groups_;
  VectorXd last_positions_;
};

}  // namespace

void replay_motion(const Machine& machine, const Path& path, const std::vector<MotionState>& states,
                   const RecordOptions& options, const TakeSample& take) {
  if (!states.empty()) Replay(machine, path, states, options).run(take);
}

MotionRecord record_motion(const Machine& machine, const Path& path,
                           const std::vector<MotionState>& states, const RecordOptions& options) {
  MotionRecord record;
  record.samples.reserve(states.size());
  replay_motion(machine, path, states, options, [&](MotionSample&& sample) {
    record.max_violation = std::max(record.max_violation, sample.violation);
    record.samples.push_back(std::move(sample));
  });
  return record;
}

}  // namespace globaldyn
