// Forces of plans with more drives than degrees of freedom do not oscillate with the error of a
// plan's d2. Oracle: a much finer plan of the same path, whose d2 is at its limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "globaldyn/record/motion_record.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// For each drive's force, the sum of its changes along a plan, at ten instants per segment.
VectorXd find_variation(const Machine& machine, const Path& path, double tolerance) {
  const PathPlan plan = plan_path(machine, path, {.tolerance = tolerance});
  EXPECT_EQ(plan.status(), PlanStatus::optimal);
  const MotionRecord record =
      record_motion(machine, path, plan.trajectory.at(plan.trajectory.list_times(10)));
  VectorXd sum = VectorXd::Zero(machine.mechanism.drive_count());
  for (std::size_t i = 1; i < record.samples.size(); ++i) {
    sum += (record.samples[i].forces - record.samples[i - 1].forces).cwiseAbs();
  }
  return sum;
}

void expect_settled(const std::string& name, const std::string& path_name) {
  const Machine machine = load(name);
  const Path& path = find_path(machine, path_name);
  const VectorXd finest = find_variation(machine, path, 1e-8);
  const VectorXd fine = find_variation(machine, path, 1e-6);
  const VectorXd coarse = find_variation(machine, path, 1e-3);
  for (Eigen::Index k = 0; k < finest.size(); ++k) {
    EXPECT_LE(fine(k), 1.02 * finest(k)) << k;
    EXPECT_LE(coarse(k), 1.1 * finest(k)) << k;
  }
}

TEST(ForceVariation, OfEightCables) {
  expect_settled("cogiro", "circle");
}

TEST(ForceVariation, OfFourDrivesInThePlane) {
  expect_settled("dual_v", "circle");
}

// Where d2 has to decrease to its minimum along a limit with increasing curvature: a motion that is
// too low before it and rises once more costs a hundredth of the tolerance.
TEST(ForceVariation, WhereLimitsBendIntoOneAnother) {
  expect_settled("cable_planar", "circle");
  expect_settled("cable_planar", "eight");
}

}  // namespace
}  // namespace globaldyn::inside::test
