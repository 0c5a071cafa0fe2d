// Cables whose winches have rotors and friction: what is left of their motors' forces never pushes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "globaldyn/evaluation/path_walker.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/region/methods/region_solver.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// A carriage with a linear motor and a cable to the left, whose winch moves 1 kg of its own.
Machine make_pulled_car(const std::string& motor, const std::string& winch,
                        const std::string& more = "", const std::string& x = "0.5 - p") {
  return parse_machine(R"(globaldyn: 1
name: pulled
bodies:
  ground: {frames: {l: [-1, 0]}}
  car: {mass: 1 kg, inertia: {plate: 0.01 kg m^2}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: car, axis: x}}
drives:
  F: {joint: X, limits: )" +
                           motor + R"(}
  L: {type: cable, from: ground.l, to: car, )" +
                           winch + R"(}
tool: car
)" + more + R"(
paths:
  way: {position: {x: ")" + x +
                           R"("}, p_max: 1}
)",
                       "pulled.yaml", ".");
}

// The winch's motor has 0.001 N for its rotor of 1 kg: to the left nothing is faster than 0.001
// m/s², because the cable would have to push the rotor. Then F brakes car and rotor with 50 m/s².
TEST(CableTension, ARotorIsNotPushedByItsCable) {
  const Machine machine = make_pulled_car("100 N", "limits: [0 N, 0.001 N], rotor_inertia: 1 kg");
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-7;
  const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  const double slow = 1.0 / 0.001, fast = 1.0 / 50.0005;  // of F's -100 N and 0.001 N of the motor
  EXPECT_NEAR(motion.plan.time(), std::sqrt(2.0 * (slow + fast)), 1e-5);
  for (const MotionSample& sample : motion.record.samples) {
    const double tension = sample.forces(1) - sample.state.d2;
    EXPECT_NEAR(sample.transmitted(1), tension, 1e-9);
    EXPECT_GE(tension, -1e-7);
    EXPECT_NEAR(sample.transmitted(0), sample.forces(0), 1e-12);
  }
  ASSERT_FALSE(motion.plan.stretches.empty());
  const std::vector<ActiveLimit>& active = motion.plan.stretches.front().active;
  EXPECT_TRUE(std::find(active.begin(), active.end(), ActiveLimit{"L", "tension"}) != active.end());
}

// A least tension is kept by the cable, not only by its motor: 3 N after 2 N s/m · v and 4 N of
// friction. The motor's 20 N limit v, as the slide does not need more.
TEST(CableTension, KeepsTheLeastThatTheFileAsksFor) {
  const Machine machine = make_pulled_car(
      "100 N", "limits: [3 N, 20 N], rotor_inertia: 1 kg, viscous: 2 N s/m, coulomb: 4 N");
  PlannedMotionOptions options;
  const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  double least = 1e9, most = 0.0;
  for (const MotionSample& sample : motion.record.samples) {
    const double tension = sample.forces(1) - sample.state.d2 - 2.0 * sample.state.d1 - 4.0;
    EXPECT_NEAR(sample.transmitted(1), tension, 1e-9);
    least = std::min(least, tension);
    most = std::max(most, sample.forces(1));
  }
  EXPECT_NEAR(least, 3.0, 1e-5);
  EXPECT_NEAR(most, 20.0, 1e-4);
}

// A drag of 20 N to the left, and a motor of 1 N against it: a cable to the left cannot help,
// however far its lower limit is moved.
TEST(CableTension, AShortageNeverAsksACableToPush) {
  for (const char* losses : {"", ", rotor_inertia: 1 kg, viscous: 1 N s/m", ", coulomb: 2 N"}) {
    const Machine machine = make_pulled_car("1 N", std::string("limits: [0, 50 N]") + losses,
                                            "loads: {tool_wrench: {force: [-20 N, 0, 0]}}", "p");
    const PathPlan plan = plan_path(machine, machine.paths[0]);
    ASSERT_EQ(plan.status(), PlanStatus::infeasible) << losses;
    ASSERT_EQ(plan.plan.obstacle->limits.size(), 1u) << losses << plan.reason;
    const MissingLimit& missing = plan.plan.obstacle->limits.front();
    EXPECT_EQ(missing.limit, (ActiveLimit{"F", "max"}));
    EXPECT_TRUE(missing.alone);
    EXPECT_GE(missing.missing, 19.0);
  }
}

// With a least tension of 5 N it may be asked to pull less, down to nothing: 5 of 6 N too many.
TEST(CableTension, ALeastTensionMayBeAskedFor) {
  const Machine machine =
      make_pulled_car("4 N", "limits: [5 N, 50 N], rotor_inertia: 1 kg", "", "p");
  const PathPlan plan = plan_path(machine, machine.paths[0]);
  ASSERT_EQ(plan.status(), PlanStatus::infeasible);
  for (const MissingLimit& missing : plan.plan.obstacle->limits) {
    EXPECT_TRUE(missing.limit.name != "L" || missing.missing <= 5.0) << missing.missing;
  }
}

TEST(CableTension, NegativeGearsPullWithNegativeForce) {
  EXPECT_NO_THROW(make_pulled_car("1 N", "limits: [-5 N, 0 N], gear: {ratio: -1}"));
  for (const char* pushing : {"limits: [0 N, 5 N], gear: {ratio: -1}", "limits: [-1 N, 5 N]"}) {
    try {
      make_pulled_car("1 N", pushing);
      FAIL() << pushing;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("a cable that could push"), std::string::npos);
    }
  }
}

// A point of 2 kg in the plane on three or four cables, all of whose winches have losses.
struct RandomPoint {
  std::vector<Eigen::Vector2d> anchors;
  std::vector<double> least, most, rotor, viscous, coulomb;
  Eigen::Vector2d from, to, bend;

  static constexpr double kMass = 2.0;

  explicit RandomPoint(unsigned seed) {
    std::mt19937 random(seed);
    const auto draw = [&](double low, double high) {
      return std::uniform_real_distribution(low, high)(random);
    };
    const int cables = seed % 2 == 0 ? 3 : 4;
    for (int k = 0; k < cables; ++k) {
      const double angle = 2.0 * M_PI * (k + draw(-0.25, 0.25)) / cables;
      anchors.emplace_back(2.0 * std::cos(angle), 2.0 * std::sin(angle));
      least.push_back(k % 2 == 0 ? 0.0 : draw(0.0, 3.0));
      most.push_back(draw(40.0, 90.0));
      rotor.push_back(k == 1 ? 0.0 : draw(0.1, 3.0));
      viscous.push_back(k == 2 ? 0.0 : draw(0.0, 8.0));
      coulomb.push_back(k == 0 ? 0.0 : draw(0.0, 4.0));
    }
    from = {draw(-0.5, 0.5), draw(-0.5, 0.5)};
    to = {draw(-0.5, 0.5), draw(-0.5, 0.5)};
    bend = {draw(-0.3, 0.3), draw(-0.3, 0.3)};
  }

  [[nodiscard]] Machine make() const {
    std::string bodies = "  ground: {frames: {", drives;
    for (std::size_t k = 0; k < anchors.size(); ++k) {
      bodies +=
          fmt::format("{}a{}: [{}, {}]", k > 0 ? ", " : "", k, anchors[k].x(), anchors[k].y());
      drives += fmt::format(
          "  C{0}: {{type: cable, from: ground.a{0}, to: table, limits: [{1} N, {2} N], "
          "rotor_inertia: {3} kg, viscous: {4} N s/m, coulomb: {5} N}}\n",
          k, least[k], most[k], rotor[k], viscous[k], coulomb[k]);
    }
    bodies += "}}";
    return parse_machine(fmt::format(R"yaml(globaldyn: 1
name: point
bodies:
{}
  beam: {{mass: 0, inertia: {{diag: [0, 0, 0]}}}}
  table: {{mass: {} kg, inertia: {{diag: [1, 1, 1]}}}}
joints:
  Y: {{type: prismatic, a: {{body: ground, axis: y}}, b: {{body: beam, axis: y}}}}
  X: {{type: prismatic, a: {{body: beam, axis: x}}, b: {{body: table, axis: x}}}}
drives:
{}tool: table
paths:
  bow: {{position: {{x: "{} + {}*p + {}*p*(1-p)", y: "{} + {}*p + {}*p*(1-p)"}}, p_max: 1}}
)yaml",
                                     bodies, kMass, drives, from.x(), (to - from).x(), bend.x(),
                                     from.y(), (to - from).y(), bend.y()),
                         "point.yaml", ".");
  }

  // By hand: the point with its derivatives, and each cable's rates q', q'' and direction.
  struct Cable {
    double rate, bend;
    Eigen::Vector2d pull;  // of a unit tension
  };
  [[nodiscard]] Eigen::Vector2d at(double p) const {
    return from + p * (to - from) + p * (1 - p) * bend;
  }
  [[nodiscard]] Eigen::Vector2d first(double p) const { return (to - from) + (1 - 2 * p) * bend; }
  [[nodiscard]] Eigen::Vector2d second() const { return -2.0 * bend; }
  [[nodiscard]] Cable look(std::size_t k, double p) const {
    const Eigen::Vector2d arm = at(p) - anchors[k];
    const double length = arm.norm();
    const Eigen::Vector2d u = arm / length;
    const double rate = u.dot(first(p));
    const double bent = (first(p).squaredNorm() - rate * rate) / length + u.dot(second());
    return {-rate, -bent, -u};
  }
  // What the winch needs for itself.
  [[nodiscard]] double find_loss(std::size_t k, double p, double d1, double d2) const {
    const Cable cable = look(k, p);
    return rotor[k] * (cable.rate * d2 + cable.bend * d1 * d1) + viscous[k] * cable.rate * d1 +
           std::copysign(coulomb[k], cable.rate);
  }
};

// Whether tensions exist with which the point moves so: of three cables they form a line, of which
// every limit cuts off a part.
bool is_possible(const RandomPoint& point, double p, double d1, double d2, double slack) {
  Eigen::Matrix<double, 2, 3> W;
  for (std::size_t k = 0; k < 3; ++k) W.col(static_cast<Eigen::Index>(k)) = point.look(k, p).pull;
  const Eigen::Vector2d demand =
      RandomPoint::kMass * (point.first(p) * d2 + point.second() * d1 * d1);
  const Eigen::Vector3d some = W.completeOrthogonalDecomposition().solve(demand);
  const Eigen::Vector3d one = W.row(0).transpose(), other = W.row(1).transpose();
  const Eigen::Vector3d along = one.cross(other);
  double low = -1e300, high = 1e300;
  const auto cut = [&](double at, double slope, double least, double most) {
    const double a = (least - at) / slope, b = (most - at) / slope;
    low = std::max(low, std::min(a, b));
    high = std::min(high, std::max(a, b));
  };
  for (std::size_t k = 0; k < 3; ++k) {
    const auto i = static_cast<Eigen::Index>(k);
    const double loss = point.find_loss(k, p, d1, d2);
    cut(some(i), along(i), point.least[k] - slack, 1e6);
    cut(some(i) + loss, along(i), point.least[k] - slack, point.most[k] + slack);
  }
  return low <= high;
}

class RandomCables : public testing::TestWithParam<unsigned> {};

// Inside and outside of the region, except for a hair's breadth, by hand.
TEST_P(RandomCables, RegionsAreWhatTensionsAllow) {
  const RandomPoint point(2 * GetParam());  // three cables
  const Machine machine = point.make();
  PathWalker walker(machine, machine.paths[0]);
  std::mt19937 random(GetParam());
  int inside = 0, outside = 0;
  for (const double p : {0.03, 0.31, 0.62, 0.97}) {
    const Sample& sample = walker.move_to(p);
    ASSERT_EQ(sample.status, SampleStatus::ok);
    for (int i = 0; i < 300; ++i) {
      const double d1 = std::uniform_real_distribution(0.0, 12.0)(random);
      const double d2 = std::uniform_real_distribution(-60.0, 60.0)(random);
      constexpr double kSlack = 1e-6;
      const bool surely = is_possible(point, p, d1, d2, -kSlack);
      if (surely != is_possible(point, p, d1, d2, kSlack)) continue;
      EXPECT_EQ(sample.region.contains(d1, d2), surely) << p << " " << d1 << " " << d2;
      (surely ? inside : outside) += 1;
    }
  }
  EXPECT_GT(inside, 20);
  EXPECT_GT(outside, 20);
}

TEST_P(RandomCables, AllMethodsGiveTheSameRegion) {
  const Machine machine = RandomPoint(GetParam()).make();
  for (const double p : {0.0, 0.27, 0.55, 1.0}) {
    std::vector<Region> regions;
    for (const RegionMethod method :
         {RegionMethod::enumeration, RegionMethod::circuits, RegionMethod::support}) {
      PathWalker walker(machine, machine.paths[0], {.region = method});
      regions.push_back(walker.move_to(p).region);
    }
    for (std::size_t i = 1; i < 3; ++i) {
      const auto one = regions[0].d1_intervals(), other = regions[i].d1_intervals();
      ASSERT_EQ(one.size(), other.size()) << p;
      for (std::size_t k = 0; k < one.size(); ++k) {
        EXPECT_NEAR(one[k].low, other[k].low, 1e-7 * (1.0 + one[k].low));
        EXPECT_NEAR(one[k].high, other[k].high, 1e-7 * (1.0 + one[k].high));
        for (const double share : {0.1, 0.5, 0.9}) {
          const double d1 = one[k].low + share * (one[k].high - one[k].low);
          const auto a = regions[0].d2_range(d1), b = regions[i].d2_range(d1);
          ASSERT_TRUE(a && b);
          EXPECT_NEAR(a->low, b->low, 1e-6 * (1.0 + std::abs(a->low)));
          EXPECT_NEAR(a->high, b->high, 1e-6 * (1.0 + std::abs(a->high)));
        }
      }
    }
  }
}

// From the recorded motion and motor forces alone: what is left for the cables moves the point, and
// none is below its least tension.
TEST_P(RandomCables, PlansKeepEveryCableTaut) {
  const RandomPoint point(GetParam());
  const Machine machine = point.make();
  PlannedMotionOptions options;
  options.plan.tolerance = 1e-5;
  options.plan.reserve = GetParam() % 3 == 0 ? 0.2 : 0.0;
  const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
  if (motion.plan.status() == PlanStatus::infeasible) GTEST_SKIP() << motion.plan.reason;
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  for (const MotionSample& sample : motion.record.samples) {
    const double p = sample.state.p, d1 = sample.state.d1, d2 = sample.state.d2;
    Eigen::Vector2d sum = Eigen::Vector2d::Zero();
    for (std::size_t k = 0; k < point.anchors.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      const double tension = sample.forces(i) - point.find_loss(k, p, d1, d2);
      sum += tension * point.look(k, p).pull;
      const double least = point.least[k] * (1.0 + options.plan.reserve);
      EXPECT_GE(tension, least - 1e-4) << "cable " << k << " at p = " << p;
      EXPECT_NEAR(sample.transmitted(i), tension, 1e-6);
      EXPECT_LE(sample.forces(i), point.most[k] * (1.0 + 1e-6));
    }
    const Eigen::Vector2d demand =
        RandomPoint::kMass * (point.first(p) * d2 + point.second() * d1 * d1);
    EXPECT_NEAR((sum - demand).norm(), 0.0, 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCables, testing::Range(1u, 13u));

}  // namespace
}  // namespace globaldyn::inside::test
