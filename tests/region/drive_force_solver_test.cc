// Maps by an orthogonal factorisation against singular value decompositions, of all sizes: fixed at
// compile time and others.
#include <gtest/gtest.h>

#include <random>

#include "globaldyn/forces/drive_force_solver.h"
#include "globaldyn/limits/limit_scales.h"

namespace globaldyn::inside::test {
namespace {

ProjectedEquations make_random_equations(int tasks, int drives, std::mt19937& random) {
  std::uniform_real_distribution<double> entries(-1.0, 1.0);
  const auto make = [&](int rows, int cols) {
    return MatrixXd(MatrixXd::NullaryExpr(rows, cols, [&] { return entries(random); }));
  };
  ProjectedEquations equations;
  equations.W = make(tasks, drives);
  equations.demand = make(tasks, kMotionColumns);
  equations.demand_size = equations.demand.cwiseAbs();
  equations.drive_side = make(drives, kMotionColumns);
  equations.drive_size = equations.drive_side.cwiseAbs();
  equations.task_scale = VectorXd::Ones(tasks);
  equations.motion_size = VectorXd::Ones(tasks);
  equations.force_size = VectorXd::Ones(drives);
  equations.coulomb_slack = VectorXd::Zero(drives);
  equations.drive_rate = VectorXd::Ones(drives);
  return equations;
}

Drives make_drives(int count) {
  Drives drives(static_cast<std::size_t>(count));
  for (Drive& drive : drives) drive.limit.force = {-2.0, 2.0};
  return drives;
}

void expect_same(const DriveForceMap& a, const DriveForceMap& b) {
  // Entries of order one; W is no worse conditioned than a hundred.
  constexpr double kNear = 1e-10;
  EXPECT_LE((a.A() - b.A()).norm(), kNear);
  EXPECT_LE((a.B() - b.B()).norm(), kNear);
  EXPECT_LE((a.C() - b.C()).norm(), kNear);
  EXPECT_LE((a.D() - b.D()).norm(), kNear);
  EXPECT_LE((a.V * a.V.transpose() - b.V * b.V.transpose()).norm(), kNear);
  EXPECT_NEAR(a.smallest_singular_value, b.smallest_singular_value, kNear);
  // Its sign is that of V's basis.
  const double turn = a.V.cols() > 0 ? (a.V.transpose() * b.V).determinant() : 1.0;
  EXPECT_NEAR(turn * a.determinant, b.determinant, kNear);
  EXPECT_EQ(a.determinant == 0.0, a.unbalanced() > 0);
}

TEST(DriveForceSolver, AgreesWithSingularValues) {
  std::mt19937 random(1);
  int compared = 0;
  for (int tasks = 1; tasks <= 6; ++tasks) {
    for (int drives = tasks; drives <= 8; ++drives) {
      const VectorXd scales = make_limit_scales(make_drives(drives));
      const DriveForceSolver solver(scales);
      DriveForceMap map;
      for (int times = 0; times < 20; ++times) {
        const ProjectedEquations equations = make_random_equations(tasks, drives, random);
        const DriveForceMap other = make_projected_map(equations, scales);
        if (other.smallest_singular_value < 0.01) continue;
        SCOPED_TRACE(testing::Message() << tasks << " x " << drives);
        solver.solve(equations, map);
        expect_same(map, other);
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 400);
}

// Columns that need no reflection, and rows that belong to one drive each.
TEST(DriveForceSolver, TakesTriangles) {
  std::mt19937 random(2);
  for (int tasks = 1; tasks <= 6; ++tasks) {
    ProjectedEquations equations = make_random_equations(tasks, tasks, random);
    equations.W = MatrixXd::Identity(tasks, tasks);
    equations.W(tasks - 1, tasks - 1) = -2.0;
    const VectorXd scales = make_limit_scales(make_drives(tasks));
    DriveForceMap map;
    DriveForceSolver(scales).solve(equations, map);
    expect_same(map, make_projected_map(equations, scales));
    EXPECT_NEAR(map.determinant, -2.0, 1e-14);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
