// Metamorphic relations of criteria: change machine and grid in a way whose effect is known
// exactly.
#include <cmath>
#include <numbers>

#include "core/following/path_follower.h"
#include "core/joints/joint_type.h"
#include "tests/map/small_maps.h"
#include "tests/support/machines.h"
#include "tests/support/transforms.h"

namespace globaldyn::inside::test {
namespace {

using Kind = TaskCoordinate::Kind;

// Ill-conditioned poses lose digits; 1e-8 is what users are promised.
constexpr double kMetamorphicTolerance = 1e-8;

// Distances are promised only to 1e-6 m, in both maps.
double calc_slack(const Criterion& criterion, double expected) {
  return criterion.name == "clearance" ? 2e-6 : kMetamorphicTolerance * std::abs(expected);
}

// x and y of the tool; phi where it is asked for.
MapDescription make_plane(const Machine& machine, double half_x, double half_y,
                          std::optional<double> phi) {
  MapDescription map;
  map.name = "plane";
  map.axes = {make_axis("x", {Kind::position, 0, {}}, 0.02 - half_x, 0.02 + half_x, 4),
              make_axis("y", {Kind::position, 1, {}}, 0.01 - half_y, 0.01 + half_y, 3)};
  map.orientations = {{"held", phi, std::nullopt}};
  map.criteria = list_pose_requests(machine.mechanism);
  return map;
}

Pose find_start(const Machine& machine) {
  const Path& path = machine.paths.at(0);
  PathFollower follower(machine.mechanism, machine.topology, path.task, 0.0, path.p_max);
  return follower.pose_at(0.0).motion.pose;
}

Machine load_stiff(const std::string& name) {
  Machine machine = load(name, {{"gravity_y", "-5 m/s^2"}});
  for (Drive& drive : machine.mechanism.drives) drive.stiffness = 2e5;
  machine.clearance.reset();  // names pairs of bodies by their numbers, which reversing changes
  return machine;
}

class PlanarCriteria : public ::testing::TestWithParam<const char*> {
 protected:
  // Compares every column of `map`, whose pose find_cell(i) stands for pose i of the plain map.
  template <class FindCell, class Factor>
  void expect_same(const WorkspaceMap& map, const FindCell& find_cell, const Factor& factor) {
    ASSERT_GE(plain_.count(SampleStatus::ok), 9u);
    ASSERT_EQ(map.columns.size(), plain_.columns.size());
    for (std::size_t c = 0; c < map.columns.size(); ++c) {
      const MapColumnPlan& plan = plain_.columns[c].plan;
      // A direction stays fixed while the machine rotates.
      if (plan.settings.along) continue;
      SCOPED_TRACE(plan.name);
      const double scale = factor(*plan.criterion);
      for (std::size_t i = 0; i < plain_.status.size(); ++i) {
        const std::size_t cell = find_cell(i);
        EXPECT_EQ(map.status[cell], plain_.status[i]);
        const double expected = scale * plain_.columns[c].values[i];
        const double value = map.columns[c].values[cell];
        ASSERT_EQ(std::isinf(value), std::isinf(expected));
        if (std::isinf(expected)) continue;
        EXPECT_NEAR(value, expected, scale * calc_slack(*plan.criterion, expected / scale))
            << "pose " << i;
      }
    }
    for (std::size_t i = 0; i < plain_.status.size(); ++i) {
      EXPECT_NEAR(std::abs(map.signed_margin[find_cell(i)]), std::abs(plain_.signed_margin[i]),
                  kMetamorphicTolerance);
    }
  }
  static std::size_t same_cell(std::size_t i) { return i; }
  static double same_value(const Criterion& /*criterion*/) { return 1.0; }

  const Machine machine_ = load_stiff(GetParam());
  const MapDescription description_ = make_plane(machine_, 0.1, 0.08, 0.05);
  const WorkspaceMap plain_ = make_map(machine_, description_);
};

TEST_P(PlanarCriteria, OtherNames) {
  Machine renamed = machine_;
  for (Body& body : renamed.mechanism.bodies) body.name = "other_" + body.name;
  for (Joint& joint : renamed.mechanism.joints) joint.name += "_other";
  for (Drive& drive : renamed.mechanism.drives) drive.name = "z" + drive.name;
  const WorkspaceMap map = make_map(renamed, description_);
  for (std::size_t c = 0; c < map.columns.size(); ++c) {
    EXPECT_EQ(map.columns[c].values, plain_.columns[c].values) << map.columns[c].plan.name;
  }
}

TEST_P(PlanarCriteria, BodiesAndJointsInReverse) {
  const Machine reversed = reverse_order(guess_pose(machine_, find_start(machine_)));
  expect_same(make_map(reversed, description_), same_cell, same_value);
}

// Rotated by 90 degrees about z: (x, y) becomes (-y, x), the tool's angle increases by 90 degrees.
TEST_P(PlanarCriteria, AQuarterTurn) {
  const Matrix3d R = make_rotation({0.0, 0.0, std::numbers::pi / 2.0});
  Machine turned = move_in_space(guess_pose(machine_, find_start(machine_)), R, Vector3d::Zero());
  for (Solid& solid : turned.mechanism.bodies[kGround].solids) {
    solid.frame = {R * solid.frame.origin, R * solid.frame.axes};
  }
  MapDescription map = description_;
  map.axes = {make_axis("x", {Kind::position, 0, {}}, -description_.axes[1].to,
                        -description_.axes[1].from, 3),
              make_axis("y", {Kind::position, 1, {}}, description_.axes[0].from,
                        description_.axes[0].to, 4)};
  map.orientations[0].phi = 0.05 + std::numbers::pi / 2.0;
  expect_same(
      make_map(turned, map), [](std::size_t i) { return (2 - i % 3) * 4 + i / 3; }, same_value);
}

// Lengths in other units, and gravity and forces with them: each criterion scales with its
// dimension in length.
TEST_P(PlanarCriteria, OtherUnitsOfLength) {
  constexpr double kFactor = 3.7;
  MapDescription map = description_;
  for (MapAxis& axis : map.axes) {
    axis.from *= kFactor;
    axis.to *= kFactor;
  }
  Machine large = scale_lengths(guess_pose(machine_, find_start(machine_)), kFactor);
  for (Joint& joint : large.mechanism.joints) {
    for (std::size_t c = 0; c < joint.travel.size(); ++c) {
      if (type_of(joint).coordinates[c].rotational) continue;
      joint.travel[c].low *= kFactor;
      joint.travel[c].high *= kFactor;
    }
  }
  for (Body& body : large.mechanism.bodies) {
    for (Solid& solid : body.solids) {
      solid.size *= kFactor;
      solid.frame.origin *= kFactor;
    }
  }
  expect_same(make_map(large, map), same_cell, [&](const Criterion& criterion) {
    return std::pow(kFactor, 0.5 * criterion.dimension.length);
  });
}

INSTANTIATE_TEST_SUITE_P(Machines, PlanarCriteria,
                         ::testing::Values("sliding_star", "cable_planar"),
                         [](const auto& test) { return std::string(test.param); });

// An arm of two joints, given by its tip or by its joints: what the tool can do at a pose does not
// depend on how the pose is prescribed.
TEST(Criteria, OfThePoseNotOfItsCoordinates) {
  Machine machine = load("arm_2r");
  for (Drive& drive : machine.mechanism.drives) drive.stiffness = 3e4;
  MapDescription by_joints = make_plane(machine, 0.1, 0.1, std::nullopt);
  by_joints.axes = {make_axis("A", {Kind::joint, 0, {JointId(0), 0}}, 0.4, 1.2, 4),
                    make_axis("B", {Kind::joint, 0, {JointId(1), 0}}, -2.0, -0.6, 3)};
  const WorkspaceMap joints = make_map(machine, by_joints);
  ASSERT_EQ(joints.count(SampleStatus::ok), 12u);
  int compared = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    const double a = by_joints.axes[0].value(static_cast<int>(i / 3));
    const double b = by_joints.axes[1].value(static_cast<int>(i % 3));
    const double x = 0.5 * std::cos(a) + 0.4 * std::cos(a + b);
    const double y = 0.5 * std::sin(a) + 0.4 * std::sin(a + b);
    MapDescription by_tip = by_joints;
    by_tip.axes = {make_axis("x", {Kind::position, 0, {}}, x, x + 1e-3, 2),
                   make_axis("y", {Kind::position, 1, {}}, y, y + 1e-3, 2)};
    const WorkspaceMap tip = make_map(machine, by_tip);
    for (const char* column : {"holding_share", "acceleration", "acceleration_along", "force",
                               "force_along", "stiffness", "stiffness_along", "rotary_stiffness",
                               "natural_frequency", "clearance", "travel_reserve"}) {
      const double expected = values_of(joints, column)[i], value = values_of(tip, column)[0];
      ASSERT_EQ(std::isinf(value), std::isinf(expected)) << column;
      if (std::isinf(expected)) continue;
      const double slack =
          column == std::string("clearance") ? 2e-6 : kMetamorphicTolerance * expected;
      EXPECT_NEAR(value, expected, slack) << column;
      ++compared;
    }
  }
  EXPECT_GE(compared, 100);
}

// The arm seen in a mirror: the elbow on the other side, the grid from the other end.
TEST(Criteria, InAMirror) {
  const Machine machine = load("arm_2r");
  MapDescription map = make_plane(machine, 0.1, 0.1, std::nullopt);
  map.axes[0].from = 0.2;
  map.axes[0].to = 0.6;
  Machine mirrored = machine;
  mirrored.mechanism.joints[JointId(0)].guess = {std::numbers::pi * 2.0 / 3.0};
  mirrored.mechanism.joints[JointId(1)].guess = {std::numbers::pi / 2.0};
  ASSERT_EQ(mirrored.mechanism.branch.size(), 1u);
  mirrored.mechanism.branch[0].range = {0.0, std::numbers::pi};
  MapDescription other = map;
  other.axes[0].from = -0.6;
  other.axes[0].to = -0.2;
  const WorkspaceMap plain = make_map(machine, map), reflected = make_map(mirrored, other);
  ASSERT_EQ(plain.count(SampleStatus::ok), 12u);
  for (const MapColumn& column : plain.columns) {
    if (column.plan.settings.along) continue;
    const std::vector<double>& values = values_of(reflected, column.plan.name);
    for (std::size_t i = 0; i < 12; ++i) {
      const std::size_t cell = (3 - i / 3) * 3 + i % 3;
      EXPECT_NEAR(values[cell], column.values[i],
                  calc_slack(*column.plan.criterion, column.values[i]))
          << column.plan.name;
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
