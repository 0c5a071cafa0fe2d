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
      : machine_(machine),
        path_(path),
        options_(options),
        walker_(machine, path, choose_method(options)) {}

  MotionRecord record(const std::vector<MotionState>& states) {
    for (const MotionState& state : states) add(state);
    const auto chosen = choose_all_forces(problems_, options_.choice, options_.preload);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      share_with_stiction(chosen[i].forces, stictions_[i], record_.samples[i]);
      double& violation = record_.samples[i].violation;
      violation = std::max(violation, chosen[i].violation);
      record_.max_violation = std::max(record_.max_violation, violation);
    }
    if (!options_.reactions.empty()) add_reactions();
    return std::move(record_);
  }

 private:
  void add(const MotionState& state) {
    if (!is_finite(state)) {
      throw NumericalError("the planner has failed: its motion is at no place at t = " +
                           std::to_string(state.t) + " s");
    }
    const Sample& sample = walker_.move_to(state.p);
    if (sample.status != SampleStatus::ok) {
      throw NumericalError("the machine cannot be at p = " + std::to_string(state.p) + ": " +
                           sample.reason);
    }
    MotionSample result;
    result.state = state;
    if (machine_.mechanism.tool) add_tool(sample, result);
    result.rates = sample.map.drive_rate * state.d1;
    result.positions = find_positions(sample.motion.pose);
    problems_.push_back({sample.map.calc_forces(state.d1, state.d2), sample.map.V, walker_.limits(),
                         state.d1, state.d2, sample.map.D, find_range(sample.region, state.d1)});
    stictions_.push_back(sample.map.coulomb_slack);
    if (!options_.reactions.empty()) motions_.push_back(sample.motion);
    record_.samples.push_back(std::move(result));
  }

  // The accessible d2; at the nearest accessible d1, as the motion's may be none by round-off.
  static std::optional<Interval> find_range(const Region& region, double d1) {
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
      if (!is_periodic(machine_.mechanism, drives[k].coordinate) || record_.samples.empty())
        continue;
      constexpr double kTurn = 2.0 * std::numbers::pi;
      const double last = record_.samples.back().positions(at);
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
  void add_reactions() {
    for (std::size_t i = 0; i < record_.samples.size(); ++i) {
      MotionSample& sample = record_.samples[i];
      const auto [t, p, d1, d2] = sample.state;
      const Eigen::Vector4d powers(d1 * d1, d1, 1.0, d2);
      MotionEquations equations =
          make_cardan_equations(machine_.mechanism, path_.task(p), motions_[i], p);
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
      for (const Reaction& reaction : calc_reactions(machine_.mechanism, motions_[i].pose,
                                                     equations, forces, none, options_.reactions)) {
        sample.reactions.push_back(reaction.is_determined ? reaction.coefficients(kConstant)
                                                          : std::nan(""));
      }
    }
  }

  const Machine& machine_;
  const Path& path_;
  const RecordOptions& options_;
  PathWalker walker_;
  std::vector<ForceProblem> problems_;
  std::vector<VectorXd> stictions_;  // the most that each drive's can take
  std::vector<Motion> motions_;
  MotionRecord record_;
};

}  // namespace

MotionRecord record_motion(const Machine& machine, const Path& path,
                           const std::vector<MotionState>& states, const RecordOptions& options) {
  return Recorder(machine, path, options).record(states);
}

}  // namespace globaldyn
