#include "globaldyn/simulation/machine_simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/constants.h"
#include "core/base/rotation.h"
#include "core/base/round_off.h"
#include "core/kinematics/assembly.h"
#include "core/kinematics/freedoms.h"
#include "globaldyn/evaluation/branch_walker.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/gear.h"
#include "globaldyn/simulation/computed_torque.h"
#include "globaldyn/simulation/joint_reactions.h"

namespace globaldyn::inside {
inline namespace simulation {
namespace {

// A plan may ask for this much more than a motor's limit: see kMostViolation.
constexpr double kSlack = 1e-6;

// What is asked of motors, behind the losses of their gears, and what these take of the motors'
// forces; NaN: it is not known.
struct Demand {
  VectorXd forces, gear_losses;
};

// What motors make of the forces asked for.
class Motors {
 public:
  explicit Motors(const Machine& machine)
      : drives_(machine.mechanism.drives), saturated_(drives_.size()) {}

  void limit(const ForwardDynamics& dynamics, const Demand& demand, VectorXd& forces) const {
    for (const DriveId id : drives_.ids()) {
      forces(row_of(id)) = limit(id, dynamics.drive_rate(id), demand);
    }
  }

  // Counts drives that are asked for more than they can.
  void count(const VectorXd& rates, const Demand& demand) {
    ++rows_;
    for (const DriveId id : drives_.ids()) {
      const Eigen::Index k = row_of(id);
      if (limit(id, rates(k), demand) != demand.forces(k)) ++saturated_[id];
    }
  }

  [[nodiscard]] IdVector<DriveId, double> list_shares() const {
    IdVector<DriveId, double> shares;
    for (const int count : saturated_) shares.push_back(rows_ > 0 ? 1.0 * count / rows_ : 0.0);
    return shares;
  }

 private:
  // What is left of the motor's range behind its gear.
  [[nodiscard]] static Interval find_range(const Drive& drive, double rate, double gear_loss) {
    if (std::isnan(gear_loss)) return calc_range_behind_gear(drive, rate);
    const auto [low, high] = calc_force_range(drive.limit, rate);
    return {low - gear_loss, high - gear_loss};
  }

  [[nodiscard]] double limit(DriveId id, double rate, const Demand& demand) const {
    const Drive& drive = drives_[id];
    const Interval range = find_range(drive, rate, demand.gear_losses(row_of(id)));
    const double size = find_share_size(drive.limit);
    const double slack = std::isfinite(size) ? kSlack * size : 0.0;
    if (range.low > range.high) return 0.5 * (range.low + range.high);
    return std::clamp(demand.forces(row_of(id)), range.low - slack, range.high + slack);
  }

  const Drives& drives_;
  IdVector<DriveId, int> saturated_;
  int rows_{0};
};

ToldStart tell_start(const Mechanism& mechanism, const SimulationStart& start,
                     const std::vector<DriveForce>& forces) {
  ToldStart told;
  told.path = start.path;
  for (const HeldCoordinate& one : start.held) {
    told.held.emplace_back(name_of(mechanism, one.coordinate), one.value);
  }
  for (const DriveSpeed& one : start.speeds) {
    told.speeds.emplace_back(mechanism.drives[one.drive].name, one.speed);
  }
  for (const DriveForce& one : forces) {
    told.forces.emplace_back(mechanism.drives[one.drive].name, one.force.text());
  }
  return told;
}

MachineSimulation prepare(const Machine& machine, const SimulationOptions& options) {
  MachineSimulation simulation;
  simulation.machine = machine.mechanism.name;
  simulation.options = options;
  simulation.options.units = machine.units;
  simulation.options.formulation =
      &choose_formulation(machine.mechanism, machine.topology, options);
  simulation.formulation = simulation.options.formulation->key;
  for (const Drive& drive : machine.mechanism.drives) {
    simulation.drives.push_back(drive.name);
    simulation.is_cable.push_back(drive.kind == Drive::Kind::cable ? 1 : 0);
  }
  if (options.reactions) simulation.reaction_names = list_reaction_names(machine.mechanism);
  simulation.has_tool = machine.mechanism.tool.has_value();
  return simulation;
}

// What a picture that moves needs.
constexpr int kMostPoses = 240;

// How far a tool is from where it should be (m), and how far turned from how it should be (rad).
struct ToolError {
  double distance{0.0};
  double turn{0.0};
};

// Runs with what `ask` wants of the motors at (t, machine); `compare` gives a tool frame's error.
template <class Ask, class Compare>
void run(const Machine& machine, const Pose& pose, const Twists& twists, ForceLaw law,
         const Ask& ask, const Compare& compare, MachineSimulation& simulation) {
  Motors motors(machine);
  const Eigen::Index m = machine.mechanism.drive_count();
  Demand asked{VectorXd::Zero(m), VectorXd::Zero(m)};
  law.calc_forces = [&](double t, const ForwardDynamics& dynamics, VectorXd& forces) {
    ask(t, dynamics, asked);
    motors.limit(dynamics, asked, forces);
  };
  // Of the first row, the last, and those between that are needed.
  const int apart = std::max(1, (simulation.options.samples - 1) / kMostPoses);
  const std::vector<ReactionComponent> reactions = simulation.options.reactions
                                                       ? list_reactions(machine.mechanism)
                                                       : std::vector<ReactionComponent>{};
  const auto take = [&](const SimulationSample& sample) {
    SimulationRow row{.t = sample.t,
                      .positions = sample.positions,
                      .rates = sample.rates,
                      .forces = sample.forces,
                      .transmitted = sample.transmitted,
                      .closing = sample.closing,
                      .drift = sample.drift,
                      .kinetic = sample.kinetic,
                      .potential = sample.potential,
                      .work = sample.work};
    if (const auto& tool = machine.mechanism.tool) {
      row.tool = place(sample.pose[tool->body], tool->frame);
      const ToolError error = compare(sample.t, row.tool);
      row.tracking = error.distance;
      row.turning = error.turn;
    }
    if (!reactions.empty()) row.reactions = calc_simulated_reactions(machine, sample, reactions);
    motors.count(sample.rates, asked);  // at this very instant
    if (simulation.rows.size() % static_cast<std::size_t>(apart) == 0) {
      row.bodies = list_body_frames(machine.mechanism.bodies, sample.pose);
    }
    simulation.rows.push_back(std::move(row));
    simulation.end = {sample.pose, sample.twists};
  };
  simulation.result =
      simulate(machine.mechanism, machine.topology, pose, twists, law, simulation.options, take);
  simulation.saturated_shares = motors.list_shares();
}

// Rates of all bodies where the machine begins its path.
Twists find_start_twists(const Machine& machine, const Path& path, const Pose& pose, double d1) {
  BranchWalker walker(machine, make_home(machine.mechanism, path.task(0.0), pose));
  walker.begin_at(path, 0.0, pose);
  Twists twists = walker.move_to_limits(0.0).motion.first;
  for (Twist& twist : twists) {
    twist.v *= d1;
    twist.w *= d1;
  }
  return twists;
}

Pose find_start_pose(const Machine& real, const Path& path, const Pose& planned) {
  const AssemblyOutcome outcome = assemble_near(real.mechanism, path.task(0.0), planned);
  if (outcome.status == AssemblyStatus::ok) return outcome.pose;
  throw Error("the machine, as it is off, cannot be assembled at the start of its path: " +
              outcome.reason);
}

// What the energy balance may lack: the tolerance, and rounding errors of what is added up in it.
double calc_energy_bound(const SimulationResult& result, double tolerance) {
  return tolerance * result.max_kinetic + round_off::kSum * result.energy_size;
}

// How far joints may open: what was tolerated before steps are projected. Springs that close loops
// give way as they are made to.
double calc_drift_bound(const SimulationOptions& options) {
  if (options.loop_springs) return kInfinity;
  return std::max({options.tolerance, options.projection_tolerance, round_off::kRoot});
}

// Errors of steps add up. The energy that is missing, and how far joints have drifted open, tell by
// how much, so that the simulation is done again with smaller ones until both are within the
// tolerance asked for. Where a finer one cannot go on, as near rounding errors, the one before it,
// which came to its end, is what there is: not within the tolerance, and told so.
template <class Simulate>
MachineSimulation repeat_until_bounded(SimulationOptions options, const Simulate& simulate_once) {
  constexpr int kMostTries = 4;
  constexpr double kLeastTolerance = 1e-13;  // rounding errors are next
  const double asked = options.tolerance;
  const double drift_bound = calc_drift_bound(options);
  long right_sides = 0;
  std::optional<MachineSimulation> before;
  for (int tries = 1;; ++tries) {
    MachineSimulation simulation = simulate_once(options);
    if (before && simulation.result.status == SimulationStatus::failed) {
      before->runs = tries;
      before->right_sides = right_sides + simulation.result.count.right_sides;
      return *std::move(before);
    }
    const SimulationResult& result = simulation.result;
    simulation.runs = tries;
    simulation.right_sides = right_sides += result.count.right_sides;
    simulation.step_tolerance = std::exchange(simulation.options.tolerance, asked);
    const double energy_bound = calc_energy_bound(result, asked);
    simulation.energy_is_bounded = result.energy_error <= energy_bound;
    simulation.drift_is_bounded = result.max_drift <= drift_bound;
    const bool has_ended =
        result.status == SimulationStatus::done || result.status == SimulationStatus::travel_end;
    const double share =
        std::min(energy_bound / result.energy_error, drift_bound / result.max_drift);
    const double next =
        std::max(kLeastTolerance, options.tolerance * std::clamp(0.3 * share, 1e-3, 0.3));
    // Finer steps take more work, too.
    const bool may_work = options.work == 0 || 4 * result.count.right_sides < options.work;
    if (simulation.is_bounded() || !has_ended || tries == kMostTries || !may_work ||
        next >= options.tolerance) {
      return simulation;
    }
    if (options.work > 0) options.work -= result.count.right_sides;
    options.tolerance = next;
    before = std::move(simulation);
  }
}

MachineSimulation move_freely(const Machine& machine, const Pose& pose, const Twists& twists,
                              const std::vector<DriveForce>& forces, const ForceLooks& looks,
                              const SimulationOptions& options) {
  MachineSimulation simulation = prepare(machine, options);
  const auto ask = [&](double t, const ForwardDynamics& /*dynamics*/, Demand& asked) {
    asked.forces.setZero();
    for (const DriveForce& one : forces) {
      asked.forces(row_of(one.drive)) = one.force.evaluate(std::span(&t, 1));
      asked.gear_losses(row_of(one.drive)) = one.gear_loss.value_or(std::nan(""));
    }
  };
  const auto compare = [](double /*t*/, const Frame& /*tool*/) { return ToolError{}; };
  ForceLaw law;
  law.find_next_look = [&](double t) { return looks.find_next(t); };
  run(machine, pose, twists, law, ask, compare, simulation);
  return simulation;
}

// From a start, under forces that a controller holds from one sample to the next.
MachineSimulation move_controlled(const Machine& machine, const StartState& start,
                                  const SampledController& controller,
                                  const SimulationOptions& options) {
  MachineSimulation simulation = prepare(machine, options);
  const Eigen::Index m = machine.mechanism.drive_count();
  VectorXd positions(m), rates(m), held = VectorXd::Zero(m);
  int samples = 0;
  const auto find_next = [&] { return samples * controller.period; };
  ForceLaw law;
  law.find_next_break = [&](double /*t*/) { return find_next(); };
  law.sample = [&](double t, const ForwardDynamics& dynamics) {
    if (t < find_next()) return;
    for (const DriveId id : machine.mechanism.drives.ids()) {
      positions(row_of(id)) = dynamics.drive_position(id);
      rates(row_of(id)) = dynamics.drive_rate(id);
    }
    controller.control(t, positions, rates, held);
    ++samples;
  };
  const auto ask = [&](double /*t*/, const ForwardDynamics& /*dynamics*/, Demand& asked) {
    asked.forces = held;
    asked.gear_losses.setConstant(std::nan(""));
  };
  const auto compare = [](double /*t*/, const Frame& /*tool*/) { return ToolError{}; };
  run(machine, start.pose, start.twists, law, ask, compare, simulation);
  return simulation;
}

// Whether the tool may turn about itself with neither path nor drives noticing, as a pin does in
// its bearings: how it is turned is nobody's aim then.
bool turns_idly(const Mechanism& mechanism, const Path& path, const Pose& pose) {
  if (!mechanism.tool) return false;
  const MatrixXd idle = make_idle_kernel(mechanism, path.coordinates, pose);
  const Eigen::Index rotation = first_row_of(mechanism.tool->body) + 3;
  return mechanism.tool->body != kGround && idle.cols() > 0 &&
         idle.middleRows(rotation, 3).cwiseAbs().maxCoeff() > round_off::kSame;  // orthonormal
}

StartState find_start_state(const Machine& real, const Path& path, const PlannedForces& planned,
                            const ReplayOptions& options) {
  const Pose pose = options.real == nullptr ? planned.start_pose()
                                            : find_start_pose(real, path, planned.start_pose());
  return {pose, find_start_twists(real, path, pose, planned.start_d1())};
}

// What is left of the planned motors' forces behind the gears of what moves: that of the plan where
// the gears are those that were planned for.
VectorXd pass_gears(const MotionSample& sample, const Drives& planned, const Drives& real) {
  VectorXd forces = sample.forces - sample.gear_losses;
  for (const DriveId id : real.ids()) {
    const Drive &one = real[id], &other = planned[id];
    const bool is_same =
        one.efficiency == other.efficiency && one.efficiency_back == other.efficiency_back;
    if (is_same) continue;
    const Eigen::Index k = row_of(id);
    const double rotor = one.reflected_inertia * sample.accelerations(k);
    const auto left = find_force_behind_gear(one, sample.forces(k), rotor, sample.rates(k));
    if (left) forces(k) = *left;
  }
  return forces;
}

MachineSimulation replay_once(const Machine& machine, const Path& path, PlannedForces& planned,
                              const ReplayOptions& options) {
  const Machine& real = options.real != nullptr ? *options.real : machine;
  MachineSimulation simulation = prepare(real, options.simulation);
  simulation.path = path.name;
  simulation.feedback = options.feedback;
  simulation.errors = options.errors;
  simulation.band = options.band;
  if (!options.feedback || !planned.ends_at_rest()) {
    simulation.options.duration = std::min(options.simulation.duration, planned.duration());
  }
  std::optional<ComputedTorque> feedback;
  if (options.feedback) feedback.emplace(machine, path, planned, *options.feedback);
  ForceLaw law;
  law.find_next_break = [&](double t) {
    // The control of errors sees to smaller jumps.
    const double next = planned.find_next_switch(t, options.simulation.tolerance);
    return feedback ? std::min(next, feedback->find_next_break()) : next;
  };
  if (feedback) {
    law.sample = [&](double t, const ForwardDynamics& dynamics) { feedback->sample(t, dynamics); };
  }
  law.find_p = [&](double t) { return path.find_load_place(planned.place_at(t)); };
  const auto ask = [&](double t, const ForwardDynamics& dynamics, Demand& asked) {
    const MotionSample& sample = planned.at(t);
    asked.forces = pass_gears(sample, machine.mechanism.drives, real.mechanism.drives);
    asked.gear_losses = sample.forces - asked.forces;
    if (feedback) asked.forces += feedback->correct(t, dynamics);
  };
  const bool is_loose = turns_idly(machine.mechanism, path, planned.start_pose());
  const auto compare = [&](double t, const Frame& tool) {
    const Frame& wanted = planned.at(t).tool;
    const Vector3d turn = find_rotation_vector(tool.axes * wanted.axes.transpose());
    return ToolError{(tool.origin - wanted.origin).norm(), is_loose ? 0.0 : turn.norm()};
  };
  const StartState start =
      options.start ? *options.start : find_start_state(real, path, planned, options);
  run(real, start.pose, start.twists, law, ask, compare, simulation);
  judge_tracking(simulation);
  return simulation;
}

}  // namespace

void judge_tracking(MachineSimulation& simulation) {
  double on_path = 0.0;  // the last row within the band
  for (const SimulationRow& row : simulation.rows) {
    simulation.tracking_error = std::max(simulation.tracking_error, row.tracking);
    simulation.orientation_error = std::max(simulation.orientation_error, row.turning);
    const bool is_on_path = row.tracking <= simulation.band;
    if (!is_on_path) {
      simulation.back_on_path.reset();
      simulation.longest_off_path = std::max(simulation.longest_off_path, row.t - on_path);
      continue;
    }
    if (!simulation.back_on_path) simulation.back_on_path = row.t;
    on_path = row.t;
  }
}

MachineSimulation simulate_machine(const Machine& machine, const Pose& pose, const Twists& twists,
                                   const std::vector<DriveForce>& forces,
                                   const SimulationOptions& options) {
  const ForceLooks looks(forces, options.duration);
  return repeat_until_bounded(options, [&](const SimulationOptions& finer) {
    return move_freely(machine, pose, twists, forces, looks, finer);
  });
}

MachineSimulation simulate_machine(const Machine& machine, const SimulationStart& start,
                                   const std::vector<DriveForce>& forces,
                                   const SimulationOptions& options) {
  const StartState state = find_start(machine, start);
  MachineSimulation simulation =
      simulate_machine(machine, state.pose, state.twists, forces, options);
  simulation.start = tell_start(machine.mechanism, start, forces);
  return simulation;
}

MachineSimulation simulate_controlled(const Machine& machine, const SimulationStart& start,
                                      const SampledController& controller,
                                      const SimulationOptions& options) {
  const StartState state = find_start(machine, start);
  MachineSimulation simulation = repeat_until_bounded(options, [&](const SimulationOptions& finer) {
    return move_controlled(machine, state, controller, finer);
  });
  simulation.start = tell_start(machine.mechanism, start, {});
  return simulation;
}

MachineSimulation replay_plan(const Machine& machine, const Path& path, PlannedForces& planned,
                              const ReplayOptions& options) {
  return repeat_until_bounded(options.simulation, [&](const SimulationOptions& finer) {
    ReplayOptions again = options;
    again.simulation = finer;
    return replay_once(machine, path, planned, again);
  });
}

}  // namespace simulation
}  // namespace globaldyn::inside
