// Motion in time. Oracles: closed forms; the published solution of Andrews' mechanism; the
// formulations and integrators beside each other.
#include "core/simulation/simulation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/formulations/registry/formulations.h"
#include "core/kinematics/assembly.h"
#include "core/kinematics/travel.h"
#include "core/simulation/start_rates.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

Twists at_rest(const Machine& machine) {
  return Twists(machine.mechanism.bodies.size());
}

Pose assemble_at_guess(const Machine& machine) {
  const AssemblyOutcome outcome = assemble(machine.mechanism, machine.topology, {});
  EXPECT_EQ(outcome.status, AssemblyStatus::ok) << outcome.reason;
  return outcome.pose;
}

double joint_angle(const Machine& machine, int joint, const Pose& pose) {
  return calc_coordinate(machine.mechanism, {JointId(joint), 0}, pose);
}

struct Recorded {
  SimulationResult result;
  std::vector<SimulationSample> samples;
};

Recorded record(const Machine& machine, const Pose& pose, const Twists& twists, const ForceLaw& law,
                const SimulationOptions& options) {
  Recorded recorded;
  recorded.result =
      simulate(machine.mechanism, machine.topology, pose, twists, law, options,
               [&](const SimulationSample& sample) { recorded.samples.push_back(sample); });
  return recorded;
}

ForceLaw hold_forces(const VectorXd& forces) {
  return {.calc_forces = [forces](double, const ForwardDynamics&, VectorXd& n) { n = forces; }};
}

std::vector<const Formulation*> all_formulations() {
  std::vector<const Formulation*> all;
  for (const Formulation& one : list_formulations()) all.push_back(&one);
  return all;
}

// A rod of length l on a pivot, released horizontally: w² = 3 g / l sin(fall).
constexpr const char* kRod = R"(globaldyn: 1
name: rod
gravity: [0, -9.81, 0]
bodies: {rod: {mass: 2, com: [0.4, 0], inertia: {rod: 2*0.8^2/12}}}
joints: {R: {type: revolute, a: ground, b: rod, guess: 0}}
drives: {M: {joint: R, limits: 100 N m}}
paths: {swing: {joints: {R: p}, p_max: 1}}
)";

TEST(Simulation, RodFallsAsItsEnergySays) {
  const Machine machine = parse_machine(kRod, "rod.yaml", ".");
  for (const Formulation* formulation : all_formulations()) {
    for (const IntegrationMethod method :
         {IntegrationMethod::runge_kutta, IntegrationMethod::adams, IntegrationMethod::bdf}) {
      SCOPED_TRACE(formulation->key + std::string(" ") + to_string(method));
      const Recorded run = record(
          machine, assemble_at_guess(machine), at_rest(machine), {},
          {.duration = 2.0, .method = method, .tolerance = 1e-9, .formulation = formulation});
      ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
      ASSERT_EQ(run.samples.size(), 501u);
      for (const SimulationSample& sample : run.samples) {
        const double square = sample.rates(0) * sample.rates(0);
        // Errors of single steps add up over some hundred of them.
        EXPECT_NEAR(square, -3.0 * 9.81 / 0.8 * std::sin(sample.positions(0)), 2e-5);
      }
      EXPECT_LE(run.result.energy_error, 1e-6 * run.result.max_kinetic);
    }
  }
}

// A sledge on rough ground: it stops after v / (mu g), stays, and breaks away under a force above
// friction.
constexpr const char* kSledge = R"(globaldyn: 1
name: sledge
bodies: {sledge: {mass: 3, inertia: {diag: [1, 1, 1]}}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: sledge, axis: x}, guess: 0}}
drives: {F: {joint: P, limits: 100 N, coulomb: 6 N}}
paths: {slide: {joints: {P: p}, p_max: 1}}
)";

TEST(Simulation, SledgeStopsSticksAndBreaksAway) {
  const Machine machine = parse_machine(kSledge, "sledge.yaml", ".");
  Twists twists = at_rest(machine);
  twists[BodyId(1)].v.x() = 1.0;
  // Held by friction until the force has grown to 6 N, at t = 2; slowed down by it before.
  const ForceLaw law{
      .calc_forces = [](double t, const ForwardDynamics&,
                        VectorXd& n) { n(0) = t < 1.0 ? 0.0 : 6.0 * (t - 1.0); },
      .find_next_break =
          [](double t) { return t < 1.0 ? 1.0 : std::numeric_limits<double>::infinity(); }};
  for (const Formulation* formulation : all_formulations()) {
    SCOPED_TRACE(formulation->key);
    const Recorded run =
        record(machine, assemble_at_guess(machine), twists, law,
               {.duration = 3.0, .tolerance = 1e-9, .formulation = formulation, .samples = 301});
    ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
    for (const SimulationSample& sample : run.samples) {
      const double t = sample.t;
      const double after = std::max(t - 2.0, 0.0);
      const double x = t < 0.5 ? t - t * t : 0.25 + after * after * after / 3.0;
      EXPECT_NEAR(sample.positions(0), x, 1e-7) << t;
      const bool sticks = t > 0.501 && t < 1.999;
      if (sticks) {
        EXPECT_EQ(sample.friction[DriveId(0)], Friction::stuck) << t;
      }
    }
    EXPECT_EQ(run.result.stick_slips, 2);
    // Friction's work is in the balance.
    EXPECT_LE(run.result.energy_error, 1e-7);
  }
}

TEST(Simulation, EndsWhereAJointsTravelDoes) {
  Machine machine = parse_machine(kSledge, "sledge.yaml", ".");
  machine.mechanism.joints[JointId(0)].travel[0] = {-1.0, 0.1};
  Twists twists = at_rest(machine);
  twists[BodyId(1)].v.x() = 1.0;
  const Recorded run = record(machine, assemble_at_guess(machine), twists, {}, {.duration = 3.0});
  EXPECT_EQ(run.result.status, SimulationStatus::travel_end);
  // x = t - t².
  EXPECT_NEAR(run.result.time, 0.5 - std::sqrt(0.25 - 0.1), 1e-6);
  EXPECT_NE(run.result.reason.find("P is at an end of its travel (0.1 m)"), std::string::npos)
      << run.result.reason;
}

// Test Set for IVP Solvers: the angles after 0.03 s of a constant torque.
TEST(Simulation, AndrewsMechanismAsPublished) {
  const Machine machine = load("andrews");
  const std::vector<std::pair<int, double>> published{
      {0, 15.81077119629904}, {1, 0.04082224013073101}, {2, 0.5244099658805304},
      {3, 1.048080741042263}, {4, -15.75637105984298},  {5, -0.5347301163226948},
      {6, 0.5347301163226948}};
  for (const Formulation* formulation : all_formulations()) {
    SCOPED_TRACE(formulation->key);
    const Recorded run = record(machine, assemble_at_guess(machine), at_rest(machine),
                                hold_forces(VectorXd::Constant(1, 0.033)),
                                {.duration = 0.03, .tolerance = 1e-10, .formulation = formulation});
    ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
    for (const auto& [joint, angle] : published) {
      const double error = wrap_angle(joint_angle(machine, joint, run.samples.back().pose) - angle);
      // The mechanism magnifies errors of single steps ten thousandfold within its two turns.
      EXPECT_NEAR(error, 0.0, 2e-6) << machine.mechanism.joints[JointId(joint)].name;
    }
    EXPECT_LE(run.result.max_drift, 1e-10);
    EXPECT_LE(run.result.energy_error, 1e-6 * run.result.max_kinetic);
  }
}

// A four-bar passes through a pose where its bars are in line: one freedom more, there alone.
TEST(Simulation, TellsWhereAPoseIsSingular) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: rhombus
bodies:
  ground: {frames: {far: [1, 0]}}
  left: {mass: 1, com: [0.5, 0], inertia: {rod: 0.1}, frames: {end: [1, 0]}}
  top: {mass: 1, com: [0.5, 0], inertia: {rod: 0.1}, frames: {end: [1, 0]}}
  right: {mass: 1, com: [0.5, 0], inertia: {rod: 0.1}, frames: {end: [1, 0]}}
joints:
  A: {type: revolute, a: ground, b: left, guess: 60 deg}
  B: {type: revolute, a: left.end, b: top, guess: -60 deg}
  D: {type: revolute, a: ground.far, b: right, guess: 60 deg}
  C: {type: revolute, a: top.end, b: right.end}
drives: {M: {joint: A, limits: 100 N m}}
paths: {turn: {joints: {A: p}, p_max: 1}}
)",
                                        "rhombus.yaml", ".");
  const Recorded run =
      record(machine, assemble_at_guess(machine), at_rest(machine),
             hold_forces(VectorXd::Constant(1, -2.0)), {.duration = 10.0, .tolerance = 1e-8});
  // It may pass between two steps, but no step may end there unnoticed.
  if (run.result.status == SimulationStatus::done) {
    EXPECT_LE(run.result.energy_error, 1e-4 * run.result.max_kinetic);
  } else {
    EXPECT_EQ(run.result.status, SimulationStatus::singular) << run.result.reason;
  }
}

// Two hinges of a door, listed one after the other: ten rows between the same bodies, four of them
// dependent.
TEST(Simulation, DoorOnTwoHingesSwingsLikeOnOne) {
  const std::string one = R"(globaldyn: 1
name: door
gravity: [0, -9.81, 0]
bodies: {door: {mass: 20, com: [0.4, 0, 0.9], inertia: {diag: [5, 6, 1.2]}}}
joints:
  lower: {type: revolute, a: ground, b: door, guess: 0}
)";
  const std::string two = one +
                          "  upper: {type: revolute, a: {body: ground, at: [0, 0, 1.8]}, b: {body: "
                          "door, at: [0, 0, 1.8]}}\n";
  for (const Formulation* formulation : all_formulations()) {
    SCOPED_TRACE(formulation->key);
    const SimulationOptions options{
        .duration = 1.0, .tolerance = 1e-9, .formulation = formulation, .samples = 3};
    const Machine first = parse_machine(one, "door.yaml", ".");
    const Machine second = parse_machine(two, "door.yaml", ".");
    const Recorded alone = record(first, assemble_at_guess(first), at_rest(first), {}, options);
    const Recorded both = record(second, assemble_at_guess(second), at_rest(second), {}, options);
    ASSERT_EQ(both.result.status, SimulationStatus::done) << both.result.reason;
    // Some hundred steps of 1e-9 each.
    EXPECT_LE((both.samples[2].pose[BodyId(1)].r - alone.samples[2].pose[BodyId(1)].r).norm(),
              1e-6);
    EXPECT_FALSE(both.result.dependent.empty());
  }
}

// Two drives with friction on one slide: both stick at first, one of them dependent, and break away
// together at 6 N + 4 N.
TEST(Simulation, DrivesWithFrictionShareASlide) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: sledge
bodies: {sledge: {mass: 3, inertia: {diag: [1, 1, 1]}}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: sledge, axis: x}, guess: 0}}
drives: {F: {joint: P, limits: 100 N, coulomb: 6 N}, G: {joint: P, limits: 100 N, coulomb: 4 N}}
paths: {slide: {joints: {P: p}, p_max: 1}}
)",
                                        "sledge.yaml", ".");
  const ForceLaw law{
      .calc_forces = [](double t, const ForwardDynamics&, VectorXd& n) { n << 8.0 * t, 0.0; }};
  const Recorded run = record(machine, assemble_at_guess(machine), at_rest(machine), law,
                              {.duration = 3.0, .tolerance = 1e-9, .samples = 31});
  ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
  // Between them stiction is shared in one of many ways; behind 10 N both slip.
  const SimulationSample& last = run.samples.back();
  EXPECT_EQ(last.friction[DriveId(0)], Friction::forward);
  EXPECT_EQ(last.friction[DriveId(1)], Friction::forward);
  EXPECT_GT(last.positions(0), 0.5);
}

// 100 rad/s and 30 rad/s² for 2 s: 41 turns, in steps of many turns each, however seldom one looks.
TEST(Simulation, TurnsBetweenSamplesAreCounted) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: wheel
bodies: {wheel: {mass: 1, inertia: {diag: [0.1, 0.1, 0.1]}}}
joints: {J: {type: revolute, a: {body: ground, axis: z}, b: {body: wheel, axis: z}}}
drives: {M: {joint: J, limits: 10 N m}}
paths: {turn: {joints: {J: p}, p_max: 1}}
)",
                                        "wheel.yaml", ".");
  const Pose pose = assemble_at_guess(machine);
  const Twists twists =
      find_twists(machine.mechanism, machine.topology, pose, {{DriveId(0), 100.0}});
  for (const Formulation& formulation : list_formulations()) {
    for (const int samples : {2, 3, 501}) {
      SCOPED_TRACE(fmt::format("{} {}", formulation.key, samples));
      const Recorded run = record(
          machine, pose, twists, hold_forces(VectorXd::Constant(1, 3.0)),
          {.duration = 2.0, .tolerance = 1e-8, .formulation = &formulation, .samples = samples});
      ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
      for (const SimulationSample& sample : run.samples) {
        const double t = sample.t;
        EXPECT_NEAR(sample.positions(0), 100.0 * t + 15.0 * t * t, 1e-4);
      }
    }
  }
}

TEST(Simulation, StartsAtAnEndOfTravelAndEndsBeyond) {
  Machine machine = parse_machine(kSledge, "sledge.yaml", ".");
  machine.mechanism.joints[JointId(0)].travel[0] = {0.0, 1.0};
  for (const double force : {-10.0, 10.0}) {
    const Recorded run = record(machine, assemble_at_guess(machine), at_rest(machine),
                                hold_forces(VectorXd::Constant(1, force)), {.duration = 0.5});
    EXPECT_EQ(run.result.status,
              force < 0.0 ? SimulationStatus::travel_end : SimulationStatus::done);
  }
}

TEST(Simulation, ErrorsOfForcesPassThroughTheIntegrator) {
  const Machine machine = parse_machine(kRod, "rod.yaml", ".");
  const ForceLaw law{.calc_forces = [](double t, const ForwardDynamics&, VectorXd& n) {
    n(0) = std::sqrt(0.5 - t);
  }};
  for (const IntegrationMethod method :
       {IntegrationMethod::runge_kutta, IntegrationMethod::adams, IntegrationMethod::bdf}) {
    EXPECT_THROW((void)record(machine, assemble_at_guess(machine), at_rest(machine), law,
                              {.duration = 1.0, .method = method}),
                 InputError);
  }
}

// Contradictory speeds are refused, zeros are not.
TEST(StartRates, AreThoseThatJointsAllow) {
  const Machine machine = load("slider_crank");
  const Pose pose = assemble_at_guess(machine);
  const Twists twists = find_twists(machine.mechanism, machine.topology, pose, {{DriveId(0), 2.0}});
  EXPECT_NEAR(twists[BodyId(1)].w.z(), 2.0, 1e-12);
  EXPECT_NO_THROW(
      (void)find_twists(machine.mechanism, machine.topology, pose, {{DriveId(0), 0.0}}));
  EXPECT_THROW((void)find_twists(machine.mechanism, machine.topology, pose,
                                 {{DriveId(0), 2.0}, {DriveId(0), 1.0}}),
               InputError);
}

}  // namespace
}  // namespace globaldyn::inside::test
