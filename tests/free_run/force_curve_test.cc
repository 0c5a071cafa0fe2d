// Forces over a coordinate: on plans, given motions and simulations of slides, by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/mechanism/force_curve.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/simulation/machine_simulation.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

Machine read_slide(const std::string& springs, const std::string& path) {
  return parse_machine(R"(globaldyn: 1
name: slide
gravity: [0, 0, 0]
bodies: {s: {mass: 2 kg}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}}
drives: {F: {joint: P, limits: 40 N}}
springs:
  push: )" + springs +
                           "\npaths: {a: " + path + "}\n",
                       "slide.yaml", ".");
}

TEST(ForceCurve, RepeatsAndEnds) {
  const ForceCurve once{{{1.0, 0.0}, {2.0, 10.0}, {4.0, -10.0}}, 0.0};
  EXPECT_EQ(once.calc(-5.0), 0.0);
  EXPECT_EQ(once.calc(1.5), 5.0);
  EXPECT_EQ(once.calc(3.0), 0.0);
  EXPECT_EQ(once.calc(9.0), -10.0);
  EXPECT_EQ(once.count_passed(2.5), 2.0);
  EXPECT_EQ(once.find_point(2.0), 2.0);
  EXPECT_TRUE(std::isinf(once.find_point(4.0)) && std::isinf(once.find_point(0.0)));
  const ForceCurve again{once.points, 5.0};
  for (int turn = -3; turn <= 3; ++turn) {
    EXPECT_NEAR(again.calc(1.5 + 5.0 * turn), 5.0, 1e-12);
    EXPECT_NEAR(again.calc(5.0 + 5.0 * turn), -5.0, 1e-12);  // half-way to the next 0
    EXPECT_EQ(again.count_passed(2.5 + 5.0 * turn), 2.0 + 3.0 * turn);
    EXPECT_EQ(again.find_point(3.0 * turn + 2.0), 2.0 + 5.0 * turn);
    EXPECT_EQ(again.find_point(3.0 * turn), 4.0 + 5.0 * (turn - 1));
  }
}

// A bump of a thousandth of the path; the most force is needed within it, and no plan or record
// passes over it.
TEST(ForceCurve, NarrowBumpsAreSeen) {
  const Machine machine = read_slide(
      "{joint: P, force: [[412 mm, 0 N], [412.2 mm, -31 N], [412.8 mm, -31 N], [413 mm, 0 N]]}",
      "{joints: {P: p}, p_max: 1, law: {speed: 50 mm/s, of: P}}");
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), {.samples = 11});
  ASSERT_EQ(motion.plan.plan.status, PlanStatus::given) << motion.plan.reason;
  EXPECT_NEAR(motion.use.peak_force(0), 31.0, 1e-9);
  const double square = 31.0 * 31.0 * (0.6e-3 + 2.0 * 0.2e-3 / 3.0);
  EXPECT_NEAR(motion.use.rms_force(0), std::sqrt(square), 1e-9);
}

// Fastest: all force forwards, then all backwards; d1² is the integral of what is left either way.
TEST(ForceCurve, FastestMotionUsesWhatIsLeft) {
  const Machine machine =
      read_slide("{joint: P, force: [[0.2, 0], [0.25, -25], [0.25001, -5], [0.7, 15]]}",
                 "{joints: {P: p}, p_max: 1}");
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), {.samples = 401});
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  constexpr double kMass = 2.0, kForce = 40.0;
  const std::vector<std::pair<double, double>> points{{0.0, 0.0},      {0.2, 0.0},  {0.25, -25.0},
                                                      {0.25001, -5.0}, {0.7, 15.0}, {1.0, 15.0}};
  const auto find_work = [&](double x) {
    double work = 0.0;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const auto [a, fa] = points[i - 1];
      const auto [b, fb] = points[i];
      const double to = std::clamp(x, a, b), f = fa + (fb - fa) * (to - a) / (b - a);
      work += 0.5 * (fa + f) * (to - a);
    }
    return work;
  };
  for (const MotionSample& one : motion.record.samples) {
    const double x = one.positions(0);
    const double up = 2.0 / kMass * (kForce * x + find_work(x));
    const double down = 2.0 / kMass * (kForce * (1.0 - x) - (find_work(1.0) - find_work(x)));
    EXPECT_NEAR(std::pow(one.rates(0), 2), std::min(up, down), 2e-5) << x;
  }
  StoredPlan stored;
  stored.path = "a";
  stored.plan = motion.plan.plan;
  stored.stops = motion.plan.stops;
  PlannedForces planned(machine, machine.paths.front(), stored);
  ReplayOptions options;
  options.simulation.duration = planned.duration();
  options.simulation.tolerance = 1e-9;
  options.simulation.samples = 41;
  const MachineSimulation replay = replay_plan(machine, machine.paths.front(), planned, options);
  EXPECT_EQ(replay.result.status, SimulationStatus::done) << replay.result.reason;
  EXPECT_NEAR(replay.rows.back().positions(0), 1.0, 1e-6);
}

// What was written, in whatever units, is what the drive must hold against, place by place.
TEST(ForceCurve, RandomOnesAreAsWritten) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Draw draw(seed);
    const std::size_t count = 2 + draw.below(6);
    const bool repeats = draw.chance(0.4), in_mm = draw.chance(0.5);
    ForceCurve curve;
    std::string text;
    double at = draw.uniform(-0.5, 0.3);
    for (std::size_t i = 0; i < count; ++i, at += draw.decade(-3.0, -0.5)) {
      curve.points.push_back({at, draw.uniform(-30.0, 30.0)});
      const double force = curve.points.back().force;
      text += in_mm ? fmt::format("[{:.17g} mm, {:.17g} kN], ", at * 1e3, force * 1e-3)
                    : fmt::format("[{:.17g}, {:.17g}], ", at, force);
    }
    const double length = curve.points.back().at - curve.points.front().at;
    if (repeats) curve.period = length + draw.uniform(0.01, 0.3);
    const std::string again =
        repeats ? fmt::format(", period: {:.17g} mm", curve.period * 1e3) : std::string();
    const std::string springs = fmt::format("{{joint: P, force: [{}]{}}}", text, again);
    SCOPED_TRACE(springs);
    const Machine machine =
        read_slide(springs, "{joints: {P: 2*p - 1}, p_max: 1, law: {speed: 1 m/s, of: P}}");
    const PlannedMotion motion = plan_motion(machine, machine.paths.front(), {.samples = 301});
    ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
    for (const MotionSample& one : motion.record.samples) {
      EXPECT_NEAR(one.forces(0), -curve.calc(one.positions(0)), 1e-9) << one.positions(0);
    }
    if (::testing::Test::HasFailure()) return;
  }
}

// A force along one slide over the place of another.
TEST(ForceCurve, OverAnotherJoint) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: two
gravity: [0, 0, 0]
bodies: {s: {mass: 2 kg}, t: {mass: 1 kg}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
  Q: {type: prismatic, a: {body: ground, axis: y}, b: {body: t, axis: y}}
drives: {F: {joint: P, limits: 40 N}, G: {joint: Q, limits: 40 N}}
springs: {push: {joint: P, over: Q, force: [[0, 0], [10 mm, 8 N], [2, 8 N]]}}
paths: {a: {joints: {P: 3*p, Q: p^2}, p_max: 1, law: {time: 1 s, shape: poly5}}}
)",
                                        "two.yaml", ".");
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), {.samples = 301});
  ASSERT_TRUE(motion.plan.has_motion());
  for (const MotionSample& one : motion.record.samples) {
    const double t = one.state.t, change = 60.0 * t - 180.0 * t * t + 120.0 * t * t * t;
    const double force = 8.0 * std::min(1.0, one.positions(1) / 0.01);
    EXPECT_NEAR(one.forces(0), 2.0 * 3.0 * change - force, 1e-8) << t;
  }
}

// Let go, the slide has at each place the energy that the force has given it so far; bumps that a
// long step would pass over are not, and the energy balance closes.
TEST(ForceCurve, SimulatedSlidesHaveItsWork) {
  const Machine machine = read_slide(
      "{joint: P, force: [[0, 0], [0.001, 3], [0.002, 0], [0.9, 0], [0.9001, -500], "
      "[0.9002, -500], [0.9003, 0]]}",
      "{joints: {P: p}, p_max: 1}");
  SimulationStart start;
  start.speeds = {{DriveId(0), 1.0}};
  SimulationOptions options;
  options.duration = 2.0;
  options.samples = 201;
  options.tolerance = 1e-9;
  const MachineSimulation run = simulate_machine(machine, start, {}, options);
  ASSERT_EQ(run.result.status, SimulationStatus::done) << run.result.reason;
  EXPECT_TRUE(run.is_bounded());
  for (const SimulationRow& row : run.rows) {
    const double x = row.positions(0);
    double work = 0.0;
    if (x > 0.002) work = 3e-3;
    if (x > 0.9003) work -= 0.1;
    if (x <= 0.002 || (x > 0.9 && x <= 0.9003)) continue;
    EXPECT_NEAR(0.5 * 2.0 * row.rates(0) * row.rates(0), 1.0 + work, 1e-6) << x;
  }
  EXPECT_GT(run.rows.back().positions(0), 1.5);
}

TEST(ForceCurve, ReadsOnlyWhatIsMeant) {
  const char* path = "{joints: {P: p}, p_max: 1}";
  for (const char* wrong :
       {"{joint: P, force: 3 m}", "{joint: P, force: [[0, 1 N]]}",
        "{joint: P, force: [[0, 1 N], [0, 2 N]]}", "{joint: P, force: [[0, 1 N], [1 s, 2 N]]}",
        "{joint: P, force: [[0, 1 N, 2], [1, 2 N]]}", "{joint: P, force: 3 N, over: P}",
        "{joint: P, force: [[0, 1 N], [1, 2 N]], over: Q}",
        "{joint: P, force: [[0, 1 N], [1, 2 N]], period: 0.5}",
        "{joint: P, force: [[0, 1 N], [1, 2 N]], period: 1}", "{joint: P, period: 1}"}) {
    EXPECT_THROW((void)read_slide(wrong, path), InputError) << wrong;
  }
  EXPECT_NO_THROW((void)read_slide("{joint: P, force: [[0, 1 N], [1, 1 N]], period: 1}", path));
}

}  // namespace
}  // namespace globaldyn::inside::test
