#include "globaldyn/motion/row_minors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "core/base/rotation.h"
#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside {
namespace {

// All sets of r of n rows.
std::vector<std::vector<int>> list_sets(int n, int r) {
  std::vector<std::vector<int>> sets;
  std::vector<bool> is_in(static_cast<std::size_t>(n), false);
  std::fill(is_in.begin(), is_in.begin() + r, true);
  do {
    std::vector<int> set;
    for (int i = 0; i < n; ++i) {
      if (is_in[static_cast<std::size_t>(i)]) set.push_back(i);
    }
    sets.push_back(set);
  } while (std::prev_permutation(is_in.begin(), is_in.end()));
  return sets;
}

double calc_determinant(const MatrixXd& v, const std::vector<int>& rows) {
  return MatrixXd(v(rows, Eigen::all)).determinant();
}

void expect_minors(const MatrixXd& v, const char* what) {
  const int n = static_cast<int>(v.rows()), r = static_cast<int>(v.cols());
  RowMinors minors(r, list_sets(n, r));
  std::vector<double> values(minors.size());
  minors.write(v, values);
  double largest = 0.0;
  for (std::size_t i = 0; i < minors.size(); ++i) {
    largest = std::max(largest, std::abs(calc_determinant(v, minors.rows_of(i))));
  }
  // r³ products, each with the rounding error of the largest possible one.
  const double round_off = 1e-13 * std::max(largest, std::pow(v.norm(), r) * 1e-3);
  for (std::size_t i = 0; i < minors.size(); ++i) {
    const double expected = calc_determinant(v, minors.rows_of(i));
    EXPECT_NEAR(values[i], expected, round_off) << what << " " << n << " x " << r << " minor " << i;
    EXPECT_NEAR(minors.calc(v, i), expected, round_off) << what << " " << n << " x " << r;
  }
}

TEST(RowMinors, AreDeterminantsOfRows) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const auto draw = [&] { return normal(random); };
  for (int r = 1; r <= 6; ++r) {
    for (int n = r; n <= 9; ++n) {
      MatrixXd v = MatrixXd::NullaryExpr(n, r, draw);
      expect_minors(v, "any");
      // As preload usually is: directions of length one.
      expect_minors(Eigen::HouseholderQR<MatrixXd>(v).householderQ() * MatrixXd::Identity(n, r),
                    "orthonormal");
      if (n < 2) continue;
      v.row(0) = v.row(n - 1);
      expect_minors(v, "two rows alike");
      v.row(1).setZero();
      expect_minors(v, "a row of nothing");
      if (r > 1) v.col(r - 1) = v.col(0);
      expect_minors(v, "columns that depend");
    }
  }
}

// Closed form: the time that all of them together need.
TEST(RowMinors, OfDrivesThatShareAForce) {
  constexpr int kDrives = 32;
  std::string text = R"(globaldyn: 1
name: slide
bodies:
  s: {mass: 1, inertia: {plate: 0.01}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
drives:
)";
  for (int k = 0; k < kDrives; ++k) {
    text += fmt::format("  F{}: {{joint: P, limits: 5 N}}\n", k);
  }
  text += "paths:\n  l: {joints: {P: \"0.3*p\"}, p_max: 1}\n";
  const Machine machine = parse_machine(text, "slide.yaml", ".");
  // With the report, for which regions are drawn: from 32 drives, not from 2^32 sets of them.
  const PathPlan plan = plan_path(machine, machine.paths[0], {.tolerance = 1e-6});
  ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
  const double time = 2.0 * std::sqrt(0.3 / (5.0 * kDrives));
  EXPECT_LE(plan.plan.time_lower, time * (1.0 + 1e-9));
  EXPECT_GE(plan.plan.time, time * (1.0 - 1e-9));
}

}  // namespace
}  // namespace globaldyn::inside
