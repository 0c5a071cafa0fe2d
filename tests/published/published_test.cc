// The numbers of results/published, calculated again: what others have published, and what the page
// says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"
#include "globaldyn/record/motor_use.h"

namespace globaldyn::inside {
namespace {

const std::string kFolder = std::string(GLOBALDYN_SOURCE_DIR) + "/results/published/";

PathPlan plan(const std::string& file, const std::string& path, double tolerance) {
  const Machine machine = load_machine(kFolder + file);
  PathPlanOptions options;
  options.tolerance = tolerance;
  if (file == "arm_on_line.yaml") {
    options.start = {EndSpeed::Kind::tool, 1.0};
    options.end = {EndSpeed::Kind::free, 0.0};
  }
  const PathPlan plan = plan_path(machine, find_path(machine, path), options);
  EXPECT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  return plan;
}

// Grids of first order that keep limits at their points come from below; their error is as their
// step.
TEST(Published, ArmOnALine) {
  const PathPlan fine = plan("arm_on_line.yaml", "line", 1e-8);
  EXPECT_LE(fine.time() - fine.plan.time_lower, 1e-8 * fine.time());
  EXPECT_NEAR(fine.time(), 0.83372804, 1e-8);
  EXPECT_GT(fine.plan.time_lower, 0.83369);
  const double coarse_error = fine.time() - 0.832926, fine_error = fine.time() - 0.833574;
  // 1 000 and 5 000 points; the published times have six digits.
  EXPECT_NEAR(coarse_error / fine_error, 5.0, 0.3);
  EXPECT_NEAR(fine_error / (fine.time() - 0.83369), 4.0, 0.6);
}

TEST(Published, ManutecInertiaAndGravity) {
  const Machine machine = load_machine(kFolder + "manutec_r3.yaml");
  EvaluationOptions options;
  options.at = {0.0};
  options.paths = {"along1", "along2", "along3"};
  const Evaluation evaluation = evaluate(machine, options);
  Matrix3d M;
  for (int i = 0; i < 3; ++i) {
    const DriveForceMap& map = evaluation.paths[static_cast<std::size_t>(i)].samples[0].map;
    M.col(i) = map.D();
    // In newton metres, to the last published digit.
    EXPECT_LE((map.C() - Vector3d(0.0, 527.563, 119.192)).cwiseAbs().maxCoeff(), 5.1e-4);
  }
  EXPECT_LE((M - M.transpose()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(M(0, 0), 57.4347, 5.1e-5);
  EXPECT_NEAR(M(0, 1), -0.23396, 5.1e-6);
  EXPECT_NEAR(M(1, 1), 97.4105 + 1.3e-3, 5.1e-5);  // the rotor on the arm, which is left out there
  EXPECT_NEAR(M(1, 2), 14.0388, 5.1e-5);
  EXPECT_NEAR(M(2, 2), 12.5505, 5.1e-5);
}

TEST(Published, ManutecOnAStraightLine) {
  const PathPlan straight = plan("manutec_r3.yaml", "straight", 1e-8);
  EXPECT_NEAR(straight.time(), 0.505, 5e-4);  // "about 0.505 s"
  EXPECT_NEAR(straight.time(), 0.50476306, 1e-8);
}

// 55^2 times what is at the motor.
TEST(Published, AutonoxGearboxes) {
  const Machine machine = load_machine(kFolder + "autonox_delta.yaml", {{"motor_inertia", "0"}});
  EXPECT_NEAR(machine.mechanism.drives[DriveId(0)].reflected_inertia, 0.626, 5e-4);
}

// Some rows of the table, with motors as in the catalogue.
TEST(Published, AutonoxCycles) {
  struct Motor {
    std::string name, speed, inertia;
  };
  std::ifstream file(kFolder + "autonox_cycles.csv");
  std::string line;
  int rows = 0;
  while (std::getline(file, line)) {
    std::vector<std::string> cells;
    std::stringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    if (cells[0] != "SL24" && cells[0] != "SL95") continue;
    const bool small = cells[0] == "SL24";
    const Machine machine =
        load_machine(kFolder + "autonox_delta.yaml",
                     {{"motor_torque", cells[2] + " N m"},
                      {"motor_speed", small ? "5000 rpm" : "3500 rpm"},
                      {"motor_inertia", small ? "0.49 kg cm^2" : "4.0 kg cm^2"}},
                     cells[1]);
    PlannedMotionOptions options;
    options.plan.tolerance = 1e-4;
    options.plan.closed = true;
    const PlannedMotion motion = plan_motion(machine, machine.paths[0], options);
    ASSERT_EQ(motion.plan.status(), PlanStatus::optimal) << line;
    const double cycle = motion.plan.time();
    // The torque limit of the file has three digits.
    EXPECT_NEAR(cycle, std::stod(cells[3]), 0.005 * cycle) << line;
    EXPECT_NEAR(60.0 / cycle, std::stod(cells[4]), 0.005 * 60.0 / cycle) << line;
    double rms = 0.0;
    for (const MotorUse& use : find_motor_use(machine, motion)) rms = std::max(rms, use.rms_force);
    EXPECT_NEAR(rms / (small ? 2.4 : 9.5), std::stod(cells[5]), 0.01 * std::stod(cells[5])) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 12);
}

}  // namespace
}  // namespace globaldyn::inside
