#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/expression/shown_units.h"
#include "core/formulations/forward_dynamics.h"
#include "core/formulations/registry/formulations.h"
#include "core/simulation/integrator.h"

namespace globaldyn::inside {
inline namespace core {

/// What the motors of a machine do in time. Both functions see the machine as it is then.
struct ForceLaw {
  /// Motors' forces n_k at t, N or N m. Smooth between breaks. Empty: none.
  std::function<void(double t, const ForwardDynamics& machine, VectorXd& forces)> calc_forces;
  /// Called at the start and at every break, before forces behind it are asked for: for controllers
  /// that sample. Empty: not needed.
  std::function<void(double t, const ForwardDynamics& machine)> sample;
  /// The first break after t: where forces may jump. Empty: there are none.
  std::function<double(double t)> find_next_break;
  /// The first time after t that a step should end at: forces up to there are seen by looking at
  /// them as often as a step does. Nothing starts again there. Empty: error control alone decides.
  std::function<double(double t)> find_next_look;
  /// Where on its path the machine is taken to be at t, for loads that depend on p. Empty: 0.
  std::function<double(double t)> find_p;
};

struct SimulationOptions {
  double duration{1.0};  ///< s
  IntegrationMethod method{IntegrationMethod::runge_kutta};
  double tolerance{1e-6};                   ///< relative, of each step
  const Formulation* formulation{nullptr};  ///< null: the fastest
  /// A step that leaves constraints by more than this (see SimulationSample::drift) is followed by
  /// a projection onto them. Adams' formulas go without.
  double projection_tolerance{0.0};
  Stabilisation stabilisation;  ///< besides, or instead
  /// Close the loops instead of constraints; needs a formulation with a tree
  /// (Formulation::has_tree).
  std::optional<LoopSprings> loop_springs;
  int samples{501};                 ///< at equal distances in time
  bool stops_at_travel_ends{true};  ///< of the joints
  /// Right-hand sides after which it gives up; 0: as many as it takes.
  long work{0};
  /// Of a machine's simulation: its rows have the reactions in all joints.
  bool reactions{false};
  ShownUnits units;                        ///< in which its reason tells coordinates
  std::function<bool()> is_cancelled;      ///< asked now and then
  std::function<void(double t)> progress;  ///< told between samples
};

/// The formulation asked for, or the fastest of those that do what is asked for.
[[nodiscard]] const Formulation& choose_formulation(const Mechanism& mechanism,
                                                    const Topology& topology,
                                                    const SimulationOptions& options);

/// The machine at an instant.
struct SimulationSample {
  double t{0.0};
  Pose pose;
  Twists twists;
  Twists accelerations;  ///< (v', w')
  double p{0.0};         ///< for loads that depend on the path
  VectorXd forces;       ///< m: of the motors, N or N m
  VectorXd transmitted;  ///< m: see ForwardDynamics::calc_transmitted_forces()
  VectorXd positions;    ///< m: q_k, rad or m, without jumps by full turns
  VectorXd rates;        ///< m: q'_k
  IdVector<DriveId, Friction> friction;
  VectorXd closing;       ///< see ForwardDynamics::calc_closing_forces()
  double drift{0.0};      ///< largest violation of a constraint, dimensionless
  double kinetic{0.0};    ///< J
  double potential{0.0};  ///< J
  double work{0.0};       ///< J: done so far by all that is in neither energy
};

/// What an integration took.
struct IntegrationCount {
  long steps{0};
  long right_sides{0};  ///< worked out, with those for Jacobians and between steps
};

enum class SimulationStatus {
  done,        ///< it reached its end
  singular,    ///< it met a pose where the equations are singular
  travel_end,  ///< a joint met an end of its travel
  failed,      ///< the integrator could not go on
  cancelled,
};

[[nodiscard]] const char* to_string(SimulationStatus status);

/// What came of a simulation; its samples were passed on.
struct SimulationResult {
  SimulationStatus status{SimulationStatus::failed};
  std::string reason;  ///< if not done
  double time{0.0};    ///< s, how far it came
  IntegrationCount count;
  double max_drift{0.0};               ///< after any step
  double energy_error{0.0};            ///< largest |E - E(0) - work| after any step, J
  double max_kinetic{0.0};             ///< J, likewise
  double energy_size{0.0};             ///< largest |potential| + |work|, J, likewise
  int restarts{0};                     ///< at breaks and events
  int stick_slips{0};                  ///< times that a drive stuck or broke away
  std::vector<std::string> closing;    ///< names of SimulationSample::closing
  std::vector<std::string> dependent;  ///< joints with constraint equations that depend on others
};

using TakeSimulationSample = std::function<void(const SimulationSample&)>;

/// Moves a machine in time from a pose in which its joints close, at rates that are projected onto
/// what they allow.
/// @throws NumericalError if the machine does not close at its start
[[nodiscard]] SimulationResult simulate(const Mechanism& mechanism, const Topology& topology,
                                        const Pose& pose, const Twists& twists, const ForceLaw& law,
                                        const SimulationOptions& options,
                                        const TakeSimulationSample& take);

}  // namespace core
}  // namespace globaldyn::inside
