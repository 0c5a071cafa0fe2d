#pragma once

#include <string>
#include <vector>

#include "globaldyn/simulation/machine_simulation.h"
#include "tests/campaign_simulation/random_assembly.h"

namespace globaldyn::inside::test {

/// A machine where it starts, and what drives it.
struct SimulatedCase {
  Machine machine;
  Pose pose;
  Twists twists;
  std::vector<DriveForce> forces;
  double duration{1.0};  ///< s
};

/// As the command `simulate` starts it. Rates that its joints do not allow are left out.
/// @throws Error if the machine cannot be assembled
[[nodiscard]] SimulatedCase start_case(const RandomAssembly& assembly);

/// A formulation and an integrator at a tolerance.
struct RunChoice {
  std::string formulation;
  IntegrationMethod method{IntegrationMethod::runge_kutta};
  double tolerance{1e-6};

  /// "denoc/bdf".
  [[nodiscard]] std::string name() const;
};

/// What came of it.
struct CaseRun {
  std::string error;  ///< thrown; otherwise empty
  SimulationStatus status{SimulationStatus::failed};
  std::string reason;      ///< if not done
  bool is_bounded{false};  ///< energy and drift keep to the tolerance, see MachineSimulation
  double step_tolerance{0.0};
  Pose pose;  ///< at the end, if done
  Twists twists;
  bool is_repeatable{true};  ///< the run took the same steps a second time
};

/// Simulates as the command does, within some work (right sides).
[[nodiscard]] CaseRun run_case(const SimulatedCase& c, const RunChoice& choice, long work);

/// The same by steps of just that tolerance, however many errors add up; not judged.
[[nodiscard]] CaseRun run_once(const SimulatedCase& c, const RunChoice& choice, long work);

/// The state at the start of a run, rates projected as it does that.
[[nodiscard]] CaseRun find_start(const SimulatedCase& c);

/// The same with rates of all bodies changed at random by up to a share of 1 m/s and 1 rad/s.
[[nodiscard]] SimulatedCase disturb(const SimulatedCase& c, double share);

}  // namespace globaldyn::inside::test
