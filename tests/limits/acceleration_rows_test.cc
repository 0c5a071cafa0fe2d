// Limits of accelerations in regions, in what is recorded of motions, and where they are in the
// way. Oracle: closed forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/limits/point_table.h"
#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

// A dozen operations.
constexpr double kTolerance = 1e-11;

const std::string kLimitedLine =
    "  line: {position: {line: {from: [0, 0], to: [1, 0]}}, acceleration_limit: ";

Region find_region(const std::string& joint, const std::string& drive, const std::string& q) {
  const Machine machine = parse_machine(fmt::format(R"(globaldyn: 1
name: axis
gravity: [0, 0, 0]
bodies: {{cart: {{mass: 2, inertia: {{diag: [1, 1, 1]}}}}}}
joints: {{S: {{type: prismatic, a: ground, b: cart{}}}}}
drives: {{M: {{joint: S, limits: 20 N{}}}}}
paths: {{go: {{joints: {{S: "{}"}}, p_max: 1}}}}
)",
                                                    joint, drive, q),
                                        "axis.yaml", ".");
  PathWalker walker(machine, machine.paths[0]);
  return walker.move_to(0.5).region;
}

bool has_active(const Region& region, const ActiveLimit& limit) {
  for (const RegionComponent& component : region.components()) {
    for (const RegionEdge& edge : component.edges) {
      if (std::find(edge.active.begin(), edge.active.end(), limit) != edge.active.end())
        return true;
    }
  }
  return false;
}

// q = p + p² at p = 1/2: q' = 2, q'' = 2; |2 d1² + 2 d2| <= 3, and <= 10 by the force.
TEST(AccelerationRows, OfDrivesAndJointsInRegions) {
  const Region of_drive = find_region("", ", max_acceleration: 3 m/s^2", "p + p^2");
  const Region of_joint = find_region(", max_acceleration: 3 m/s^2", "", "p + p^2");
  for (const double d1 : {0.0, 0.5, 2.0}) {
    for (const Region* region : {&of_drive, &of_joint}) {
      EXPECT_NEAR(region->d2_range(d1)->high, 1.5 - d1 * d1, kTolerance);
      EXPECT_NEAR(region->d2_range(d1)->low, -1.5 - d1 * d1, kTolerance);
    }
  }
  EXPECT_TRUE(has_active(of_drive, {"M", "acceleration"}));
  EXPECT_TRUE(has_active(of_joint, {"S", "acceleration"}));
  EXPECT_FALSE(has_active(of_drive, {"M", "max"}));
  // Beyond what the force gives it is no limit.
  EXPECT_FALSE(
      has_active(find_region("", ", max_acceleration: 11", "p + p^2"), {"M", "acceleration"}));
}

// In all directions the weaker one counts; along (3, 4) / 5 both: 2 / 0.6 and 1 / 0.8.
TEST(AccelerationRows, InCriteriaOfMaps) {
  std::string text = write_x_y_table(R"(gravity: [0, 0, 0]
drives: {FX: {joint: X, max_acceleration: 2 m/s^2}, FY: {joint: Y}}
maps:
  plane:
    grid: {x: {from: 0, to: 1, count: 2}, y: {from: 0, to: 1, count: 2}}
    criteria:
      - acceleration
      - {of: acceleration, along: x, name: a_x}
      - {of: acceleration, along: [3, 4, 0], name: a_diagonal}
)");
  const std::string y = "b: {body: table, axis: y}";
  text.insert(text.find(y) + y.size(), ", max_acceleration: 1 m/s^2");
  const WorkspaceMap map = map_text(text);
  for (const auto& [column, expected] :
       {std::pair{"acceleration", 1.0}, {"a_x", 2.0}, {"a_diagonal", 1.25}}) {
    for (const double value : values_of(map, column)) EXPECT_NEAR(value, expected, kTolerance);
  }
}

// 1 m/s at the start needs 1/2 m/s² to rest after 1 m.
TEST(AccelerationRows, MissingLimits) {
  for (const char* given : {"0.4", "{along: 0.4}", "{along: 1, all: 400 mm/s^2}"}) {
    SCOPED_TRACE(given);
    const Machine machine = make_point_table(kStrongDrives, kLimitedLine + given + "}\n");
    PathPlanOptions options;
    options.start = {EndSpeed::Kind::tool, 1.0};
    const PathPlan plan = plan_path(machine, machine.paths[0], options);
    EXPECT_EQ(plan.status(), PlanStatus::infeasible);
    ASSERT_TRUE(plan.plan.obstacle.has_value());
    // All sides of the polygon are one limit.
    ASSERT_EQ(plan.plan.obstacle->limits.size(), 1u);
    const MissingLimit& missing = plan.plan.obstacle->limits[0];
    EXPECT_EQ(missing.limit, (ActiveLimit{"tool", "acceleration"}));
    EXPECT_TRUE(missing.alone);
    EXPECT_GE(missing.missing, 0.1);
    EXPECT_LT(missing.missing, 0.1 * 1.01);  // at most a thousandth of the whole limit is added
  }
}

TEST(AccelerationRows, MissingLimitsOfDrives) {
  const Machine machine =
      make_point_table("  FX: {joint: X, max_acceleration: 0.4}\n  FY: {joint: Y}\n",
                       "  line: {position: {line: {from: [0, 0], to: [1, 0]}}}\n");
  PathPlanOptions options;
  options.start = {EndSpeed::Kind::tool, 1.0};
  const PathPlan plan = plan_path(machine, machine.paths[0], options);
  ASSERT_TRUE(plan.plan.obstacle.has_value());
  ASSERT_EQ(plan.plan.obstacle->limits.size(), 1u);
  EXPECT_EQ(plan.plan.obstacle->limits[0].limit, (ActiveLimit{"FX", "acceleration"}));
  EXPECT_NEAR(plan.plan.obstacle->limits[0].missing, 0.1, 1e-3);
}

// Half the time with one limit held, half with it; one name for all sides of a polygon.
TEST(AccelerationRows, NamesInStretches) {
  const Machine machine = make_point_table(kStrongDrives, kLimitedLine + "2 m/s^2}\n");
  const PathPlan plan = plan_path(machine, machine.paths[0], {});
  ASSERT_FALSE(plan.stretches.empty());
  for (const Stretch& stretch : plan.stretches) {
    EXPECT_EQ(stretch.active, (std::vector<ActiveLimit>{{"tool", "acceleration"}}));
  }
}

// Recorded motions keep the limit and use it; also where forces take time to change.
TEST(AccelerationRows, RecordedMotions) {
  const Machine machine =
      make_point_table("  FX: {joint: X, limits: 20 N}\n  FY: {joint: Y, limits: 20 N}\n",
                       "  round: {position: {circle: {center: [0, 0], radius: 0.25}}, "
                       "acceleration_limit: 2 m/s^2}\n");
  for (const double rise : {0.0, 1.0}) {
    SCOPED_TRACE(rise);
    PlannedMotionOptions options;
    options.plan.rise_time = rise;
    const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal);
    double most = 0.0;
    for (const MotionSample& sample : motion.record.samples) {
      most = std::max(most, sample.tool_acceleration.v.norm());
    }
    EXPECT_LE(most, 2.0 * (1.0 + 1e-9));
    EXPECT_GE(most, 2.0 * (rise > 0.0 ? 0.9 : 0.995));
    EXPECT_LE(motion.max_violation, 1e-9);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
