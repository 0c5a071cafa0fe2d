// Examples of sizing that makers of motors published (results/jobs/README.md), to the digits that
// they give: friction at the motor's shaft, the load's inertia there, and the motor's speed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ostream>
#include <string>

#include "globaldyn/record/motor_use.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/cycle/job.h"

namespace globaldyn::inside::test {
namespace {

struct PublishedNumber {
  double value{0.0};
  double digit{0.0};  // how far a number that is rounded to this one may be from it
};

struct SizingExample {
  std::string job;
  std::string path;
  double even_at{0.0};       // s: at constant speed
  PublishedNumber friction;  // N m
  PublishedNumber inertia;   // kg m²
  PublishedNumber speed;     // rpm
  double rotor{0.0};         // kg m²: ours

  friend std::ostream& operator<<(std::ostream& out, const SizingExample& one) {
    return out << one.job;
  }
};

class Sizing : public testing::TestWithParam<SizingExample> {};

TEST_P(Sizing, IsAsPublished) {
  const SizingExample& example = GetParam();
  const Machine machine = load_job(example.job);
  const PlannedMotion motion = plan_motion(machine, find_path(machine, example.path));
  ASSERT_EQ(motion.plan.status(), PlanStatus::given) << motion.plan.reason;
  const MotorUse use = find_motor_use(machine, motion)[DriveId(0)];
  const auto even =
      std::find_if(motion.record.samples.begin(), motion.record.samples.end(),
                   [&](const MotionSample& one) { return one.state.t >= example.even_at; });
  EXPECT_NEAR(even->forces(0), example.friction.value, example.friction.digit);
  const double inertia = *use.inertia_ratio * example.rotor;
  EXPECT_NEAR(inertia, example.inertia.value, example.inertia.digit);
  EXPECT_NEAR(use.peak_speed * 30.0 / std::numbers::pi, example.speed.value, example.speed.digit);
  // All speed up within a tenth of a second.
  const double peak = (inertia + example.rotor) * use.peak_speed / 0.1 + even->forces(0);
  EXPECT_NEAR(use.peak_force, peak, 1e-6 * peak);
}

INSTANTIATE_TEST_SUITE_P(
    Makers, Sizing,
    testing::Values(
        SizingExample{
            "yaskawa_screw", "feed", 0.6, {0.43, 0.005}, {2.29e-4, 5e-7}, {3000.0, 0.5}, 0.665e-4},
        // Published from a speed of 149 rpm at the pulley, rounded before it was multiplied by 5.
        SizingExample{
            "yaskawa_pulley", "move", 0.5, {0.0669, 5e-5}, {2.69e-4, 5e-7}, {745.0, 2.5}, 0.26e-4},
        SizingExample{"yaskawa_small",
                      "turn",
                      0.2,
                      {0.035, 5e-4},
                      {0.474e-4, 5e-8},
                      {3000.0, 0.5},
                      0.00629e-4},
        // Published from 7.08 turns a second, which are 7.074.
        SizingExample{
            "weihong_belt", "move", 0.5, {0.061, 5e-4}, {15.6e-4, 5e-6}, {424.8, 0.5}, 0.87e-4}),
    [](const auto& info) { return info.param.job; });

// The starting torque that Yaskawa gives for the small motor.
TEST(SizingExamples, StartingTorqueIsAsPublished) {
  const Machine machine = load_job("yaskawa_small");
  const PlannedMotion motion = plan_motion(machine, machine.paths.front());
  EXPECT_NEAR(find_motor_use(machine, motion)[DriveId(0)].peak_force, 0.186, 5e-4);
}

}  // namespace
}  // namespace globaldyn::inside::test
