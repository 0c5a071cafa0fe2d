// Plans prove themselves: a machine driven by nothing but its plan's forces stays on its path.
#include <gtest/gtest.h>

#include <set>

#include "globaldyn/record/fingerprint.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// As little as an encoder resolves. Errors of single steps are 1e-9 of the machines' sizes; some
// machines magnify them a hundredfold until the end of their path.
constexpr double kTracking = 1e-6;

class Replays : public testing::TestWithParam<LibraryPath> {};

StoredPlan plan_and_store(const Machine& machine, const Path& path, double tolerance) {
  PathPlanOptions options;
  options.tolerance = tolerance;
  const PathPlan plan = plan_path(machine, path, options);
  EXPECT_TRUE(plan.has_motion()) << plan.reason;
  return {.path = path.name, .plan = plan.plan, .stops = plan.stops};
}

TEST_P(Replays, KeepToTheirPath) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  PlannedForces planned(machine, path, plan_and_store(machine, path, 1e-8));
  const ReplayOptions options{
      .simulation = {.duration = planned.duration(), .tolerance = 1e-9, .samples = 101}};
  const MachineSimulation simulation = replay_plan(machine, path, planned, options);
  ASSERT_EQ(simulation.result.status, SimulationStatus::done) << simulation.result.reason;
  ASSERT_EQ(simulation.rows.size(), 101u);
  EXPECT_LE(simulation.tracking_error, kTracking);
  // Bodies are some decimetres long: what turns them by more moves the tool by as much.
  EXPECT_LE(simulation.orientation_error, 10.0 * kTracking);
  EXPECT_LE(simulation.result.max_drift, 1e-10);
  EXPECT_LE(simulation.result.energy_error, 1e-6 * simulation.result.max_kinetic);
  for (const double share : simulation.saturated_shares) EXPECT_EQ(share, 0.0);
}

INSTANTIATE_TEST_SUITE_P(Library, Replays, testing::ValuesIn(list_paths()),
                         [](const auto& path) { return to_test_name(path.param); });

// The test above would pass if tracking were not measured: with a wrong mass it must fail.
TEST(Replay, OfAHeavierMachineLeavesThePath) {
  const Machine machine = load("rrr3");
  const Path& path = find_path(machine, "circle");
  PlannedForces planned(machine, path, plan_and_store(machine, path, 1e-6));
  Machine heavier = machine;
  for (Body& body : heavier.mechanism.bodies) body.mass_properties.mass *= 1.01;
  const ReplayOptions options{
      .simulation = {.duration = planned.duration(), .tolerance = 1e-8, .samples = 101},
      .real = &heavier};
  const MachineSimulation simulation = replay_plan(machine, path, planned, options);
  EXPECT_GE(simulation.tracking_error, 1e-4);
}

// A turntable whose tool lies on the axis: its place says nothing of how it is turned. Planned for
// one inertia and driven with another, it turns by their ratio of the angle.
TEST(Replay, TellsHowFarTheToolTurnsFromItsPlan) {
  const auto make = [](double inertia) {
    return parse_machine(
        "globaldyn: 1\nname: turntable\nbodies: {table: {mass: 1, inertia: {diag: "
        "[1, 1, " +
            std::to_string(inertia) +
            "]}}}\njoints: {C: {type: revolute, a: ground, b: table}}\ndrives: {M: "
            "{joint: C, limits: 3}}\ntool: table\npaths: {turn: {joints: {C: "
            "0.8*p}, p_max: 1}}\n",
        "turntable.yaml", ".");
  };
  const Machine machine = make(1.0), heavier = make(1.25);
  const Path& path = machine.paths.front();
  PlannedForces planned(machine, path, plan_and_store(machine, path, 1e-8));
  ReplayOptions options{
      .simulation = {.duration = planned.duration(), .tolerance = 1e-9, .samples = 101}};
  EXPECT_LE(replay_plan(machine, path, planned, options).orientation_error, kTracking);
  options.real = &heavier;
  const MachineSimulation simulation = replay_plan(machine, path, planned, options);
  EXPECT_LE(simulation.tracking_error, 1e-12);
  EXPECT_NEAR(simulation.orientation_error, 0.8 * (1.0 - 1.0 / 1.25), 1e-6);
  EXPECT_EQ(simulation.rows.back().turning, simulation.orientation_error);
}

// On a blend a tangent turns, beside it not: passed without a stop, forces that are finite would
// not make it turn so suddenly, and the tool would lag behind by a radian.
TEST(Replay, OfATangentAlongBlendsIsTurnedAsPlanned) {
  for (const char* knots : {"", ", knots: [0, 1, 5]"}) {
    SCOPED_TRACE(knots);
    const Machine machine =
        parse_machine(std::string(R"(globaldyn: 1
name: knife
bodies: {bridge: {mass: 8, inertia: {diag: [1, 1, 1]}}, head: {mass: 2, inertia: {diag: [1, 1, 1]}}, knife: {mass: 0.3, inertia: {plate: 1e-4}}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: bridge, axis: x}}
  Y: {type: prismatic, a: {body: bridge, axis: y}, b: {body: head, axis: y}}
  C: {type: revolute, a: head, b: knife}
drives: {MX: {joint: X, limits: 100}, MY: {joint: Y, limits: 30}, MC: {joint: C, limits: 0.2}}
tool: knife
paths: {rounded: {position: {polyline: {points: [[0, 0], [0.3, 0], [0.3, 0.3]], shape: parabola, blend: 10 mm)") +
                          knots + "}}, orientation: {tangential: {offset: 0}}}}\n",
                      "knife.yaml", ".");
    const Path& path = machine.paths.front();
    const StoredPlan stored = plan_and_store(machine, path, 1e-8);
    ASSERT_EQ(stored.stops.size(), 2u);
    PlannedForces planned(machine, path, stored);
    const ReplayOptions options{
        .simulation = {.duration = planned.duration(), .tolerance = 1e-9, .samples = 101}};
    const MachineSimulation simulation = replay_plan(machine, path, planned, options);
    EXPECT_LE(simulation.tracking_error, kTracking);
    EXPECT_LE(simulation.orientation_error, 1e-5);
  }
}

TEST(Replay, FormulationsAndIntegratorsAgree) {
  const Machine machine = load("delta");
  const Path& path = find_path(machine, "pick");
  PlannedForces planned(machine, path, plan_and_store(machine, path, 1e-6));
  for (const Formulation& formulation : list_formulations()) {
    for (const IntegrationMethod method :
         {IntegrationMethod::runge_kutta, IntegrationMethod::adams}) {
      SCOPED_TRACE(formulation.key + std::string(" ") + to_string(method));
      const ReplayOptions options{.simulation = {.duration = planned.duration(),
                                                 .method = method,
                                                 .tolerance = 1e-8,
                                                 .formulation = &formulation,
                                                 .samples = 21}};
      const MachineSimulation simulation = replay_plan(machine, path, planned, options);
      ASSERT_EQ(simulation.result.status, SimulationStatus::done) << simulation.result.reason;
      EXPECT_LE(simulation.tracking_error, 1e-5);
    }
  }
}

// Jumps of d2 that errors of steps hide are no reason to start again.
TEST(Replay, StartsAgainWhereForcesJumpByMoreThanTheTolerance) {
  const Machine machine = load("hexapod_6ups");
  const Path& path = find_path(machine, "circle");
  PlannedForces planned(machine, path, plan_and_store(machine, path, 1e-6));
  const auto replay = [&](double tolerance) {
    const ReplayOptions options{
        .simulation = {.duration = planned.duration(), .tolerance = tolerance, .samples = 11}};
    return replay_plan(machine, path, planned, options);
  };
  const MachineSimulation rough = replay(1e-5), fine = replay(1e-9);
  EXPECT_LT(rough.result.restarts, fine.result.restarts / 4);
  EXPECT_LE(rough.tracking_error, 2e-4);
  EXPECT_LE(fine.tracking_error, kTracking);
}

// Errors of steps add up, those of backward differences most; what is missing in the energy balance
// is within the tolerance all the same.
TEST(Replay, ToleranceBoundsTheEnergyBalance) {
  const Machine machine = load("rrr3");
  const Path& path = find_path(machine, "circle");
  PlannedForces planned(machine, path, plan_and_store(machine, path, 1e-6));
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    SCOPED_TRACE(tolerance);
    const ReplayOptions options{.simulation = {.duration = planned.duration(),
                                               .method = IntegrationMethod::bdf,
                                               .tolerance = tolerance,
                                               .samples = 21}};
    const MachineSimulation simulation = replay_plan(machine, path, planned, options);
    EXPECT_TRUE(simulation.is_bounded());
    EXPECT_LE(simulation.result.energy_error, tolerance * simulation.result.max_kinetic);
    EXPECT_LT(simulation.step_tolerance, tolerance);
    EXPECT_EQ(simulation.options.tolerance, tolerance);
    EXPECT_EQ(simulation.rows.size(), 21u);
  }
}

// Friction of three drives that turn at the same time, and of one that starts again at once: every
// event is seen, and none without end. Restarts at many places hit many orders of events.
TEST(Replay, DrivesWithFrictionTurnTogether) {
  for (const auto& [name, path_name] :
       {std::pair("rps3", "lift"), std::pair("five_bar", "cycle")}) {
    const Machine machine = load(name);
    const Path& path = find_path(machine, path_name);
    PlannedForces planned(machine, path, plan_and_store(machine, path, 1e-5));
    for (int samples = 11; samples < 1000; samples *= 3) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(samples));
      ReplayOptions options{.simulation = {.duration = planned.duration(), .samples = samples}};
      options.simulation.work = 400'000;  // ten times what it takes
      options.feedback = Feedback{.bandwidth = 80.0, .period = 1e-3, .delay = 1e-3};
      const MachineSimulation simulation = replay_plan(machine, path, planned, options);
      EXPECT_EQ(simulation.result.status, SimulationStatus::done) << simulation.result.reason;
      EXPECT_LE(simulation.tracking_error, 1e-5);
    }
  }
}

// A fingerprint follows what a machine is, not how its file is written.
TEST(Fingerprint, TellsMachinesApart) {
  const Machine machine = load("sliding_star");
  const std::string print = make_fingerprint(machine, machine.paths[0]);
  EXPECT_EQ(print.size(), 16u);
  EXPECT_EQ(print, make_fingerprint(load("sliding_star"), machine.paths[0]));
  EXPECT_NE(print, make_fingerprint(machine, machine.paths[1]));
  const Machine stronger = load("sliding_star", {{"force", "900 N"}});
  EXPECT_NE(print, make_fingerprint(stronger, stronger.paths[0]));
}

// Of loads too: their values, where on the path they act, and along which axes.
TEST(Fingerprint, TellsLoadsApart) {
  Machine machine = load("sliding_star");
  const Path& path = machine.paths[0];
  ToolWrench wrench;
  wrench.table.emplace();
  wrench.table->p = {0.0, 1.0};
  wrench.table->rows = {WrenchTable::Row::Zero(), WrenchTable::Row::Ones()};
  machine.mechanism.wrenches.push_back(wrench);
  ToolWrench& own = machine.mechanism.wrenches.back();
  std::set<std::string> prints{make_fingerprint(load("sliding_star"), path)};
  const auto expect_new = [&](const char* what) {
    EXPECT_TRUE(prints.insert(make_fingerprint(machine, path)).second) << what;
  };
  expect_new("a table");
  own.table->p[1] = 2.0;
  expect_new("its places");
  own.table->rows[1] *= 2.0;
  expect_new("its values");
  own.in_tool_frame = true;
  expect_new("axes");
  machine.mechanism.branch.push_back({});
  expect_new("assembly");
}

}  // namespace
}  // namespace globaldyn::inside::test
