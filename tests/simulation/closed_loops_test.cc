// Closed loops moving in time: benchmarks of multibody dynamics. Oracles: conserved energy, and the
// formulations beside each other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/kinematics/assembly.h"
#include "core/simulation/simulation.h"
#include "core/simulation/start_rates.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/rod_loop.h"

namespace globaldyn::test {
namespace {

// Bricard's mechanism (IFToMM benchmark A04; seed 002, section 7): five moving rods along the edges
// of a cube. Grübler counts no freedom; it has one, because one constraint depends on the others.
constexpr const char* kBricard = R"(globaldyn: 1
name: bricard
parameters: {across: {value: 1.01/12, min: 0, max: 1}, along: {value: 0.01/6, min: 0, max: 1}}
gravity: [0, -9.81, 0]
bodies:
  R1: {mass: 1, com: [0.5, 0, 0], inertia: {diag: [along, across, across]}, pose: {at: [0, 0, 0]}}
  R2: {mass: 1, com: [0, -0.5, 0], inertia: {diag: [across, along, across]}, pose: {at: [1, 0, 0]}}
  R3: {mass: 1, com: [0, 0, 0.5], inertia: {diag: [across, across, along]}, pose: {at: [1, -1, 0]}}
  R4: {mass: 1, com: [-0.5, 0, 0], inertia: {diag: [along, across, across]}, pose: {at: [1, -1, 1]}}
  R5: {mass: 1, com: [0, 0.5, 0], inertia: {diag: [across, along, across]}, pose: {at: [0, -1, 1]}}
joints:
  J1: {type: revolute, a: {body: ground, at: [0, 0, 0], axis: y}, b: {body: R1, at: [0, 0, 0], axis: y}}
  J2: {type: revolute, a: {body: R1, at: [1, 0, 0], axis: z}, b: {body: R2, at: [0, 0, 0], axis: z}}
  J3: {type: revolute, a: {body: R2, at: [0, -1, 0], axis: x}, b: {body: R3, at: [0, 0, 0], axis: x}}
  J4: {type: revolute, a: {body: R3, at: [0, 0, 1], axis: y}, b: {body: R4, at: [0, 0, 0], axis: y}}
  J5: {type: revolute, a: {body: R4, at: [-1, 0, 0], axis: z}, b: {body: R5, at: [0, 0, 0], axis: z}}
  J6: {type: revolute, a: {body: R5, at: [0, 1, 0], axis: x}, b: {body: ground, at: [0, 0, 1], axis: x}}
)";

// N windows of unit rods in a row (IFToMM benchmark A02).
std::string make_windows_file(int count) {
  std::string bodies, joints;
  for (int i = 0; i <= count; ++i) {
    bodies += fmt::format(
        "  u{0}: {{mass: 1, com: [0.5, 0], inertia: {{rod: 1/12}}, frames: {{tip: [1, 0]}}}}\n", i);
    joints += fmt::format(
        "  A{0}: {{type: revolute, a: {{body: ground, at: [{0}, 0]}}, b: u{0}, guess: 90 deg}}\n",
        i);
  }
  for (int i = 1; i <= count; ++i) {
    bodies += fmt::format(
        "  c{0}: {{mass: 1, com: [0.5, 0], inertia: {{rod: 1/12}}, frames: {{tip: [1, 0]}}}}\n", i);
    joints += fmt::format(
        "  B{0}: {{type: revolute, a: u{1}.tip, b: c{0}, guess: -90 deg}}\n"
        "  C{0}: {{type: revolute, a: c{0}.tip, b: u{0}.tip}}\n",
        i, i - 1);
  }
  return "globaldyn: 1\nname: windows\ngravity: [0, -9.81, 0]\nbodies:\n" + bodies + "joints:\n" +
         joints + "drives: {M: {joint: A0, limits: 500 N m}}\n";
}

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

TEST(ClosedLoops, BricardSwingsForTenSecondsInAllFormulations) {
  const Machine machine = parse_machine(kBricard, "bricard.yaml", ".");
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

// Until shortly before all rods lie in line with the ground, where the machine has more freedoms.
TEST(ClosedLoops, WindowsKeepTheirEnergy) {
  const Machine machine = parse_machine(make_windows_file(3), "windows.yaml", ".");
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
  const Machine machine = parse_machine(make_rod_loop(15), "loop.yaml", ".");
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
