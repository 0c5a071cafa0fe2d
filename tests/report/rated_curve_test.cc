// A rated force that depends on the speed is drawn as that: over time at the speed of the moment,
// and on the page as the curve. Oracle: the straight line between the two points of the file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/kinematics/assembly.h"
#include "globaldyn/record/motor_use.h"
#include "report/charts/force_picture.h"
#include "report/charts/motor_picture.h"
#include "report/document/machine_section.h"

namespace globaldyn::inside::report {
namespace {

// 100 N at rest, 50 N at 4 m/s.
Machine make_lift(const std::string& rated) {
  return parse_machine(fmt::format(R"(globaldyn: 1
name: lift
bodies: {{car: {{mass: 30 kg}}}}
joints: {{Z: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: car, axis: x}}}}}}
drives: {{M: {{joint: Z, gear: {{ratio: 100 rad/m}}, limits: 2.5 N m, rated: {}}}}}
tool: car
paths: {{go: {{joints: {{Z: 1 m*p}}, p_max: 1}}}}
)",
                                   rated),
                       "lift.yaml", ".");
}

constexpr const char* kCurve = "[[0, 100 N cm], [400 rad/s, 0.5 N m]]";

// The points of data block `number`, from 1.
Outline read_points(const std::string& script, int number) {
  std::istringstream lines(script.substr(script.find(fmt::format("$data{} << END\n", number))));
  std::string line;
  std::getline(lines, line);
  Outline points;
  while (std::getline(lines, line) && line != "END") {
    std::istringstream numbers(line);
    double x = 0.0, y = 0.0;
    if (numbers >> x >> y) points.emplace_back(x, y);
  }
  return points;
}

TEST(RatedCurve, IsDrawnOverTimeAtTheSpeedOfTheMoment) {
  const Machine lift = make_lift(kCurve);
  const PlannedMotion motion = plan_motion(lift, lift.paths[0]);
  const std::string script = draw_forces(lift, motion).make_script();
  // The two limits, then the rated force both ways.
  const Outline up = read_points(script, 3), down = read_points(script, 4);
  ASSERT_GE(up.size(), 3U);
  const auto lower = [](const Vector2d& a, const Vector2d& b) { return a.y() < b.y(); };
  const double fastest = motion.use.peak_speed(0);
  EXPECT_GT(fastest, 1.0);
  EXPECT_NEAR(up.front().y(), 100.0, 1e-4);  // pictures have seven digits
  EXPECT_NEAR(up.back().y(), 100.0, 1e-4);
  EXPECT_NEAR(std::min_element(up.begin(), up.end(), lower)->y(), 100.0 - 12.5 * fastest, 1e-2);
  EXPECT_NEAR(std::max_element(down.begin(), down.end(), lower)->y(), 12.5 * fastest - 100.0, 1e-2);
  EXPECT_NE(script.find("grey: rated"), std::string::npos);
  EXPECT_NE(draw_motors(lift, motion, find_motor_use(lift, motion)).make_script().find("at rest)"),
            std::string::npos);
}

TEST(RatedCurve, OfAMotorWithoutOneIsALevelOrNothing) {
  const Machine level = make_lift("1 N m");
  const PlannedMotion motion = plan_motion(level, level.paths[0]);
  for (const Vector2d& point : read_points(draw_forces(level, motion).make_script(), 3)) {
    EXPECT_NEAR(point.y(), 100.0, 1e-4);
  }
  EXPECT_EQ(draw_motors(level, motion, find_motor_use(level, motion)).make_script().find("at rest"),
            std::string::npos);
}

TEST(RatedCurve, IsOnThePage) {
  const auto describe = [](const std::string& rated) {
    const Machine lift = make_lift(rated);
    const Pose pose = assemble(lift.mechanism, lift.topology, {}).pose;
    return describe_machine(lift, pose)["drives"][0]["limits"];
  };
  const auto curve = describe(kCurve)["rated_over_speed"];
  ASSERT_EQ(curve.size(), 2U);
  EXPECT_NEAR(curve[0][1].get<double>(), 100.0, 1e-12);
  EXPECT_NEAR(curve[1][0].get<double>(), 4.0, 1e-12);
  EXPECT_NEAR(curve[1][1].get<double>(), 50.0, 1e-12);
  EXPECT_TRUE(describe("1 N m")["rated_over_speed"].empty());
}

}  // namespace
}  // namespace globaldyn::inside::report
