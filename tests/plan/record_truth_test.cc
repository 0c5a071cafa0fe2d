// What a record says is what was asked for: reserves, peaks, stops, what holds a motion back.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "globaldyn/record/planned_motion.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// A slide of 2 kg along x on motors of given lines of YAML, with a stop of 10 s half-way.
Machine make_slide(const std::string& drives, const std::string& path, double pull = 0.0) {
  return parse_machine(fmt::format(R"(globaldyn: 1
name: slide
gravity: [{}, 0, 0]
bodies:
  car: {{mass: 2 kg, inertia: {{diag: [1, 1, 1]}}}}
joints:
  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: car, axis: x}}}}
drives:
{}
tool: car
paths:
  go: {{position: {{x: 1 m*p}}, p_max: 1{}}}
)",
                                   pull, drives, path),
                       "slide.yaml", ".");
}

PlannedMotion plan(const Machine& machine, double tolerance = 1e-6, double reserve = 0.0,
                   int samples = 501) {
  PlannedMotionOptions options;
  options.plan.tolerance = tolerance;
  options.plan.reserve = reserve;
  options.samples = samples;
  PlannedMotion motion = plan_motion(machine, machine.paths.front(), options);
  EXPECT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  return motion;
}

// The samples during the stop, of which there must be some.
std::vector<MotionSample> list_resting(const PlannedMotion& motion) {
  std::vector<MotionSample> resting;
  for (const MotionSample& sample : motion.record.samples) {
    if (sample.state.rests) resting.push_back(sample);
  }
  EXPECT_GT(resting.size(), 100u);
  return resting;
}

constexpr const char* kDwell = ", stops: [{at: 0.5, for: 10 s}]";

// 20 N against 8 N of friction: 6 m/s² up, 14 m/s² down. On the level slide nothing is needed at
// the stop.
TEST(Dwell, FrictionNeedsNoMotorAtRest) {
  const PlannedMotion motion =
      plan(make_slide("  M: {joint: X, limits: 20 N, coulomb: 8 N}", kDwell));
  for (const MotionSample& sample : list_resting(motion)) EXPECT_NEAR(sample.forces(0), 0.0, 1e-12);
  const double moving = 2.0 * std::sqrt(2.0 * 0.5 * (1.0 / 6.0 + 1.0 / 14.0));
  EXPECT_NEAR(motion.plan.time(), 10.0 + moving, 1e-5);
  EXPECT_NEAR(motion.use.rms_force(0), 20.0 * std::sqrt(moving / (10.0 + moving)), 1e-4);
}

// Loads of 5 and 15 N either way: what is beyond friction is the motor's.
TEST(Dwell, TheMotorHoldsWhatFrictionCannot) {
  for (const double load : {-15.0, -5.0, 5.0, 15.0}) {
    const Machine machine =
        make_slide("  M: {joint: X, limits: 40 N, coulomb: 8 N}", kDwell, 0.5 * load);
    const PlannedMotion motion = plan(machine);
    const double rest = std::copysign(std::max(0.0, std::abs(load) - 8.0), -load);
    for (const MotionSample& sample : list_resting(motion)) {
      EXPECT_NEAR(sample.forces(0), rest, 1e-9);
      EXPECT_NEAR(sample.forces(0) + sample.stiction(0), -load, 1e-9);
      EXPECT_NEAR(sample.transmitted(0), -load, 1e-9);
    }
  }
}

// Two motors on one slide share 20 N less friction of 8 and 2 N by least squares, within limits.
TEST(Dwell, SeveralMotorsShareTheRestByLeastSquares) {
  struct Case {
    const char* other;  // the second motor's limits
    double first, second, reserve;
  };
  for (const Case& one :
       {Case{"40 N", 5.0, 5.0, 0.0}, Case{"3 N", 7.0, 3.0, 0.0}, Case{"[7 N, 40 N]", 3.0, 7.0, 0.0},
        Case{"[-40 N, -1 N]", 11.0, -1.0, 0.0}, Case{"5 N", 6.0, 4.0, 0.2}}) {
    const Machine machine = make_slide(fmt::format("  M: {{joint: X, limits: 60 N, coulomb: 8 N}}\n"
                                                   "  N: {{joint: X, limits: {}, coulomb: 2 N}}",
                                                   one.other),
                                       kDwell, -10.0);
    const PlannedMotion motion = plan(machine, 1e-5, one.reserve);
    for (const MotionSample& sample : list_resting(motion)) {
      EXPECT_NEAR(sample.forces(0), one.first, 1e-6) << one.other;
      EXPECT_NEAR(sample.forces(1), one.second, 1e-6) << one.other;
    }
    EXPECT_LE(motion.max_violation, 1e-9) << one.other;
  }
}

// Friction holds a weight of 10 N that the motor of 3 N cannot; moving it down is possible.
TEST(Dwell, FrictionHoldsWhatTheMotorCould) {
  const Machine machine = make_slide("  M: {joint: X, limits: 3 N, coulomb: 8 N}", kDwell, 5.0);
  const PlannedMotion motion = plan(machine);
  for (const MotionSample& sample : list_resting(motion)) {
    EXPECT_NEAR(sample.forces(0), -2.0, 1e-9);
  }
}

// The stop has a stretch of its own, and shares of the time add up.
TEST(Dwell, IsNoPartOfWhatHoldsTheMotionBack) {
  const PlannedMotion motion = plan(make_slide("  M: {joint: X, limits: 20 N}", kDwell));
  const std::vector<Stretch>& stretches = motion.plan.stretches;
  ASSERT_EQ(stretches.size(), 5u);
  double sum = 0.0;
  for (std::size_t i = 0; i < 5; ++i) {
    const Interval times = stretches[i].find_times(motion.plan.trajectory);
    EXPECT_NEAR(times.low, sum, 1e-9);
    sum = times.high;
    EXPECT_EQ(stretches[i].is_stop(), i == 2);
    const char* limit = i == 2 ? "rest" : i % 3 == 0 ? "max" : "min";
    ASSERT_EQ(stretches[i].active.size(), 1u);
    EXPECT_EQ(stretches[i].active[0].limit, limit);
    EXPECT_NEAR(times.high - times.low, i == 2 ? 10.0 : std::sqrt(0.05), 1e-5);
  }
  EXPECT_NEAR(sum, motion.plan.time(), 1e-12);
}

// At every tolerance something holds the fastest motion back.
TEST(Stretches, NameTheNearestLimitAtEveryTolerance) {
  for (const char* name : {"planar_2dof", "five_bar", "rrr4"}) {
    const Machine machine = load(name);
    for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
      const PlannedMotion motion = plan(machine, tolerance);
      for (const Stretch& stretch : motion.plan.stretches) {
        EXPECT_FALSE(stretch.active.empty()) << name << " " << tolerance;
      }
    }
  }
}

// A machine with a drive more than it needs: of every recorded force as much is kept free as asked.
TEST(Reserve, IsKeptByTheForcesOfRedundantDrives) {
  const Machine machine = load("rrr4");
  constexpr double kReserve = 0.3;
  const PlannedMotion motion = plan(machine, 1e-4, kReserve);
  ASSERT_GT(machine.mechanism.drive_count(), 2);
  double most = 0.0;
  for (const DriveId id : motion.drives.ids()) {
    const Eigen::Index at = row_of(id);
    const double limit = machine.mechanism.drives[id].limit.force.high;
    EXPECT_LE(motion.use.peak_force(at), (1.0 - kReserve) * limit * (1.0 + 2e-6));
    most = std::max(most, motion.use.peak_force(at) / limit);
  }
  EXPECT_GT(most, 0.69);
}

// A two-link arm whose wrist reverses near its largest torque.
TEST(Peaks, AreNotBelowAnyRecordOfThePlan) {
  for (const char* name : {"arm_2r", "five_bar", "sliding_star"}) {
    const Machine machine = load(name);
    for (const double tolerance : {1e-3, 1e-5}) {
      PathPlanOptions options;
      options.tolerance = tolerance;
      const Path& path = machine.paths.front();
      const PathPlan made = plan_path(machine, path, options);
      ASSERT_TRUE(made.has_motion()) << name;
      const DriveUse use = replay_finely(machine, path, made.trajectory, {}).use;
      constexpr int kSamples = 4001;
      std::vector<double> times;
      for (int i = 0; i < kSamples; ++i) times.push_back(made.time() * i / (kSamples - 1));
      const MotionRecord record = record_motion(machine, path, made.trajectory.at(times));
      DriveUse raised = use;
      raise_peaks(record, raised);
      constexpr double kNear = 1e-5;  // what two parabolas leave of a peak between places
      for (Eigen::Index k = 0; k < use.peak_force.size(); ++k) {
        EXPECT_LE(raised.peak_force(k), use.peak_force(k) * (1.0 + kNear)) << name << k;
        EXPECT_LE(raised.peak_power(k), use.peak_power(k) * (1.0 + kNear)) << name << k;
        EXPECT_LE(raised.peak_speed(k), use.peak_speed(k) * (1.0 + kNear)) << name << k;
      }
    }
  }
}

// d2 jumps from 1 to -1 m/s² half-way under gravity of 1 m/s²: the peak of 2 N is on one side only.
TEST(Peaks, BothSidesOfAJumpCount) {
  const PlannedMotion motion =
      plan(make_slide("  M: {joint: X, limits: [-1 N, 9 N]}", "", -1.0), 1e-8);
  EXPECT_NEAR(motion.use.peak_force(0), 9.0, 1e-5);
  const double up = 3.5, down = 1.5;  // m/s²
  const double fastest = std::sqrt(2.0 / (1.0 / up + 1.0 / down));
  EXPECT_NEAR(motion.use.peak_power(0), 9.0 * fastest, 1e-4);
  EXPECT_NEAR(motion.use.peak_speed(0), fastest, 1e-5);
}

// Machines, stops, frictions and reserves at random: what was asked for against what is recorded.
TEST(Record, KeepsWhatWasAskedForAtRandom) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const auto draw = [&](double low, double high) {
      return std::uniform_real_distribution(low, high)(random);
    };
    const int motors = 1 + static_cast<int>(seed % 3);
    std::string drives;
    double friction = 0.0;
    std::vector<double> limits;
    for (int k = 0; k < motors; ++k) {
      limits.push_back(draw(15.0, 40.0));
      const double coulomb = seed % 4 == 0 ? 0.0 : draw(0.0, 5.0);
      friction += coulomb;
      drives += fmt::format(
          "  M{}: {{joint: X, limits: {} N, coulomb: {} N, viscous: {} N s/m, "
          "rotor_inertia: {} kg}}\n",
          k, limits.back(), coulomb, draw(0.0, 2.0), draw(0.0, 1.0));
    }
    const double dwell = draw(0.5, 3.0), at = draw(0.2, 0.8), load = draw(-5.0, 5.0);
    const double reserve = seed % 2 == 0 ? draw(0.05, 0.3) : 0.0;
    const Machine machine =
        make_slide(drives, fmt::format(", stops: [{{at: {}, for: {} s}}]", at, dwell), 0.5 * load);
    const PlannedMotion motion = plan(machine, 1e-4, reserve, 1001);
    if (!motion.plan.has_motion()) continue;
    EXPECT_NEAR(motion.plan.dwell, dwell, 1e-12);
    double rest = 0.0;
    int resting = 0;
    for (const MotionSample& sample : motion.record.samples) {
      for (int k = 0; k < motors; ++k) {
        const double force = std::abs(sample.forces(k));
        EXPECT_LE(force, (1.0 - reserve) * limits[static_cast<std::size_t>(k)] * (1.0 + 1e-6))
            << seed;
        EXPECT_LE(force, motion.use.peak_force(k)) << seed;
      }
      if (!sample.state.rests) continue;
      EXPECT_NEAR(sample.state.p, at, 1e-9);
      rest = sample.forces.sum();
      ++resting;
    }
    EXPECT_GT(resting, 0) << seed;
    EXPECT_NEAR(rest, std::copysign(std::max(0.0, std::abs(load) - friction), -load), 1e-5) << seed;
    double shares = 0.0;
    for (const Stretch& stretch : motion.plan.stretches) {
      const Interval times = stretch.find_times(motion.plan.trajectory);
      shares += times.high - times.low;
      EXPECT_TRUE(!stretch.is_stop() || std::abs(times.high - times.low - dwell) < 1e-9) << seed;
    }
    EXPECT_NEAR(shares, motion.plan.time(), 1e-9) << seed;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
