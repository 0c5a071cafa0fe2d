// What shapes a region in addition to constant force limits: torque-speed lines and drive speeds.
// Oracle: closed forms by hand.
#include <gtest/gtest.h>

#include <cmath>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/region/methods/region_solver.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// Values below some hundred, a few operations.
constexpr double kTolerance = 1e-11;

std::string make_axis(const std::string& drive) {
  return R"(globaldyn: 1
name: axis
bodies: {cart: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {S: {type: prismatic, a: ground, b: cart}}
drives: {M: {joint: S, )" +
         drive + R"(}}
paths: {go: {joints: {S: p}, p_max: 1}}
)";
}

Region evaluate_axis(const std::string& drive) {
  const Machine machine = parse_machine(make_axis(drive), "axis.yaml", ".");
  return sample_path(machine, machine.paths[0], 1).at(0).region;
}

bool has_active(const Region& region, const std::string& limit, bool is_arc) {
  for (const RegionComponent& component : region.components()) {
    for (const RegionEdge& edge : component.edges) {
      if (edge.active.size() == 1 && edge.active[0] == ActiveLimit{"M", limit} &&
          edge.is_arc == is_arc) {
        return true;
      }
    }
  }
  return false;
}

// 2 d2 within ±20, and 2 d2 + 3 d1 within ±24: the line becomes active at d1 = 4/3 and leaves no
// driving force at 8; braking is bounded by the force limit alone until the machine is so far
// beyond its no-load speed that its drag exceeds it.
TEST(DriveLimits, TorqueSpeedLine) {
  const Region region =
      evaluate_axis("limits: 20 N, speed_line: {stall: 24 N, no_load_speed: 8 m/s}");
  EXPECT_EQ(region.status(), RegionStatus::arcs);
  EXPECT_NEAR(region.d2_range(1.0)->high, 10.0, kTolerance);
  EXPECT_NEAR(region.d2_range(2.0)->high, 12.0 - 3.0, kTolerance);
  EXPECT_NEAR(region.d2_range(8.0)->high, 0.0, kTolerance);
  EXPECT_NEAR(region.d2_range(2.0)->low, -10.0, kTolerance);
  ASSERT_EQ(region.d1_intervals().size(), 1u);
  EXPECT_NEAR(region.d1_intervals()[0].high, 44.0 / 3.0, kTolerance);
  EXPECT_TRUE(has_active(region, "line", true));
  EXPECT_TRUE(has_active(region, "max", false));
  EXPECT_TRUE(has_active(region, "min", false));
}

TEST(DriveLimits, SpeedIsAStraightWall) {
  const Region region = evaluate_axis("limits: 20 N, max_speed: 3 m/s");
  EXPECT_EQ(region.status(), RegionStatus::polygon);
  EXPECT_NEAR(region.d1_intervals()[0].high, 3.0, kTolerance);
  EXPECT_NEAR(*region.area_d1_d2(), 3.0 * 20.0, kTolerance * 60.0);
  EXPECT_TRUE(has_active(region, "speed", false));
}

// A rotary motor in front of a gear of -100 rad/m and 80 %: stall 0.3 N m is 30 N at the slide, 800
// rad/s are 8 m/s, 300 rad/s are 3 m/s. The rotor's 1e-4 kg m² counts as 1 kg, the slide's 2 kg as
// 2.5 kg where the motor drives it.
TEST(DriveLimits, FiguresAreTheMotors) {
  const Region region = evaluate_axis(
      "limits: 0.25 N m, gear: {ratio: -100 rad/m, efficiency: 0.8}, rotor_inertia: 1e-4 kg m^2, "
      "speed_line: {stall: 0.3 N m, no_load_speed: 800 rad/s}, max_speed: 300 rad/s");
  EXPECT_NEAR(region.d2_range(0.0)->high, 25.0 / 3.5, kTolerance);
  EXPECT_NEAR(region.d2_range(2.0)->high, (30.0 - 30.0 / 8.0 * 2.0) / 3.5, kTolerance);
  // As it slows down, three quarters of the slide's force are left to the motor.
  EXPECT_NEAR(region.d2_range(0.0)->low, -25.0 / (1.0 + 0.75 * 2.0), kTolerance);
  EXPECT_NEAR(region.d1_intervals()[0].high, 3.0, kTolerance);
}

// A drive's own friction is subtracted from its line as well as from its limits.
TEST(DriveLimits, FrictionAndLineAddUp) {
  const Region region = evaluate_axis(
      "limits: 20 N, viscous: 1 N s/m, coulomb: 2 N, speed_line: {stall: 24 N, "
      "no_load_speed: 8 m/s}");
  EXPECT_NEAR(region.d2_range(4.0)->high, (24.0 - 2.0 - (3.0 + 1.0) * 4.0) / 2.0, kTolerance);
}

// A drive that stands still while another moves: its speed limit and line must not limit the other,
// whatever rate rounding gives it.
TEST(DriveLimits, ADriveStandingStillHasNoSpeed) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: cross
bodies: {s: {mass: 5, inertia: {plate: 0.1}}, u: {mass: 5, inertia: {plate: 0.1}}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
  Y: {type: prismatic, a: {body: s, axis: y}, b: {body: u, axis: y}}
drives:
  A: {joint: X, limits: 50}
  B: {type: linear_motor, from: {body: ground, at: [0, 1]}, to: u, limits: 50, max_speed: 1,
      speed_line: {stall: 60 N, no_load_speed: 2 m/s}}
tool: u
paths: {l: {position: {line: {from: [-0.3, 0], to: [0.3, 0]}}}}
)",
                                        "cross.yaml", ".");
  PathWalker walker(machine, machine.paths[0]);
  (void)walker.move_to(0.0);
  const Sample& sample = walker.move_to(0.5);
  ASSERT_EQ(sample.status, SampleStatus::ok);
  EXPECT_EQ(sample.map.drive_rate(1), 0.0);
  EXPECT_EQ(sample.region.status(), RegionStatus::unbounded);
}

// Redundant drives with lines are compared with a linear program in the tests of regions by three
// methods; here the methods must agree on a machine.
TEST(DriveLimits, MethodsAgreeWithLinesAndSpeedsOnARedundantMachine) {
  Machine machine = load("sliding_star");
  for (Drive& drive : machine.mechanism.drives) {
    DriveLimit& limit = drive.limit;
    limit.lines = {{1300.0, 1300.0 / 6.0}};
    limit.speed = 4.0;
  }
  for (const PoseCase& c : sample_path(machine, machine.paths[0], 7)) {
    const LimitSystem system = make_limit_system(machine.mechanism.drives, c.map);
    ASSERT_EQ(system.rows.size(), 12u);
    const Region circuits = make_region(system, RegionMethod::circuits);
    for (const RegionMethod method : {RegionMethod::support, RegionMethod::enumeration}) {
      const Region other = make_region(system, method);
      EXPECT_NEAR(*circuits.area_d1_d2(), *other.area_d1_d2(), 1e-9 * *other.area_d1_d2());
      EXPECT_NEAR(circuits.d1_intervals().back().high, other.d1_intervals().back().high, 1e-8);
    }
  }
}

// A car of 1 kg between a motor of ±10 N and a cable whose winch has 2 kg: its motor's 6 N pull car
// and winch, its cable no less than nothing. Towards the winch 2 d2 <= 6, away from it the motor's
// 10 N brake both: 3 d2 >= -10 while the winch's motor gives nothing.
TEST(DriveLimits, TheTensionOfACableIsARowOfItsOwn) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: winch
bodies: {ground: {frames: {l: [-1, 0]}}, car: {mass: 1, inertia: {plate: 1}}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: car, axis: x}}}
drives:
  F: {joint: X, limits: 10 N}
  L: {type: cable, from: ground.l, to: car, limits: [0, 6 N], rotor_inertia: 2 kg}
paths: {left: {joints: {X: 0.5 - p}, p_max: 1}}
)",
                                        "winch.yaml", ".");
  for (const RegionMethod method :
       {RegionMethod::enumeration, RegionMethod::circuits, RegionMethod::support}) {
    PathWalker walker(machine, machine.paths[0], {.region = method});
    const Region region = walker.move_to(0.25).region;
    const auto range = region.d2_range(0.0);
    ASSERT_TRUE(range.has_value());
    EXPECT_NEAR(range->high, 3.0, kTolerance);
    EXPECT_NEAR(range->low, -10.0 / 3.0, kTolerance);
    EXPECT_FALSE(region.d1_intervals().empty());
    bool is_named = false;
    const std::vector<RegionComponent> components = region.components();
    for (const RegionEdge& edge : components.front().edges) {
      for (const ActiveLimit& active : edge.active) {
        is_named = is_named || active == ActiveLimit{"L", "tension"};
      }
    }
    EXPECT_TRUE(is_named);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
