// Joints whose angles count in full turns: travel of any size, and springs wound by any angle, on
// paths of any turns. The oracle is arithmetic on what was written in the file.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/expression/unit_product.h"
#include "core/kinematics/assembly.h"
#include "core/kinematics/travel.h"
#include "core/kinematics/turns.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/maps/workspace_map.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/simulation/machine_simulation.h"

namespace globaldyn::inside {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

Machine parse(const std::string& text) {
  return parse_machine(text, "turns.yaml", ".");
}

// An arm on one joint; `joint` and `more` are what the file says besides.
Machine make_arm(const std::string& joint, const std::string& more) {
  return parse(
      "globaldyn: 1\nname: arm\nbodies:\n"
      "  arm: {mass: 3 kg, com: [0.2, 0], inertia: {rod: 0.04 kg m^2}}\n"
      "joints:\n  J: {type: revolute, a: ground, b: arm" +
      joint + "}\ndrives:\n  M: {joint: J, limits: 60 N m}\n" + more);
}

// The example that showed it: out of travel at 185 of 250 degrees.
TEST(Turns, TravelOverATurnEndsWhereThePathSays) {
  const Machine machine = make_arm(", travel: [-185 deg, 185 deg]",
                                   "paths:\n  beyond: {joints: {J: 250 deg*p}, p_max: 1}\n");
  const PathPlan plan = plan_path(machine, machine.paths[0]);
  EXPECT_EQ(plan.status(), PlanStatus::unreachable);
  EXPECT_EQ(plan.failure.status, SampleStatus::out_of_travel);
  EXPECT_NEAR(plan.failure.p, 185.0 / 250.0, 1e-8);
  const Evaluation evaluation = evaluate(machine, {.at = {0.7399, 0.7401}});
  EXPECT_EQ(evaluation.paths[0].samples[0].status, SampleStatus::ok);
  EXPECT_EQ(evaluation.paths[0].samples[1].status, SampleStatus::out_of_travel);
}

// Travel of 10 to 1500 degrees, in degrees or radians, on either side; joint paths straight or
// swinging, of up to six turns, from anywhere inside.
TEST(Turns, RandomTravelEndsWhereThePathSays) {
  std::mt19937 random(4);
  const auto draw = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
  };
  for (int trial = 0; trial < 24; ++trial) {
    const double low = -draw(5.0, 750.0), high = draw(5.0, 750.0);
    const double from = draw(low, high), way = draw(-2200.0, 2200.0);
    const bool in_degrees = trial % 2 == 0, swings = trial % 3 == 0;
    const auto angle = [&](double degrees) {
      return in_degrees ? std::to_string(degrees) + " deg"
                        : std::to_string(degrees * kDegree) + " rad";
    };
    const std::string course = swings ? "*sin(1.5*p)" : "*p";
    const Machine machine = make_arm(", travel: [" + angle(low) + ", " + angle(high) + "]",
                                     "paths:\n  go: {joints: {J: \"" + angle(from) + " + " +
                                         angle(way) + course + "\"}, p_max: 1}\n");
    const auto find_angle = [&](double p) { return from + way * (swings ? std::sin(1.5 * p) : p); };
    const PathPlan plan = plan_path(machine, machine.paths[0], {.report = false});
    const double room = way > 0.0 ? high - from : from - low;
    const double share = room / std::abs(way);
    const std::string what = machine.text;
    if (share > (swings ? std::sin(1.5) : 1.0)) {
      EXPECT_NE(plan.failure.status, SampleStatus::out_of_travel) << what;
      continue;
    }
    const double p = swings ? std::asin(share) / 1.5 : share;
    EXPECT_EQ(plan.failure.status, SampleStatus::out_of_travel) << what;
    // The file has six decimals, of the angle in degrees or radians.
    EXPECT_NEAR(find_angle(plan.failure.p), find_angle(p), 2e-4) << what;
  }
}

// An axis of a map names the joint's own coordinate: 250 degrees are not 250 - 360.
TEST(Turns, AxesOfMapsNameTheTurn) {
  const Machine machine = make_arm(", travel: [-185 deg, 185 deg]",
                                   "maps:\n  turn: {grid: {J: {from: 0 deg, to: 250 deg, count: "
                                   "6}}, criteria: [travel_reserve]}\n");
  const WorkspaceMap map = make_map(machine, machine.maps[0]);
  ASSERT_EQ(map.status.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const bool inside = 50.0 * static_cast<double>(i) <= 185.0;
    EXPECT_EQ(map.status[i], inside ? SampleStatus::ok : SampleStatus::out_of_travel) << i;
    if (inside) {
      EXPECT_NEAR(map.columns[0].values[i], 1.0 - 50.0 * static_cast<double>(i) / 185.0, 1e-9);
    }
  }
}

// A tool that goes round and round: its path does not name the joint, whose turns are counted.
TEST(Turns, TurnsOfAJointAreCountedAlongAPathOfTheTool) {
  const Machine machine = parse(
      "globaldyn: 1\nname: crank\nbodies:\n  arm: {mass: 3 kg, com: [0.2, 0]}\n"
      "  block: {mass: 1 kg}\njoints:\n"
      "  J: {type: revolute, a: ground, b: arm, travel: [-30 deg, 500 deg]}\n"
      "  S: {type: prismatic, a: {body: arm, axis: x}, b: {body: block, axis: x}, guess: 0.3}\n"
      "drives:\n  M: {joint: J, limits: 60 N m}\n  F: {joint: S, limits: 100 N}\n"
      "tool: block\npaths:\n"
      "  round: {position: {x: 0.3*cos(p), y: 0.3*sin(p)}, p_max: 4*pi}\n");
  const PathPlan plan = plan_path(machine, machine.paths[0], {.report = false});
  EXPECT_EQ(plan.failure.status, SampleStatus::out_of_travel) << plan.reason;
  EXPECT_NEAR(plan.failure.p, 500.0 * kDegree, 1e-7);
}

// A pair of gears: the joint beyond its travel is the one that the path does not name.
TEST(Turns, AGearedJointBeyondItsTravelIsNamed) {
  const Machine machine = parse(
      "globaldyn: 1\nname: gears\nbodies:\n  a: {mass: 1 kg, inertia: {plate: 0.01}}\n"
      "  b: {mass: 1 kg, inertia: {plate: 0.01}}\njoints:\n"
      "  J1: {type: revolute, a: ground, b: a}\n"
      "  J2: {type: revolute, a: {body: ground, at: [1, 0]}, b: b, travel: 100 deg}\n"
      "couplings: {pair: {of: {J1: 20, J2: 30}}}\ndrives: {M: {joint: J1, limits: 60 N m}}\n"
      "paths: {go: {joints: {J1: 600 deg*p}, p_max: 1}}\n");
  const PathPlan plan = plan_path(machine, machine.paths[0], {.report = false});
  EXPECT_EQ(plan.failure.status, SampleStatus::out_of_travel) << plan.reason;
  EXPECT_NEAR(plan.failure.p, 150.0 / 600.0, 1e-8);
  EXPECT_NE(plan.reason.find("J2"), std::string::npos) << plan.reason;
}

// A torsion spring wound by more than half a turn holds the flap up.
TEST(Turns, ASpringIsWoundByWhatItsAngleSays) {
  const auto make = [](const std::string& joint, double rest) {
    return parse(
        "globaldyn: 1\nname: flap\ngravity: [0, -9.81]\n"
        "bodies:\n  flap: {mass: 12 kg, com: [0.4, 0], inertia: {rod: 0.64 kg m^2}}\n"
        "joints:\n  H: {type: revolute, a: ground, b: flap" +
        joint + "}\ndrives:\n  M: {joint: H}\nsprings:\n  T: {joint: H, stiffness: 8, rest: " +
        std::to_string(rest) + " deg}\npaths:\n  open: {joints: {H: 90 deg*p}, p_max: 1}\n");
  };
  for (const double rest : {270.0, 90.0, -500.0, 1000.0}) {
    for (const std::string joint : {", travel: [-5 deg, 95 deg]", ""}) {
      const Machine machine = make(joint, rest);
      const Evaluation evaluation = evaluate(machine, {.at = {0.0, 0.4, 1.0}});
      for (const Sample& sample : evaluation.paths[0].samples) {
        const double angle = 90.0 * kDegree * sample.p;
        const double wanted = 12.0 * 9.81 * 0.4 * std::cos(angle) - 8.0 * (rest * kDegree - angle);
        ASSERT_EQ(sample.status, SampleStatus::ok);
        EXPECT_NEAR(sample.map.C()(0), wanted, 1e-4) << rest << joint;
      }
    }
  }
}

// Where a path does not name the angle it is the one within travel, else nearest to the guess.
TEST(Turns, TheTurnAtTheStartIsWithinTravelAndNearTheGuess) {
  const auto find = [](const std::string& joint) {
    const Machine machine =
        make_arm(joint, "springs:\n  T: {joint: J, stiffness: 1}\ntool: {body: arm, at: [1, 0]}\n");
    Task task{{{TaskCoordinate::Kind::phi, 0, {}}}, {}};
    task.target.value = VectorXd::Constant(1, 20.0 * kDegree);
    task.target.first = task.target.second = VectorXd::Zero(1);
    const AssemblyOutcome outcome = assemble(machine.mechanism, machine.topology, task);
    EXPECT_EQ(outcome.status, AssemblyStatus::ok);
    return calc_coordinate(machine.mechanism, {JointId(0), 0}, outcome.pose) / kDegree;
  };
  EXPECT_NEAR(find(""), 20.0, 1e-9);
  EXPECT_NEAR(find(", guess: 700 deg"), 740.0, 1e-9);
  EXPECT_NEAR(find(", travel: [100 deg, 400 deg]"), 380.0, 1e-9);
  EXPECT_NEAR(find(", travel: [-700 deg, 400 deg], guess: -400 deg"), -340.0, 1e-9);
  EXPECT_NEAR(find(", travel: [30 deg, 100 deg]"), 20.0, 1e-9);  // beyond either way, by least
}

// An arm under a constant torque M goes through phi = M t^2 / (2 I), turn after turn, in every
// formulation, and stops at the end of its travel.
TEST(Turns, SimulationsMeetTheEndOfTravelTurnsLater) {
  const double inertia = 0.04 + 3.0 * 0.2 * 0.2;
  for (const double end : {185.0, 3000.0}) {
    const Machine machine = make_arm(", travel: [-10 deg, " + std::to_string(end) + " deg]", "");
    const AssemblyOutcome start = assemble(machine.mechanism, machine.topology, {});
    for (const Formulation& formulation : list_formulations()) {
      if (!formulation.make_state) continue;
      SimulationOptions options;
      options.duration = 30.0;
      options.tolerance = 1e-8;
      options.formulation = &formulation;
      DriveForce force;
      force.drive = DriveId(0);
      force.force = Expression::parse("1", {"force", 0, 0}, units_only());
      const MachineSimulation run =
          simulate_machine(machine, start.pose, Twists(2), {force}, options);
      EXPECT_EQ(run.result.status, SimulationStatus::travel_end) << formulation.key;
      EXPECT_NEAR(run.result.time, std::sqrt(2.0 * inertia * end * kDegree), 1e-5)
          << formulation.key << " " << end;
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside
