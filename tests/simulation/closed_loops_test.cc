// Closed loops moving in time: benchmarks of multibody dynamics. Oracles: conserved energy, and the
// formulations beside each other.
#include <gtest/gtest.h>

#include <cmath>

#include "core/kinematics/assembly.h"
#include "core/simulation/simulation.h"
#include "core/simulation/start_rates.h"
#include "globaldyn/generation/generated_machine.h"
#include "tests/support/machines.h"

namespace globaldyn::test {
namespace {

struct Moved {
  SimulationResult result;
  std::vector<SimulationSample> samples;
};

Moved move_freely(const Machine& machine, const std::vector<DriveSpeed>& speeds,
                  const SimulationOptions& options) {
  const AssemblyOutcome outcome = assemble(machine.mechanism, machine.topology, {});
  EXPECT_EQ(outcome.status, AssemblyStatus::ok) << outcome.reason;
  Moved moved;
  moved.result =
      simulate(machine.mechanism, machine.topology, outcome.pose,
               find_twists(machine.mechanism, machine.topology, outcome.pose, speeds), {}, options,
               [&](const SimulationSample& sample) { moved.samples.push_back(sample); });
  return moved;
}

// Bricard's mechanism (IFToMM benchmark A04; seed 002, section 7): Grübler counts no freedom; it
// has one, because one constraint depends on the others.
TEST(ClosedLoops, BricardSwingsForTenSecondsInAllFormulations) {
  const Machine machine = load("bricard");
  std::optional<Vector3d> place;
  for (const Formulation& formulation : list_formulations()) {
    SCOPED_TRACE(formulation.key);
    const Moved moved = move_freely(
        machine, {}, {.duration = 10.0, .tolerance = 1e-9, .formulation = &formulation});
    ASSERT_EQ(moved.result.status, SimulationStatus::done) << moved.result.reason;
    EXPECT_EQ(moved.result.dependent.size(), 1u);
    EXPECT_GE(moved.result.max_kinetic, 1.0);  // it does swing
    EXPECT_LE(moved.result.energy_error, 1e-6 * moved.result.max_kinetic);
    EXPECT_LE(moved.result.max_drift, 1e-10);
    const Vector3d& last = moved.samples.back().pose[3].r;
    if (!place) place = last;
    EXPECT_LE((last - *place).norm(), 1e-5);
  }
}

// Steps so long that their stages leave the constraints, where the dependent one is no longer seen
// to depend: they must be repeated with a shorter length, not taken for a singular pose.
TEST(ClosedLoops, BricardIsNotSingularInLongSteps) {
  const Machine machine = load("bricard");
  for (const Formulation& formulation : list_formulations()) {
    SCOPED_TRACE(formulation.key);
    const Moved moved = move_freely(
        machine, {},
        {.duration = 10.0, .tolerance = 1e-5, .formulation = &formulation, .samples = 11});
    ASSERT_EQ(moved.result.status, SimulationStatus::done) << moved.result.reason;
    // Errors of single steps, 1e-5 each, of some hundred steps.
    EXPECT_LE(moved.result.energy_error, 1e-3 * moved.result.max_kinetic);
  }
}

// Until shortly before all rods lie in line with the ground, where the machine has more freedoms.
TEST(ClosedLoops, WindowsKeepTheirEnergy) {
  const Machine machine = parse_machine(make_four_bars(3), "four_bars.yaml", ".");
  for (const char* key : {"natural", "recursive", "denoc"}) {
    SCOPED_TRACE(key);
    const Moved moved =
        move_freely(machine, {{0, -1.0}},
                    {.duration = 0.7, .tolerance = 1e-9, .formulation = find_formulation(key)});
    ASSERT_EQ(moved.result.status, SimulationStatus::done) << moved.result.reason;
    EXPECT_LE(moved.result.energy_error, 1e-6 * moved.result.max_kinetic);
    EXPECT_LE(moved.result.max_drift, 1e-9);
    // At the start the tips move at 1 m/s, and all of them alike.
    EXPECT_NEAR(moved.samples[0].kinetic, 0.5 * (4.0 / 3.0 + 3.0), 1e-12);
  }
}

TEST(ClosedLoops, ALoopOfManyRodsFallsAlikeInAllFormulations) {
  const Machine machine = parse_machine(make_rods(15), "rods.yaml", ".");
  std::optional<Vector3d> place;
  for (const Formulation& formulation : list_formulations()) {
    SCOPED_TRACE(formulation.key);
    const Moved moved =
        move_freely(machine, {}, {.duration = 1.0, .tolerance = 1e-9, .formulation = &formulation});
    ASSERT_EQ(moved.result.status, SimulationStatus::done) << moved.result.reason;
    EXPECT_LE(moved.result.energy_error, 1e-6 * moved.result.max_kinetic);
    const Vector3d& last = moved.samples.back().pose[7].r;
    if (!place) place = last;
    EXPECT_LE((last - *place).norm(), 1e-5);
  }
}

}  // namespace
}  // namespace globaldyn::test
