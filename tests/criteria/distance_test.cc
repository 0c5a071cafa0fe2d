// Oracle: distances of solids in random poses by minimising over their points: the distance from a
// box or a segment is convex along any line, so that a ternary search finds the minimum.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {
namespace {

// What clearance.h promises, m.
constexpr double kNearestPrecision = 1e-6;

// Two bodies that no joint joins. Masses have no effect; the centre of mass is off the origin.
Machine make_pair(const std::string& a, const std::string& b) {
  return parse_machine(R"(
globaldyn: 1
name: pair
bodies:
  a: {mass: 1, com: [0.1, 0.2, 0.3], inertia: {plate: 1}, solids: [)" +
                           a + R"(]}
  b: {mass: 1, com: [-0.2, 0.1, 0], inertia: {plate: 1}, solids: [)" +
                           b + R"(]}
joints:
  A: {type: spherical, a: ground, b: a}
  B: {type: spherical, a: ground, b: b}
)",
                       "pair.yaml", ".");
}

const Vector3d kComA(0.1, 0.2, 0.3), kComB(-0.2, 0.1, 0.0);

// The minimum of a convex function over 0 … 1.
double find_least(const std::function<double(double)>& f) {
  double low = 0.0, high = 1.0;
  for (int i = 0; i < 40; ++i) {  // to 1e-7 of the way
    const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return f(0.5 * (low + high));
}

struct Segment {
  Vector3d from, to;

  [[nodiscard]] Vector3d at(double s) const { return from + s * (to - from); }
  [[nodiscard]] double calc_distance(const Vector3d& point) const {
    const Vector3d along = to - from;
    const double s = std::clamp((point - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    return (point - at(s)).norm();
  }
};

struct Box {
  Vector3d half;

  [[nodiscard]] double calc_distance(const Vector3d& point) const {
    return (point.cwiseAbs() - half).cwiseMax(0.0).norm();
  }
};

class Distances : public ::testing::Test {
 protected:
  // Calls check(a's origin in b's frame, distance found) for random poses.
  template <class Check>
  void for_each_pose(const Machine& machine, const Check& check, int count = 300) {
    ClearanceChecker checker(machine.mechanism, {});
    std::mt19937_64 random(31);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    const auto draw = [&] { return Vector3d(unit(random), unit(random), unit(random)); };
    for (int i = 0; i < count; ++i) {
      Pose pose(3);
      pose[BodyId(1)] = {1.2 * draw(), make_rotation(3.0 * draw())};
      pose[BodyId(2)] = {0.5 * draw(), make_rotation(3.0 * draw())};
      const auto nearest = checker.find_nearest(pose);
      ASSERT_TRUE(nearest);
      // Points of a as b sees them.
      const auto to_b = [&](const Vector3d& point) -> Vector3d {
        const Vector3d global = pose[BodyId(1)].r + pose[BodyId(1)].R * (point - kComA);
        return pose[BodyId(2)].R.transpose() * (global - pose[BodyId(2)].r) + kComB;
      };
      const double expected = check(to_b);
      EXPECT_NEAR(nearest->distance, std::max(0.0, expected), kNearestPrecision) << "pose " << i;
    }
  }
};

constexpr const char* kRod = "rod: {from: [0.1, 0, -0.3], to: [0.1, 0.4, 0], diameter: 0.1}";
const Segment kAxis{{0.1, 0.0, -0.3}, {0.1, 0.4, 0.0}};

TEST_F(Distances, RodFromSphere) {
  const Machine machine = make_pair("sphere: {at: [0.3, 0, 0.1], diameter: 0.2}", kRod);
  for_each_pose(machine, [](const auto& to_b) {
    return kAxis.calc_distance(to_b({0.3, 0.0, 0.1})) - 0.1 - 0.05;
  });
}

TEST_F(Distances, RodFromBox) {
  const Machine machine = make_pair(kRod, "box: {size: [0.4, 0.7, 0.2]}");
  for_each_pose(machine, [](const auto& to_b) {
    const Segment axis{to_b(kAxis.from), to_b(kAxis.to)};
    const Box box{{0.2, 0.35, 0.1}};
    return find_least([&](double s) { return box.calc_distance(axis.at(s)); }) - 0.05;
  });
}

// A leg and a slider of the Sliding Star.
TEST_F(Distances, ThinRodFromBox) {
  const Machine machine = make_pair("rod: {from: [-0.425, 0], to: [0.425, 0], diameter: 0.025}",
                                    "box: {size: [0.06, 0.12, 0.04]}");
  for_each_pose(machine, [](const auto& to_b) {
    const Segment axis{to_b({-0.425, 0.0, 0.0}), to_b({0.425, 0.0, 0.0})};
    const Box box{{0.03, 0.06, 0.02}};
    return find_least([&](double s) { return box.calc_distance(axis.at(s)); }) - 0.0125;
  });
}

TEST_F(Distances, RodFromTube) {
  const Machine machine =
      make_pair("tube: {from: [0, -0.2, 0], to: [0.5, 0, 0.1], diameter: 0.2, wall: 0.01}", kRod);
  for_each_pose(machine, [](const auto& to_b) {
    const Segment axis{to_b({0.0, -0.2, 0.0}), to_b({0.5, 0.0, 0.1})};
    return find_least([&](double s) { return kAxis.calc_distance(axis.at(s)); }) - 0.1 - 0.05;
  });
}

// The minimum of a convex function over one coordinate is convex in the others.
TEST_F(Distances, BoxFromPlate) {
  const Machine machine =
      make_pair("plate: {size: [0.5, 0.3], thickness: 0.02}", "box: {size: [0.4, 0.7, 0.2]}");
  for_each_pose(
      machine,
      [](const auto& to_b) {
        const Box box{{0.2, 0.35, 0.1}};
        return find_least([&](double u) {
          return find_least([&](double v) {
            const double x = 0.5 * u - 0.25, y = 0.3 * v - 0.15;
            const Segment through{to_b({x, y, -0.01}), to_b({x, y, 0.01})};
            return find_least([&](double s) { return box.calc_distance(through.at(s)); });
          });
        });
      },
      15);
}

// Wider than it is long, so that it has edges.
TEST_F(Distances, DiscFromSphere) {
  const Machine machine =
      make_pair("sphere: {at: [0.3, 0, 0.1], diameter: 0.2}",
                "cylinder: {from: [0, 0, -0.05], to: [0, 0, 0.05], diameter: 0.6}");
  for_each_pose(machine, [](const auto& to_b) {
    const Vector3d center = to_b({0.3, 0.0, 0.1});
    const double beside = std::max(0.0, std::hypot(center.x(), center.y()) - 0.3);
    return std::hypot(beside, std::max(0.0, std::abs(center.z()) - 0.05)) - 0.1;
  });
}

// For bodies with many solids, the minimum over all pairs, each pair evaluated alone: distant ones
// may be skipped, but nothing closer.
TEST(Distance, OfManySolidsIsTheLeast) {
  const std::vector<std::string> solids{"box: {at: [0.3, 0, 0], size: [0.5, 0.04, 0.1]}",
                                        "rod: {from: [0, 0, 0], to: [0, 0.6, 0.2], diameter: 0.05}",
                                        "sphere: {at: [0, 0, 0.4], diameter: 0.1}",
                                        "cylinder: {from: [-0.3, 0, 0], to: [-0.3, 0, 0.02], "
                                        "diameter: 0.4}"};
  const std::string all = solids[0] + ", " + solids[1] + ", " + solids[2] + ", " + solids[3];
  const Machine machine = make_pair(all, all);
  ClearanceChecker checker(machine.mechanism, {});
  ClearanceChecker near_checker(machine.mechanism, {0.25, {}});
  std::vector<ClearanceChecker> of_pairs;
  for (const std::string& a : solids) {
    for (const std::string& b : solids) {
      of_pairs.emplace_back(make_pair(a, b).mechanism, Clearance{});
    }
  }
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto draw = [&] { return Vector3d(unit(random), unit(random), unit(random)); };
  int near = 0, far = 0;
  for (int i = 0; i < 400; ++i) {
    Pose pose(3);
    pose[BodyId(1)] = {draw(), make_rotation(3.0 * draw())};
    pose[BodyId(2)] = {draw(), make_rotation(3.0 * draw())};
    double expected = 1e300;
    for (ClearanceChecker& of_pair : of_pairs) {
      expected = std::min(expected, of_pair.find_nearest(pose)->distance);
    }
    EXPECT_NEAR(checker.find_nearest(pose)->distance, expected, kNearestPrecision);
    if (std::abs(expected - 0.25) < kNearestPrecision) continue;
    const auto collisions = near_checker.find_collisions(pose);
    EXPECT_EQ(collisions.size(), expected < 0.25 ? 1u : 0u);
    ++(expected < 0.25 ? near : far);
    if (!collisions.empty()) {
      EXPECT_NEAR(collisions[0].distance, expected, kNearestPrecision);
    }
  }
  EXPECT_GT(near, 50);
  EXPECT_GT(far, 50);
}

}  // namespace
}  // namespace globaldyn::inside::test
