// The robots of machines/jobs. Oracles: another program, written for these machines alone (closed
// forms of their kinematics; virtual work of rods of which every point is accelerated; Newton and
// Euler along the arm), which integrates the fastest motion over thousands of places.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "globaldyn/cycle/planned_cycle.h"
#include "tests/cycle/job.h"

namespace globaldyn::inside::test {
namespace {

// 2000 places along each corner and the way across.
TEST(RobotJobs, DeltaPicks) {
  const Machine machine = load_job("delta_pick");
  const PlannedMotion motion = plan_cycle(machine, find_cycle(machine, "pick"));
  ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  EXPECT_NEAR(motion.steps[0].end, 0.2594527, 2e-6);
  EXPECT_NEAR(motion.plan.time(), 0.6089720, 2e-6);
  // Forces of two motions that are as fast, but for a millionth, differ by this.
  const auto use = find_cycle_use(machine, machine.cycles[0], motion);
  EXPECT_NEAR(use[DriveId(0)].rms_force, 12.742, 5e-3);
  EXPECT_NEAR(use[DriveId(1)].rms_force, 8.6865, 5e-3);
  EXPECT_NEAR(use[DriveId(2)].rms_force, 8.6865, 5e-3);
}

TEST(RobotJobs, DeltaOnABeat) {
  const Machine machine = load_job("delta_pick", {{"beat", "1.01 s"}});
  const PlannedMotion motion = plan_cycle(machine, find_cycle(machine, "shift"));
  const auto use = find_cycle_use(machine, find_cycle(machine, "shift"), motion);
  EXPECT_NEAR(use[DriveId(0)].rms_force / 5.0, 0.99824, 5e-4);
  EXPECT_NEAR(use[DriveId(1)].rms_force / 5.0, 0.84326, 5e-4);
}

// Extrapolated from 2000 and 4000 places, between which the time differs by 3e-6 s.
TEST(RobotJobs, ScaraOnItsCycle) {
  const Machine machine = load_job("scara");
  const Cycle& cycle = find_cycle(machine, "standard");
  const PlannedMotion motion = plan_cycle(machine, cycle);
  ASSERT_TRUE(motion.plan.has_motion()) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.time(), 0.411855, 3e-6);
  const auto use = find_cycle_use(machine, cycle, motion);
  EXPECT_NEAR(use[DriveId(0)].rms_force, 2.1068, 1e-3);
  EXPECT_NEAR(use[DriveId(1)].rms_force, 1.0887, 1e-3);
  EXPECT_NEAR(use[DriveId(2)].rms_force, 0.52990, 2e-4);
  EXPECT_NEAR(use[DriveId(3)].rms_force, 0.005314, 1e-5);
}

struct WeldInstant {
  double t{0.0};                    // s, a multiple of 1/800
  std::array<double, 6> speeds{};   // rad/s
  std::array<double, 6> torques{};  // N m, at the joints
};

// At 400 mm/s: on both lines, as the torch begins and ends to turn, and on the arc.
TEST(RobotJobs, WeldingArm) {
  const Machine machine = load_job("weld", {{"speed", "400 mm/s"}});
  const PlannedMotion motion = plan_motion(machine, find_path(machine, "seam"), {.rate = 800.0});
  // The waist turns faster than its motor does.
  ASSERT_EQ(motion.plan.status(), PlanStatus::exceeded) << motion.plan.reason;
  EXPECT_NEAR(motion.plan.given->least_time, 1.4357, 5e-5);
  const std::array<WeldInstant, 7> instants{{
      {0.125,
       {0.6166473, -0.1380274, 0.2962299, 0.3409443, -0.117017, 0.4054489},
       {0.749025, -37.5209, -8.81264, -0.0559868, 0.989299, 0.00571729}},
      {0.375,
       {0.6804713, -0.0377575, 0.08150908, 0.3907114, -0.03576851, 0.417602},
       {0.425185, -36.5394, -8.50944, 0.00761365, 0.994045, 0.0144991}},
      {0.50875,
       {1.482346, 0.1713159, -0.3696646, -1.087768, 0.2057268, -1.159487},
       {92.0752, -36.2195, -7.21534, -8.61182, 1.54744, -10.0158}},
      {0.65,
       {1.621487, -0.4114956, 0.890899, -1.974906, -0.9214096, -1.875746},
       {-9.31761, -65.7143, 5.48821, -0.940951, -0.209493, 0.545953}},
      {0.775,
       {1.169489, -0.871575, 1.946374, -2.656428, -1.820966, -1.229426},
       {-20.9805, -49.8205, 2.40402, -2.56269, 0.186125, 1.72795}},
      {0.825,
       {0.4225171, -0.5732902, 1.308297, -0.9971111, -0.8367601, 0.141807},
       {-62.3964, 40.1356, -39.3799, 11.1675, 6.46102, 6.14136}},
      {1.0,
       {0.2892836, -0.3630522, 0.8789357, -0.1265209, -0.3450026, 0.5620633},
       {1.36356, -27.0844, -5.31306, -0.199053, 0.8947, 0.0355927}},
  }};
  for (const WeldInstant& instant : instants) {
    const auto i = static_cast<std::size_t>(std::lround(instant.t * 800.0));
    const MotionSample& found = motion.record.samples.at(i);
    ASSERT_NEAR(found.state.t, instant.t, 1e-12);
    for (std::size_t k = 0; k < 6; ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      // As many digits as are written here.
      EXPECT_NEAR(found.rates(at), instant.speeds[k], 1e-6) << instant.t << ", joint " << k + 1;
      EXPECT_NEAR(found.forces(at), instant.torques[k], 1e-4) << instant.t << ", joint " << k + 1;
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
