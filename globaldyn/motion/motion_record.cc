#include "globaldyn/motion/motion_record.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/formulations/cardan_equations.h"
#include "core/kinematics/joint_rows.h"
#include "globaldyn/motion/motor_force.h"
#include "globaldyn/region/speed_set.h"

namespace globaldyn {
namespace {

// Reactions need the motion that a dense solution gives.
EvaluationMethod choose_method(const RecordOptions& options) {
  return {RegionMethod::automatic, options.reactions.empty() ? SolveBy::loops : SolveBy::dense};
}

bool is_finite(const MotionState& state) {
  return std::isfinite(state.t) && std::isfinite(state.p) && std::isfinite(state.d1) &&
         std::isfinite(state.d2);
}

class Recorder {
 public:
  Recorder(const Machine& machine, const Path& path, const RecordOptions& options)
      : machine_(machine), path_(path), options_(options) {}

  void replay(const std::vector<MotionState>& states, const TakeSample& take) {
    if (options_.choice == ForceChoice::smooth) {
      replay_together(states, take);
    } else {
      replay_one_by_one(states, take);
    }
  }

 private:
  struct Instant {
    MotionSample sample;
    ForceProblem problem;
    VectorXd stictions;  // the most that each drive's can take
    Motion motion;       // if reactions are asked for
  };

  void replay_one_by_one(const std::vector<MotionState>& states, const TakeSample& take) {
    const bool is_preload = options_.choice == ForceChoice::preload;
    const VectorXd wanted =
        is_preload ? options_.preload : VectorXd::Zero(machine_.mechanism.drive_count());
    Instant instant;
    for (const MotionState& state : states) {
      visit(state, instant);
      take_forces(choose_steady_forces(instant.problem, wanted), instant);
      take(std::move(instant.sample));
    }
  }

  // Where forces depend on those of other instants.
  void replay_together(const std::vector<MotionState>& states, const TakeSample& take) {
    std::vector<Instant> instants(states.size());
    std::vector<ForceProblem> problems;
    for (std::size_t i = 0; i < states.size(); ++i) {
      visit(states[i], instants[i]);
      problems.push_back(std::move(instants[i].problem));
    }
    const auto chosen = choose_all_forces(problems, options_.choice, options_.preload);
    for (std::size_t i = 0; i < states.size(); ++i) {
      take_forces(chosen[i], instants[i]);
      take(std::move(instants[i].sample));
    }
  }

  void visit(const MotionState& state, Instant& instant) {
    if (!is_finite(state)) {
      throw NumericalError("the planner has failed: its motion is at no place at t = " +
                           std::to_string(state.t) + " s");
    }
    const Sample& sample = move_to(state.p);
    MotionSample& result = instant.sample;
    result = {};
    result.state = state;
    if (machine_.mechanism.tool) add_tool(sample, result);
    result.rates = sample.map.drive_rate * state.d1;
    result.positions = last_positions_ = find_positions(sample.motion.pose);
    ForceProblem& problem = instant.problem;
    problem.particular = sample.map.calc_forces(state.d1, state.d2);
    problem.V = sample.map.V;
    problem.limits = walker_->limits();
    problem.d1 = state.d1;
    problem.d2 = state.d2;
    problem.per_d2 = sample.map.D;
    const bool is_redundant = problem.V.cols() > 0;
    problem.d2_range = is_redundant ? find_range(problem.limits, state.d1) : std::nullopt;
    instant.stictions = sample.map.coulomb_slack;
    if (!options_.reactions.empty()) instant.motion = sample.motion;
  }

  // From where the machine is put together it is followed along its branch.
  const Sample& move_to(double p) {
    if (!walker_) {
      PathWalker first(machine_, path_, choose_method(options_));
      const Pose pose = require_ok(first.move_to_limits(p)).motion.pose;
      walker_.emplace(machine_, HomePose{path_.task(p), pose}, choose_method(options_));
      walker_->begin_at(path_, p, pose);
    }
    return require_ok(walker_->move_to_limits(p));
  }

  static const Sample& require_ok(const Sample& sample) {
    if (sample.status == SampleStatus::ok) return sample;
    throw NumericalError("the machine cannot be at p = " + std::to_string(sample.p) + ": " +
                         sample.reason);
  }

  void take_forces(const ChosenForces& chosen, Instant& instant) const {
    MotionSample& sample = instant.sample;
    share_with_stiction(chosen.forces, instant.stictions, sample);
    sample.violation = std::max(sample.violation, chosen.violation);
    if (!options_.reactions.empty()) add_reactions(instant.motion, sample);
  }

  // The accessible d2; at the nearest accessible d1, as the motion's may be none by round-off.
  static std::optional<Interval> find_range(const LimitSystem& limits, double d1) {
    const Region region = make_region(limits);
    if (const auto range = region.d2_range(d1)) return range;
    const std::vector<Interval> speeds = region.d1_intervals();
    if (speeds.empty()) return std::nullopt;
    return region.d2_range(find_nearest({speeds.begin(), speeds.end()}, d1));
  }

  // Drives that rest along the path are held by friction as well as by their motors. Forces that
  // are to change least stay as they are, as far as motors can exert them.
  void share_with_stiction(const VectorXd& forces, const VectorXd& stictions,
                           MotionSample& sample) const {
    sample.forces = forces;
    for (Eigen::Index k = 0; k < forces.size(); ++k) {
      if (stictions(k) == 0.0) continue;
      const double wanted = options_.choice == ForceChoice::smooth    ? forces(k)
                            : options_.choice == ForceChoice::preload ? options_.preload(k)
                                                                      : 0.0;
      sample.forces(k) = find_motor_force(forces(k), stictions(k),
                                          machine_.limits[static_cast<std::size_t>(k)], wanted);
    }
    sample.stiction = forces - sample.forces;
  }

  [[nodiscard]] VectorXd find_positions(const Pose& pose) const {
    const auto& drives = machine_.mechanism.drives;
    VectorXd positions(static_cast<Eigen::Index>(drives.size()));
    for (std::size_t k = 0; k < drives.size(); ++k) {
      const Eigen::Index at = static_cast<Eigen::Index>(k);
      positions(at) =
          make_acting_row(machine_.mechanism, drives[k].coordinate, {pose, nullptr}).value *
          drives[k].sign();
      if (!is_periodic(machine_.mechanism, drives[k].coordinate) || last_positions_.size() == 0)
        continue;
      constexpr double kTurn = 2.0 * std::numbers::pi;
      const double last = last_positions_(at);
      positions(at) += kTurn * std::round((last - positions(at)) / kTurn);
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

  // The forces being known, the reactions follow from them alone.
  void add_reactions(const Motion& motion, MotionSample& sample) const {
    const auto [t, p, d1, d2] = sample.state;
    const Eigen::Vector4d powers(d1 * d1, d1, 1.0, d2);
    MotionEquations equations = make_cardan_equations(machine_.mechanism, path_.task(p), motion, p);
    // All of the motion's terms as one constant.
    const VectorXd right = equations.right_side * powers;
    const VectorXd own = equations.drive_side * powers;
    equations.right_side.setZero();
    equations.right_side.col(kConstant) = right;
    equations.drive_side.setZero();
    equations.drive_side.col(kConstant) = own;
    MatrixXd forces = MatrixXd::Zero(sample.forces.size(), kMotionColumns);
    forces.col(kConstant) = sample.forces + sample.stiction;
    const MatrixXd none(sample.forces.size(), 0);
    for (const Reaction& reaction : calc_reactions(machine_.mechanism, motion.pose, equations,
                                                   forces, none, options_.reactions)) {
      sample.reactions.push_back(reaction.is_determined ? reaction.coefficients(kConstant)
                                                        : std::nan(""));
    }
  }

  const Machine& machine_;
  const Path& path_;
  const RecordOptions& options_;
  std::optional<PathWalker> walker_;
  VectorXd last_positions_;
};

}  // namespace

void replay_motion(const Machine& machine, const Path& path, const std::vector<MotionState>& states,
                   const RecordOptions& options, const TakeSample& take) {
  Recorder(machine, path, options).replay(states, take);
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
