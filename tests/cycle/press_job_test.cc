// The press of machines/jobs by virtual work: the crank's torque at constant speed from the slopes
// of what slide, rod and force do over the crank's angle.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "globaldyn/record/motor_use.h"
#include "globaldyn/record/planned_motion.h"
#include "tests/cycle/job.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kCrankSpeed = 75.0 * 2.0 * std::numbers::pi / 60.0;

// The file's table, deg and kN.
double find_work_force(double angle) {
  constexpr std::array<std::pair<double, double>, 16> kTable{{{0.0, 0.0},
                                                              {124.35, 0.0},
                                                              {125.0, 0.824},
                                                              {130.0, 6.999},
                                                              {135.0, 12.802},
                                                              {140.0, 18.173},
                                                              {145.0, 23.058},
                                                              {150.0, 27.403},
                                                              {155.0, 31.163},
                                                              {160.0, 34.297},
                                                              {165.0, 36.771},
                                                              {170.0, 38.558},
                                                              {175.0, 39.639},
                                                              {180.0, 40.0},
                                                              {184.0, 0.0},
                                                              {360.0, 0.0}}};
  const double a = std::clamp(angle / kDegree, 0.0, 360.0);
  std::size_t i = 1;
  while (i + 1 < kTable.size() && kTable[i].first < a) ++i;
  const auto [a0, f0] = kTable[i - 1];
  const auto [a1, f1] = kTable[i];
  return 1e3 * (f0 + (f1 - f0) * (a - a0) / (a1 - a0));
}

// At the crank, behind the gear: heights z over the angle give what weight and force do by their
// slopes, and what inertia does by slope times curvature.
double find_crank_torque(double angle) {
  constexpr double r = 0.06, l = 0.32, rod = 22.0, slide = 85.0, turning = 0.19, at = 0.35;
  constexpr double g = 9.81;
  const double s = std::sin(angle), c = std::cos(angle);
  const double lean = r * s / l, upright = std::sqrt(1.0 - lean * lean);
  const double lean1 = r * c / (l * upright);
  const double lean2 = (-r * s / l + lean * lean1 * lean1) / upright;
  const double bend = upright * lean1 * lean1 + lean * lean2;
  const double slide1 = -r * s + l * lean * lean1, slide2 = -r * c + l * bend;
  const double up1 = -r * s + at * l * lean * lean1, up2 = -r * c + at * l * bend;
  const double side1 = (1.0 - at) * r * c, side2 = -(1.0 - at) * r * s;
  const double inertia =
      rod * (side1 * side2 + up1 * up2) + turning * lean1 * lean2 + slide * slide1 * slide2;
  return kCrankSpeed * kCrankSpeed * inertia + rod * g * up1 + slide * g * slide1 -
         find_work_force(angle) * slide1;
}

// In front of the gear, whose losses either way are the same.
double find_geared_torque(double angle) {
  constexpr double kEfficiency = 0.94;
  const double torque = find_crank_torque(angle);
  return std::max(torque / kEfficiency, torque * (2.0 - 1.0 / kEfficiency));
}

TEST(PressJob, TorqueByVirtualWork) {
  const Machine machine = load_job("press", {}, "work");
  const PlannedMotion motion = plan_motion(machine, machine.paths.front(), {.samples = 1001});
  ASSERT_EQ(motion.plan.status(), PlanStatus::given) << motion.plan.reason;
  ASSERT_EQ(motion.record.samples.size(), 1001u);
  for (const MotionSample& one : motion.record.samples) {
    const double angle = kCrankSpeed * one.state.t;
    // Sums of some 1000 N m, and where the force's slope jumps, of rounded angles.
    EXPECT_NEAR(one.forces(0), find_geared_torque(angle), 1e-8) << angle / kDegree;
  }
}

TEST(PressJob, MotorByVirtualWork) {
  constexpr int kPlaces = 100000;
  double peak = 0.0, heat = 0.0;
  for (int i = 0; i < kPlaces; ++i) {
    const double torque = find_geared_torque(360.0 * kDegree * (i + 0.5) / kPlaces) / 20.0;
    peak = std::max(peak, std::abs(torque));
    heat += torque * torque / kPlaces;
  }
  const Machine machine = load_job("press", {}, "work");
  const PlannedMotion motion = plan_motion(machine, machine.paths.front());
  const MotorUse use = find_motor_use(machine, motion)[DriveId(0)];
  EXPECT_NEAR(use.peak_force, peak, 1e-6 * peak);
  EXPECT_NEAR(use.rms_force, std::sqrt(heat), 1e-6 * peak);
  // The motor's 2000 rpm are 100 rpm of the crank.
  EXPECT_NEAR(motion.plan.given->least_time, 0.6, 1e-9);
}

}  // namespace
}  // namespace globaldyn::inside::test
