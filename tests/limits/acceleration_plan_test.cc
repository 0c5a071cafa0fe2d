// Plans under limits of accelerations. Oracle: closed forms for a point on a line and on a circle,
// which need no mass, because nothing else limits these motions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "globaldyn/survey/tool_rows.h"
#include "tests/limits/point_table.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kPi = std::numbers::pi;
const std::string kLine = "position: {line: {from: [0, 0], to: [3, 0]}}";
constexpr double kLength = 3.0;  // m
const std::string kCircle = "position: {circle: {center: [0, 0], radius: 0.25}}";
constexpr double kRadius = 0.25;  // m
const double kAround = 2.0 * kPi * kRadius;

// What a polygon may cost of the acceleration, and half of that of times.
const double kOfPolygon = 1.0 / std::cos(kPi / ToolRows::kSides) - 1.0;

PathPlan plan_on(const std::string& path, const std::string& limits,
                 const PathPlanOptions& options = {}, const std::string& drives = kStrongDrives) {
  const Machine machine = make_point_table(drives, fmt::format("  go: {{{}, {}}}\n", path, limits));
  return plan_path(machine, machine.paths.front(), options);
}

// The stated time is one of a plan of rows, up to the tolerance asked for; a stated error of the
// survey is far below that.
void expect_time(const PathPlan& plan, double time, double more = 0.0) {
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  EXPECT_EQ(plan.planner.method, PlanningMethod::rows);
  EXPECT_GE(plan.time(), time * (1.0 - 1e-9));
  EXPECT_LE(plan.time_lower(), time * (1.0 + more + 1e-9));
  EXPECT_LE(plan.time() - plan.time_lower(), 1e-6 * plan.time());
}

// --- Drives -------------------------------------------------------------------------------------

TEST(AccelerationPlan, OfADriveOnALine) {
  for (const char* given : {"1.5 m/s^2", "1500 mm/s^2", "1.5"}) {
    SCOPED_TRACE(given);
    const std::string drives =
        fmt::format("  FX: {{joint: X, max_acceleration: {}}}\n  FY: {{joint: Y}}\n", given);
    expect_time(plan_on(kLine, "description: ''", {}, drives), 2.0 * std::sqrt(kLength / 1.5));
  }
}

// 300 rad/s² of a motor that turns 100 rad per metre, whichever way.
TEST(AccelerationPlan, OfAGearedMotor) {
  for (const char* ratio : {"100 rad/m", "-100 rad/m"}) {
    for (const char* given : {"300 rad/s^2", "17188.733853924696 deg/s^2"}) {
      const std::string drives = fmt::format(
          "  FX: {{joint: X, gear: {{ratio: {}}}, max_acceleration: {}}}\n  FY: {{joint: Y}}\n",
          ratio, given);
      expect_time(plan_on(kLine, "description: ''", {}, drives), 2.0 * std::sqrt(kLength / 3.0));
    }
  }
}

TEST(AccelerationPlan, OfADriveWithASpeedLimit) {
  const std::string drives =
      "  FX: {joint: X, max_acceleration: 2 m/s^2, max_speed: 0.5 m/s}\n  FY: {joint: Y}\n";
  expect_time(plan_on(kLine, "description: ''", {}, drives), kLength / 0.5 + 0.5 / 2.0);
}

// Both drives on a diagonal: the weaker one counts.
TEST(AccelerationPlan, OfTwoDrives) {
  const std::string drives =
      "  FX: {joint: X, max_acceleration: 2 m/s^2}\n  FY: {joint: Y, max_acceleration: 1 m/s^2}\n";
  expect_time(
      plan_on("position: {line: {from: [0, 0], to: [3, 3]}}", "description: ''", {}, drives),
      2.0 * std::sqrt(3.0));
}

TEST(AccelerationPlan, AReserveIsKeptFree) {
  const std::string drives = "  FX: {joint: X, max_acceleration: 2 m/s^2}\n  FY: {joint: Y}\n";
  PathPlanOptions options;
  options.reserve = 0.25;
  expect_time(plan_on(kLine, "description: ''", options, drives), 2.0 * std::sqrt(kLength / 1.5));
  expect_time(plan_on(kLine, "acceleration_limit: 2", options), 2.0 * std::sqrt(kLength / 1.5));
}

// --- Joints -------------------------------------------------------------------------------------

TEST(AccelerationPlan, OfAJointWithoutADriveOfItsOwn) {
  const std::string text = R"(globaldyn: 1
name: joint
gravity: [0, 0, 0]
bodies: {cart: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {S: {type: prismatic, a: ground, b: cart, max_acceleration: 80 cm/s^2}}
drives: {M: {joint: S}}
paths: {go: {joints: {S: 2*p}, p_max: 1}}
)";
  const Machine machine = parse_machine(text, "joint.yaml", ".");
  expect_time(plan_path(machine, machine.paths.front(), {}), 2.0 * std::sqrt(2.0 / 0.8));
}

// --- The tool -----------------------------------------------------------------------------------

// A corner of the polygon is in the direction of the path: nothing is lost.
TEST(AccelerationPlan, OfTheToolOnALine) {
  for (const char* given : {"1.5", "1500 mm/s^2", "{all: 1.5 m/s^2}", "{along: 1.5 m/s^2}",
                            "{along: 1.5, across: 1 mm/s^2}", "[{limit: 1.5}]",
                            "[{from: 0, to: 0.5, limit: {along: 1.5}}, {from: 0.5, limit: 1.5}]"}) {
    SCOPED_TRACE(given);
    expect_time(plan_on(kLine, fmt::format("acceleration_limit: {}", given)),
                2.0 * std::sqrt(kLength / 1.5));
  }
}

TEST(AccelerationPlan, OfTheToolWithItsSpeed) {
  expect_time(plan_on(kLine, "acceleration_limit: 2 m/s^2, speed_limit: 0.5 m/s"),
              kLength / 0.5 + 0.5 / 2.0);
}

// Gently on the first half of the line: up at 1, down at 4 m/s².
TEST(AccelerationPlan, OfTheToolOnAPartOfTheWay) {
  const double v = std::sqrt(2.0 * 1.0 * 0.5 * kLength);  // where the other part begins
  const double from_v = 0.5 * kLength;                    // left there: up and down at 4
  const double top = std::sqrt(0.5 * (v * v + 2.0 * 4.0 * from_v));
  const double time = v / 1.0 + (top - v) / 4.0 + top / 4.0;
  expect_time(plan_on(kLine, "acceleration_limit: [{to: 0.5, limit: 1}, {from: 0.5, limit: 4}]"),
              time);
}

// Round and round, as fast as v² / r allows; a corner of the polygon is across the path.
TEST(AccelerationPlan, OfTheToolAcrossACircle) {
  PathPlanOptions options;
  options.closed = true;
  for (const char* given :
       {"2", "{across: 2}", "{across: 2, along: 0.01}", "{across: 2, all: 5}"}) {
    SCOPED_TRACE(given);
    const PathPlan plan = plan_on(kCircle, fmt::format("acceleration_limit: {}", given), options);
    expect_time(plan, kAround / std::sqrt(2.0 * kRadius));
  }
}

TEST(AccelerationPlan, OfTheToolAlongACircle) {
  expect_time(plan_on(kCircle, "acceleration_limit: {along: 2}"), 2.0 * std::sqrt(kAround / 2.0));
}

// From rest to rest with both: a trapezoid with v² = a r.
TEST(AccelerationPlan, OfTheToolAlongAndAcrossACircle) {
  const double v = std::sqrt(2.0 * kRadius);
  expect_time(plan_on(kCircle, "acceleration_limit: {along: 0.7, across: 2}"),
              kAround / v + v / 0.7);
}

// With x = v² over the way s: x' = 2 sqrt(a² - x²/r²), x = a r sin(2 s / r), until it is constant.
// The time of either quarter of sin is sqrt(r / a) / 2 times the integral of sin^-1/2 over it, a
// lemniscate's constant. Only between the corners of the polygon is there something to lose.
TEST(AccelerationPlan, OfTheToolInAllDirectionsOfACircle) {
  constexpr double kLemniscate = 2.6220575542921198;
  const double time = std::sqrt(kRadius / 2.0) * (kLemniscate + 1.5 * kPi);
  const PathPlan plan = plan_on(kCircle, "acceleration_limit: 2 m/s^2");
  expect_time(plan, time, 0.5 * kOfPolygon);
  // And something is lost: the polygon is inside the circle.
  EXPECT_GT(plan.time_lower(), time * (1.0 + 1e-4));
  EXPECT_LT(kOfPolygon, 0.005);
}

// --- Where the path stands still, or bends the other way
// ------------------------------------------

// Still at both ends, at one of them, or in the middle, where motions come to rest: as 1.5 N on 1
// kg have it, which is another kind of row.
TEST(AccelerationPlan, PathsThatStandStill) {
  for (const auto& [x, time] : {std::pair{"3*p^2*(3 - 2*p)", 2.0 * std::sqrt(kLength / 1.5)},
                                {"12*(p - 0.5)^3", 4.0 * std::sqrt(0.5 * kLength / 1.5)},
                                {"3*p^2", 2.0 * std::sqrt(kLength / 1.5)},
                                {"3*(1 - (1 - p)^2)", 2.0 * std::sqrt(kLength / 1.5)}}) {
    SCOPED_TRACE(x);
    const std::string path = fmt::format("position: {{x: \"{}\", y: 0}}, p_max: 1", x);
    const std::string forces = "  FX: {joint: X, limits: 3 N}\n  FY: {joint: Y, limits: 1 N}\n";
    expect_time(plan_on(path, "description: ''", {}, forces), time);
    for (const char* given : {"1.5", "{along: 1.5}", "{along: 1.5, across: 1}"}) {
      SCOPED_TRACE(given);
      expect_time(plan_on(path, fmt::format("acceleration_limit: {}", given)), time);
    }
  }
}

// The tool stands still at both ends, where the path turns back on itself in a cusp, and all along,
// while the machine turns on: no tangent there, and rows nevertheless.
TEST(AccelerationPlan, TheToolStandsStillWhileTheMachineMoves) {
  const auto plan_plate = [](const std::string& x, const std::string& y, const std::string& limit) {
    const Machine machine = parse_machine(fmt::format(R"yaml(globaldyn: 1
name: plate
gravity: [0, 0, 0]
bodies: {{plate: {{mass: 2, inertia: {{plate: 0.1}}}}}}
joints: {{P: {{type: planar, a: ground, b: plate}}}}
drives: {{X: {{joint: P.x}}, Y: {{joint: P.y}}, A: {{joint: P.angle, limits: 1 kN m}}}}
tool: {{body: plate, at: [0.1, 0]}}
paths:
  go: {{position: {{x: "{}", y: "{}"}}, prescribe: [x, y], orientation: {{phi: p}}, p_max: 1,
       acceleration_limit: {}}}
)yaml",
                                                      x, y, limit),
                                          "plate.yaml", ".");
    return plan_path(machine, machine.paths[0], {});
  };
  for (const char* limit : {"0.2", "{along: 0.2, across: 0.1}"}) {
    SCOPED_TRACE(limit);
    // To turn with p takes a little longer, because p cannot begin at once.
    const double ends = 2.0 * std::sqrt(1.0 / 0.2);
    expect_time(plan_plate("p^2*(3 - 2*p)", "0", limit), ends, 1e-4);
    // Both halves of the cusp are longer than what they are along x.
    const PathPlan cusp = plan_plate("(p - 0.5)^2", "(p - 0.5)^3", limit);
    ASSERT_EQ(cusp.status(), PlanStatus::optimal) << cusp.reason;
    EXPECT_GE(cusp.time(), 2.0 * std::sqrt(2.0 * 0.25 / 0.2));
    // The torque turns the plate alone: the slides hold its centre, whatever that takes.
    expect_time(plan_plate("0.3", "0.2", limit), 2.0 * std::sqrt(0.1 / 1000.0));
  }
}

// A line has nothing across, and one that is limited across alone may be as fast as one likes.
TEST(AccelerationPlan, AcrossALineNothingIsLimited) {
  EXPECT_EQ(plan_on(kLine, "acceleration_limit: {across: 1}").status(), PlanStatus::unlimited);
}

// Two arcs with a change of sides between them, and no jump of the curvature: few panels, because
// the side is followed through zero.
TEST(AccelerationPlan, ThroughInflections) {
  const std::string path = "position: {x: p, y: \"0.3*sin(6.283185307179586*p + 1)\"}, p_max: 2";
  const PathPlan plan = plan_on(path, "acceleration_limit: {along: 3, across: 2}");
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  EXPECT_EQ(plan.planner.method, PlanningMethod::rows);
  const PathPlan smooth = plan_on(path, "acceleration_limit: {along: 3}");
  EXPECT_LT(plan.work, 3 * smooth.work);
}

}  // namespace
}  // namespace globaldyn::inside::test
