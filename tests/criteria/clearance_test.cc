// Oracle: distances of spheres, boxes and capsules in closed form.
#include <cmath>

#include "globaldyn/evaluation/evaluation.h"
#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

// What clearance.h promises of distances, m.
constexpr double kDistance = 1e-6;

// A ball on an x-y gantry, which passes objects on the ground; X and Y join what is joined.
constexpr const char* kBall = R"(
globaldyn: 1
name: ball
bodies:
  ground:
    solids: [GROUND]
  carriage: {mass: 1, inertia: {plate: 0.01}, solids: [sphere: {diameter: 5}]}
  ball: {mass: 1, inertia: {plate: 0.01}, solids: [SOLID]}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
  Y: {type: prismatic, a: {body: carriage, axis: y}, b: {body: ball, axis: y}}
drives:
  F1: {joint: X, limits: 10}
  F2: {joint: Y, limits: 10}
tool: ball
paths:
  across:
    position: {line: {from: [-1, 0.3], to: [1, 0.3]}}
maps:
  plane:
    grid:
      x: {from: -1, to: 1, count: 5}
      y: {from: -0.9, to: 0.9, count: 4}
    criteria: [clearance]
)";

std::string make_ball(const std::string& ground, const std::string& solid,
                      const std::string& clearance = "") {
  std::string text = kBall;
  text.replace(text.find("GROUND"), 6, ground);
  text.replace(text.find("SOLID"), 5, solid);
  return text + clearance;
}

constexpr const char* kSphere = "sphere: {at: [0, 0, 0.1], diameter: 0.2}";

// Compares with gap(center of the ball's sphere), the distance from the ground's solid.
template <class Gap>
void expect_gaps(const WorkspaceMap& map, const Gap& gap) {
  const std::vector<double>& values = values_of(map, "clearance");
  ASSERT_EQ(values.size(), 20u);
  for (std::size_t i = 0; i < 20; ++i) {
    const Vector3d center(-1.0 + 0.5 * static_cast<double>(i / 4),
                          -0.9 + 0.6 * static_cast<double>(i % 4), 0.1);
    EXPECT_NEAR(values[i], std::max(0.0, gap(center)), kDistance) << center.transpose();
  }
}

TEST(Clearance, SphereFromSphere) {
  const WorkspaceMap map =
      map_text(make_ball("sphere: {at: [0.1, 0.2, -0.3], diameter: 0.5}", kSphere));
  expect_gaps(map, [](const Vector3d& center) {
    return (center - Vector3d(0.1, 0.2, -0.3)).norm() - 0.1 - 0.25;
  });
}

TEST(Clearance, SphereFromBox) {
  const WorkspaceMap map =
      map_text(make_ball("box: {at: [0.1, 0.2, -0.3], size: [0.4, 0.8, 0.3]}", kSphere));
  expect_gaps(map, [](const Vector3d& center) {
    const Vector3d apart = (center - Vector3d(0.1, 0.2, -0.3)).cwiseAbs();
    return (apart - Vector3d(0.2, 0.4, 0.15)).cwiseMax(0.0).norm() - 0.1;
  });
}

// A rod has round caps beyond its ends.
TEST(Clearance, SphereFromRod) {
  const WorkspaceMap map = map_text(
      make_ball("rod: {from: [-0.4, -0.1, 0.5], to: [0.4, 0.5, 0.5], diameter: 0.1}", kSphere));
  expect_gaps(map, [](const Vector3d& center) {
    const Vector3d from(-0.4, -0.1, 0.5), along(0.8, 0.6, 0.0);
    const double share = std::clamp((center - from).dot(along), 0.0, 1.0);
    return (center - from - share * along).norm() - 0.1 - 0.05;
  });
}

// Both along z, one ending below the other: the distance is between ends, or sides.
TEST(Clearance, RodFromRod) {
  const WorkspaceMap map =
      map_text(make_ball("rod: {from: [0, 0, 0.4], to: [0, 0, 1], diameter: 0.1}",
                         "rod: {from: [0, 0, -0.5], to: [0, 0, 0.1], diameter: 0.2}"));
  expect_gaps(map, [](const Vector3d& center) {
    return std::hypot(center.x(), center.y(), 0.3) - 0.05 - 0.1;
  });
}

TEST(Clearance, OfNothing) {
  const WorkspaceMap map = map_text(make_ball("", kSphere));
  for (const double value : values_of(map, "clearance")) EXPECT_TRUE(std::isinf(value));
}

TEST(Clearance, NearestOfTwoSolids) {
  const WorkspaceMap map =
      map_text(make_ball("sphere: {at: [-1.2, 0, 0.1], diameter: 0.1}, "
                         "sphere: {at: [1.4, 0.4, 0.1], diameter: 0.4}",
                         kSphere));
  expect_gaps(map, [](const Vector3d& center) {
    return std::min((center - Vector3d(-1.2, 0, 0.1)).norm() - 0.05,
                    (center - Vector3d(1.4, 0.4, 0.1)).norm() - 0.2) -
           0.1;
  });
}

constexpr const char* kPost = "sphere: {at: [0, 0.3, 0.1], diameter: 0.4}";

// Along the path the sphere of radius 0.1 passes through one of 0.2: a gap of |x| - 0.3.
TEST(Clearance, CollidesAlongAPath) {
  const Machine machine =
      parse_machine(make_ball(kPost, kSphere, "clearance: {least: 50 mm}\n"), "ball.yaml", ".");
  EvaluationOptions options;
  options.samples = 41;
  const Evaluation evaluation = evaluate(machine, options);
  int colliding = 0;
  for (const Sample& sample : evaluation.paths.at(0).samples) {
    const double gap = std::abs(-1.0 + 2.0 * sample.p) - 0.3;
    if (std::abs(gap - 0.05) < kDistance) continue;
    const bool is_near = gap < 0.05;
    EXPECT_EQ(sample.status, is_near ? SampleStatus::colliding : SampleStatus::ok) << gap;
    EXPECT_EQ(sample.region.is_empty(), is_near);
    colliding += is_near ? 1 : 0;
    if (!is_near) continue;
    EXPECT_NE(sample.reason.what.find("ground and ball"), std::string::npos) << sample.reason.what;
    if (std::abs(gap) < kDistance) continue;
    const bool touch = gap < 0.0;
    EXPECT_NE(sample.reason.what.find(touch ? "touch" : "mm apart"), std::string::npos)
        << sample.reason.what;
  }
  EXPECT_EQ(colliding, 13);  // |x| = 0, 0.05 … 0.3; 0.35 is neither
}

TEST(Clearance, CollidesOnAMap) {
  const WorkspaceMap map = map_text(make_ball(kPost, kSphere, "clearance: {least: 0.25 m}\n"));
  int colliding = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    const double x = -1.0 + 0.5 * static_cast<double>(i / 4);
    const double y = -0.9 + 0.6 * static_cast<double>(i % 4);
    const double gap = std::hypot(x, y - 0.3) - 0.3;
    const bool is_near = gap <= 0.25;
    EXPECT_EQ(map.status[i], is_near ? SampleStatus::colliding : SampleStatus::ok);
    EXPECT_NEAR(values_of(map, "clearance")[i], is_near ? 0.0 : gap, kDistance);
    colliding += is_near ? 1 : 0;
    if (is_near) {
      EXPECT_NE(map.reason[i].find("ground and ball"), std::string::npos) << map.reason[i];
    }
  }
  EXPECT_EQ(colliding, 3);  // the post, and half a metre next to it
}

// Without `clearance` in the file nothing collides; pairs that are ignored do not either.
TEST(Clearance, IsNotAskedFor) {
  const WorkspaceMap plain = map_text(make_ball(kPost, kSphere));
  EXPECT_EQ(plain.count(SampleStatus::ok), 20u);
  EXPECT_EQ(values_of(plain, "clearance")[9 + 1], 0.0);  // x = 0, y = 0.3
  const WorkspaceMap ignored =
      map_text(make_ball(kPost, kSphere, "clearance: {least: 0.25 m, ignore: [[ball, ground]]}\n"));
  EXPECT_EQ(ignored.count(SampleStatus::ok), 20u);
  for (const double value : values_of(ignored, "clearance")) EXPECT_TRUE(std::isinf(value));
}

}  // namespace
}  // namespace globaldyn::inside::test
