#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/simulation/simulation.h"
#include "globaldyn/feedback/feedback.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/simulation/drive_force.h"
#include "globaldyn/simulation/planned_forces.h"
#include "globaldyn/simulation/start_pose.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn::inside {
inline namespace simulation {

/// One sample of a simulated motion, as it is written.
struct SimulationRow {
  double t{0.0};
  VectorXd positions;             ///< m: q_k, rad or m, without jumps by full turns
  VectorXd rates;                 ///< m
  VectorXd forces;                ///< m: as far as motors can exert them
  VectorXd transmitted;           ///< m: what of them reaches the machine; of a cable its tension
  std::vector<double> reactions;  ///< as MachineSimulation::reaction_names; NaN: not determined
  VectorXd closing;  ///< what cut joints exert: SimulationResult::closing has the names
  Frame tool;        ///< if the machine has one
  double drift{0.0};
  double kinetic{0.0};
  double potential{0.0};
  double work{0.0};
  double tracking{0.0};       ///< m: of the tool from where the plan has it; 0 without a plan
  double turning{0.0};        ///< rad: of its axes from how the plan has them turned; likewise
  std::vector<float> bodies;  ///< list_body_frames(), of so many rows that a picture moves
};

/// What a simulation without a plan was told, by names.
struct ToldStart {
  std::string path;                                         ///< see SimulationStart
  std::vector<std::pair<std::string, double>> held;         ///< joint coordinates: rad or m
  std::vector<std::pair<std::string, double>> speeds;       ///< of drives: rad/s or m/s
  std::vector<std::pair<std::string, std::string>> forces;  ///< of drives: formulas in t
};

/// A machine's motion in time.
struct MachineSimulation {
  std::string machine;
  std::string path;                         ///< of the plan, or its cycle; empty without one
  bool is_cycle{false};                     ///< the plan is of a cycle
  std::string formulation;                  ///< key
  IdVector<DriveId, std::string> drives;    ///< names
  IdVector<DriveId, char> is_cable;         ///< whose tensions are told
  std::vector<std::string> reaction_names;  ///< if they were asked for
  bool has_tool{false};
  std::optional<ToldStart> start;  ///< without a plan
  SimulationOptions options;
  SimulationResult result;
  /// Until both below kept to the tolerance; `result` is the last that did not fail.
  int runs{1};
  long right_sides{0};            ///< of all runs
  double step_tolerance{0.0};     ///< of each step, so that they do
  bool energy_is_bounded{false};  ///< what is missing in the energy balance keeps to the tolerance
  bool drift_is_bounded{false};   ///< joints stay closed to the tolerance
  [[nodiscard]] bool is_bounded() const { return energy_is_bounded && drift_is_bounded; }
  std::vector<SimulationRow> rows;
  StartState end;                      ///< where the last row has left the machine
  std::optional<Feedback> feedback;    ///< if there was one
  std::vector<ParameterError> errors;  ///< by which the machine was off
  double tracking_error{0.0};          ///< m: the largest of any row
  double orientation_error{0.0};  ///< rad: likewise, of how the tool is turned; 0 if it is idle
  double band{0.0};               ///< m: nearer, the tool counts as on its path
  double longest_off_path{0.0};   ///< s: the longest time without a row within the band
  /// s: from when on all rows are within the band; none: the last one is not.
  std::optional<double> back_on_path;
  /// Whether that is known: a plan was replayed, by a machine with a tool.
  [[nodiscard]] bool is_tracked() const { return !path.empty() && has_tool && !rows.empty(); }
  /// Of the rows: those in which the drive is asked for more than it can.
  IdVector<DriveId, double> saturated_shares;
};

/// Simulates the machine from a pose in which its joints are closed, under forces that are
/// functions of time; other drives exert none. Motors exert what they can: see calc_force_range().
/// The tolerance bounds what is missing in the energy balance, as a share of the largest kinetic
/// energy, and how far joints drift open, after every step: where errors of steps add up to more,
/// it is done again with a smaller one, some times; if that fails, it counts as not bounded.
/// Samples have no part in that.
[[nodiscard]] MachineSimulation simulate_machine(const Machine& machine, const Pose& pose,
                                                 const Twists& twists,
                                                 const std::vector<DriveForce>& forces,
                                                 const SimulationOptions& options);

/// The same from such a start, which the result tells.
[[nodiscard]] MachineSimulation simulate_machine(const Machine& machine,
                                                 const SimulationStart& start,
                                                 const std::vector<DriveForce>& forces,
                                                 const SimulationOptions& options);

/// A controller that samples.
struct SampledController {
  double period{0.0};  ///< s, > 0
  /// Called at every multiple of the period from 0 on: the drives' positions and rates then; what
  /// their motors are to exert until the next one. A simulation that is done again with smaller
  /// steps begins at 0 again.
  std::function<void(double t, const VectorXd& positions, const VectorXd& rates, VectorXd& forces)>
      control;
};

/// The same under a controller.
[[nodiscard]] MachineSimulation simulate_controlled(const Machine& machine,
                                                    const SimulationStart& start,
                                                    const SampledController& controller,
                                                    const SimulationOptions& options);

/// How a plan is replayed.
struct ReplayOptions {
  /// Its duration may be longer than the plan's if the motion ends at rest and there is a feedback,
  /// which then holds the machine there.
  SimulationOptions simulation;
  std::optional<Feedback> feedback;
  /// What moves, if it is not quite the machine that was planned for. Must have its structure.
  const Machine* real{nullptr};
  std::vector<ParameterError> errors;  ///< by which that is off; only reported
  double band{1e-4};                   ///< m: see MachineSimulation
  std::optional<StartState> start;     ///< of what moves; none: as the plan begins
};

/// Drives a machine by a plan's forces, from the plan's start, and compares where the tool is with
/// where it was planned to be. The tolerance is that of simulate_machine().
/// @param planned of this machine and path
/// @throws Error if the real machine cannot be assembled at the start of the path
[[nodiscard]] MachineSimulation replay_plan(const Machine& machine, const Path& path,
                                            PlannedForces& planned, const ReplayOptions& options);

/// Finds the errors of tracking in its rows, as against its band.
void judge_tracking(MachineSimulation& simulation);

/// simulation.json, schema globaldyn/simulation/1.
[[nodiscard]] std::string to_json(const MachineSimulation& simulation, const Origin& origin);

/// A line per row, with a header.
[[nodiscard]] std::string to_csv(const MachineSimulation& simulation);

/// The same as datasets of an HDF5 file. @throws Error if it cannot be written
void write_hdf5(const MachineSimulation& simulation, const Origin& origin, const std::string& file);

}  // namespace simulation
}  // namespace globaldyn::inside
