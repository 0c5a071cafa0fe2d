// Motions that draw least from their supply, and those of which losses and time are weighed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "globaldyn/cycle/planned_cycle.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kHoisted = 2.0, kHeight = 0.5, kLost = 0.3, kPull = 9.81;

// A hoist of 2 kg over half a metre, up or down, whose motor loses 0.3 W/N².
Machine make_hoist(double gravity, const std::string& supply, const std::string& more = "") {
  return parse_machine("globaldyn: 1\nname: hoist\ngravity: [0, 0, " + std::to_string(-gravity) +
                           R"(]
bodies: {cage: {mass: 2 kg}}
joints: {Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: cage, axis: z}}}
drives: {F: {joint: Z, limits: 100 N, loss_weight: 0.3 W/N^2)" +
                           more + "}}\n" + supply + R"(
paths:
  up: {joints: {Z: 0.5 m*p}, p_max: 1}
  down: {joints: {Z: 0.5 m - 0.5 m*p}, p_max: 1}
cycles:
  both: {steps: [{path: up}, {dwell: 0.4 s}, {path: down}]}
)",
                       "hoist.yaml", ".");
}

PlannedMotion plan_energy(const Machine& machine, const std::string& path, double time) {
  PlannedMotionOptions options;
  options.plan.wish = {.least_energy = true, .time = time};
  options.samples = 20001;
  return plan_motion(machine, find_path(machine, path), options);
}

// By the record, with trapezoids.
double integrate_drawn(const PlannedMotion& motion, double recovered) {
  const auto draw = [&](const MotionSample& sample) {
    const double n = sample.forces(0);
    const double power = sample.calc_power()(0) + kLost * n * n;
    return power > 0.0 ? power : recovered * power;
  };
  double sum = 0.0;
  const auto& samples = motion.record.samples;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    const double dt = samples[i].state.t - samples[i - 1].state.t;
    sum += 0.5 * dt * (draw(samples[i]) + draw(samples[i - 1]));
  }
  return sum;
}

// Where all that is given back is used again, work is what gravity takes or gives, and what is left
// are the losses: n = m a + m g, so that the sum of squares is 12 m² L²/T³ + m² g² T.
TEST(LeastEnergy, IsLossesAndWorkIfAllIsRecovered) {
  const Machine machine = make_hoist(kPull, "supply: {recovers: 1}");
  const double time = 0.5;  // in more than 0.553 s holding costs more than moving saves
  const double losses = kLost * std::pow(kHoisted, 2) *
                        (12.0 * kHeight * kHeight / std::pow(time, 3) + kPull * kPull * time);
  const double work = kHoisted * kPull * kHeight;
  for (const auto& [path, sign] : {std::pair{"up", 1.0}, {"down", -1.0}}) {
    const PlannedMotion motion = plan_energy(machine, path, time);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
    EXPECT_NEAR(motion.plan.time(), time, 1e-5);
    EXPECT_NEAR(motion.plan.wished->energy, losses + sign * work, 1e-4 * losses);
    EXPECT_NEAR(motion.plan.wished->losses, losses, 1e-4 * losses);
  }
}

// Also where forces are so small beside what a watt is lost for, as those of slow motions are, that
// rounding the corner of a lossy gear by a share of that would draw far more.
TEST(LeastEnergy, OfSlowMotionsBehindLossyGearsIsWhatTheRecordDraws) {
  const Machine machine = make_hoist(0.0, "", ", gear: {ratio: 1, efficiency: 0.7}");
  const PlannedMotion motion = plan_energy(machine, "up", 200.0);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.wished->energy, integrate_drawn(motion, 0.0),
              0.01 * motion.plan.wished->energy);
}

// What is told is what the record draws; least losses draw more, and the more is recovered the less
// is drawn.
TEST(LeastEnergy, IsWhatTheRecordDraws) {
  for (const double gravity : {0.0, kPull}) {
    for (const char* path : {"up", "down"}) {
      double before = 1e9;
      for (const double recovered : {0.0, 0.5, 0.9}) {
        SCOPED_TRACE(std::to_string(gravity) + path + std::to_string(recovered));
        const Machine machine =
            make_hoist(gravity, "supply: {recovers: " + std::to_string(recovered) + "}");
        const PlannedMotion motion = plan_energy(machine, path, 0.5);
        ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
        const double energy = motion.plan.wished->energy;
        EXPECT_NEAR(integrate_drawn(motion, recovered), energy, 1e-3 * energy);
        EXPECT_LT(energy, before);
        before = energy;
        PlannedMotionOptions other;
        other.plan.wish = {.least_losses = true, .time = 0.5};
        other.samples = 20001;
        const PlannedMotion cool = plan_motion(machine, find_path(machine, path), other);
        EXPECT_LE(energy, integrate_drawn(cool, recovered) * (1.0 + 1e-6));
        EXPECT_GE(motion.plan.wished->losses, cool.plan.wished->losses * (1.0 - 1e-6));
      }
    }
  }
}

// Braking costs nothing as long as it covers the motor's own losses: as hard as that allows, after
// a push and a time without any force.
TEST(LeastEnergy, BurntBrakingIsHard) {
  Machine machine = make_hoist(0.0, "");
  machine.mechanism.drives.begin()->limit.loss_weight = 0.03;
  const PlannedMotion motion = plan_energy(machine, "up", 0.5);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  double forward = 0.0, back = 0.0;
  for (const MotionSample& sample : motion.record.samples) {
    forward = std::max(forward, sample.forces(0));
    back = std::min(back, sample.forces(0));
  }
  EXPECT_GT(-back, 1.5 * forward);
  const auto& samples = motion.record.samples;
  const auto idle = std::count_if(samples.begin(), samples.end(), [&](const MotionSample& sample) {
    return std::abs(sample.forces(0)) < 1e-4 * forward;
  });
  EXPECT_GT(idle, static_cast<long>(samples.size()) / 4);
}

// Friction is paid for: m = 0 limit of a slow path, c q' all the way.
TEST(LeastEnergy, PaysForFriction) {
  const Machine machine = make_hoist(0.0, "", ", viscous: 40 N s/m");
  const PlannedMotion motion = plan_energy(machine, "up", 3.0);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  const double work = 40.0 * kHeight * kHeight / 3.0;  // at a constant speed, at least
  const double losses = kLost * std::pow(40.0 * kHeight / 3.0, 2) * 3.0;
  EXPECT_GT(motion.plan.wished->energy, work + losses);
  EXPECT_LT(motion.plan.wished->energy, 1.05 * (work + losses));
  EXPECT_NEAR(integrate_drawn(motion, 0.0), motion.plan.wished->energy, 1e-3 * work);
}

TEST(LeastEnergy, IsOfAllOfACycle) {
  const Machine machine = make_hoist(kPull, "supply: {recovers: 1}");
  PlannedMotionOptions options;
  options.plan.wish = {.least_energy = true, .time = 1.4};
  const PlannedMotion motion = plan_cycle(machine, machine.cycles.front(), options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  // Up and down is no work; held by its motor while it waits.
  const double losses = kLost * std::pow(kHoisted, 2) *
                        (24.0 * kHeight * kHeight / std::pow(0.5, 3) + kPull * kPull * 1.4);
  EXPECT_NEAR(motion.plan.wished->energy, losses, 1e-4 * losses);
}

// alpha T + 12 w m² L²/T³ is least at T⁴ = 36 w m² L²/alpha, with a third of alpha T for losses.
TEST(TimeWorth, WeighsLossesAndTime) {
  const Machine machine = make_hoist(0.0, "");
  const double worth = 5.0;
  const double time = std::pow(36.0 * kLost * std::pow(kHoisted * kHeight, 2) / worth, 0.25);
  PlannedMotionOptions options;
  options.plan.wish = {.least_losses = true, .time_worth = worth};
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), options);
  ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), time, 1e-3 * time);
  EXPECT_NEAR(motion.plan.wished->losses, worth * time / 3.0, 2e-3 * time);
  options.plan.wish.time = 0.8 * time;
  EXPECT_NEAR(plan_motion(machine, machine.paths.front(), options).plan.time(), 0.8 * time, 1e-5);
  options.plan.wish = {.least_losses = true};
  EXPECT_THROW((void)plan_motion(machine, machine.paths.front(), options), InputError);
}

TEST(LeastEnergy, NeedsLossesOfEveryDrive) {
  Machine machine = make_hoist(0.0, "");
  machine.mechanism.drives.begin()->limit.loss_weight = 0.0;
  EXPECT_THROW((void)plan_energy(machine, "up", 1.0), InputError);
  EXPECT_THROW((void)make_hoist(0.0, "supply: {recovers: 1.5}"), InputError);
  EXPECT_THROW((void)make_hoist(0.0, "supply: {}"), InputError);
}

}  // namespace
}  // namespace globaldyn::inside::test
