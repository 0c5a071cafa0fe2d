// Oracle: a linear program (GLPK) for each (d1, d2): is there a y with all drives within limits?
#include <glpk.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/constants.h"
#include "globaldyn/region/methods/tuple_enumeration.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

// The smallest s >= 0 such that some y satisfies every row relaxed by s times its size; 0 inside.
// Rows and equalities are scaled to their limits so that s is relative.
double calc_violation(const LimitSystem& system, double d1, double d2) {
  glp_prob* lp = glp_create_prob();
  glp_set_obj_dir(lp, GLP_MIN);
  const int r = system.redundancy;
  const int rows = static_cast<int>(system.rows.size());
  glp_add_cols(lp, r + 1);
  for (int j = 1; j <= r; ++j) glp_set_col_bnds(lp, j, GLP_FR, 0, 0);
  glp_set_col_bnds(lp, r + 1, GLP_LO, 0, 0);
  glp_set_obj_coef(lp, r + 1, 1.0);
  double violation = 0.0;
  for (int i = 0; i < rows; ++i) {
    const LimitRow& row = system.rows[static_cast<std::size_t>(i)];
    const double base = row.alpha * d1 * d1 + row.beta * d1 + row.gamma + row.delta * d2;
    const double size = std::max({1e-9, std::isfinite(row.low) ? std::abs(row.low) : 0.0,
                                  std::isfinite(row.high) ? std::abs(row.high) : 0.0});
    for (const double sign : {1.0, -1.0}) {
      const double limit = sign > 0 ? row.high : -row.low;
      if (std::isinf(limit)) continue;
      const int number = glp_add_rows(lp, 1);
      std::vector<int> index{0};
      std::vector<double> value{0.0};
      for (int j = 0; j < r; ++j) {
        index.push_back(j + 1);
        value.push_back(sign * row.v(j) / size);
      }
      index.push_back(r + 1);
      value.push_back(-1.0);
      glp_set_mat_row(lp, number, r + 1, index.data(), value.data());
      glp_set_row_bnds(lp, number, GLP_UP, 0.0, (limit - sign * base) / size);
    }
  }
  glp_smcp parameters;
  glp_init_smcp(&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.tol_bnd = 1e-12;
  parameters.tol_dj = 1e-12;
  if (glp_get_num_rows(lp) > 0) {
    EXPECT_EQ(glp_simplex(lp, &parameters), 0);
    violation = glp_get_obj_val(lp);
  }
  glp_delete_prob(lp);
  return violation;
}

// How far (d1, d2) is from the region's boundary, as the change of d1 and d2 together, relative.
bool is_near_boundary(const Region& region, double d1, double d2, double step) {
  const bool here = region.contains(d1, d2);
  const double h1 = step * std::max(d1, 1e-3), h2 = step * std::max(std::abs(d2), 1e-3);
  for (const double a : {-1.0, 0.0, 1.0}) {
    for (const double b : {-1.0, 0.0, 1.0}) {
      if (region.contains(std::max(0.0, d1 + a * h1), d2 + b * h2) != here) return true;
    }
  }
  return false;
}

class Membership : public ::testing::TestWithParam<LibraryPath> {};

TEST_P(Membership, RegionAgreesWithLinearProgram) {
  const Machine machine = load(GetParam().machine);
  const Path& path = find_path(machine, GetParam().path);
  std::mt19937_64 random(20260);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  int inside = 0, outside = 0;
  for (const PoseCase& c : sample_path(machine, path, 6)) {
    SCOPED_TRACE(testing::Message() << "p = " << c.p);
    const LimitSystem system = make_limit_system(machine.mechanism.drives, c.map);
    ASSERT_FALSE(c.region.is_empty());
    const double high = c.region.d1_intervals().back().high;
    const double d1_scale = std::isinf(high) ? 30.0 : 1.15 * high;
    for (int i = 0; i < 120; ++i) {
      const double d1 = d1_scale * unit(random);
      const auto range =
          c.region.d2_range(d1).value_or(c.region.d2_range(0.0).value_or(Interval{-1.0, 1.0}));
      const double middle = 0.5 * (range.low + range.high), half = 0.5 * (range.high - range.low);
      const double d2 = middle + 1.3 * half * (2.0 * unit(random) - 1.0);
      if (is_near_boundary(c.region, d1, d2, 1e-8)) continue;
      const double violation = calc_violation(system, d1, d2);
      const bool member = c.region.contains(d1, d2);
      EXPECT_EQ(member, violation <= 1e-11)
          << "d1 = " << d1 << ", d2 = " << d2 << ", LP violation " << violation;
      ++(member ? inside : outside);
    }
  }
  // The test would be void if every point fell on one side.
  EXPECT_GT(inside, 50);
  EXPECT_GT(outside, 30);
}

INSTANTIATE_TEST_SUITE_P(Library, Membership, ::testing::ValuesIn(list_paths()),
                         [](const auto& test) { return to_test_name(test.param); });

// Random systems with all kinds of limits; several redundancies.
struct RandomKind {
  const char* name;
  int rows;
  int redundancy;
  bool friction;    // beta != 0
  bool unilateral;  // some limits one-sided or missing
};

class RandomSystems : public ::testing::TestWithParam<RandomKind> {};

LimitSystem make_random_system(const RandomKind& kind, std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  LimitSystem system;
  system.redundancy = kind.redundancy;
  MatrixXd V =
      MatrixXd::NullaryExpr(kind.rows, std::max(1, kind.redundancy), [&] { return unit(random); });
  for (int i = 0; i < kind.rows; ++i) {
    LimitRow row;
    row.alpha = unit(random);
    row.beta = kind.friction ? 3.0 * unit(random) : 0.0;
    row.gamma = 0.3 * unit(random);
    row.delta = unit(random);
    row.v = V.row(i).head(kind.redundancy).transpose();
    row.low = -1.0 - 0.5 * unit(random);
    row.high = 1.0 + 0.5 * unit(random);
    if (kind.unilateral && i % 3 == 0) row.high = kInfinity;
    if (kind.unilateral && i % 5 == 1) row.low = -kInfinity;
    system.rows.push_back(row);
  }
  system.labels = std::make_shared<const std::vector<LimitLabel>>(system.rows.size());
  return system;
}

TEST_P(RandomSystems, RegionAgreesWithLinearProgram) {
  std::mt19937_64 random(99);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  int inside = 0, outside = 0;
  for (int trial = 0; trial < 40; ++trial) {
    SCOPED_TRACE(trial);
    const LimitSystem system = make_random_system(GetParam(), random);
    const Region region = enumerate_region(system);
    for (int i = 0; i < 60; ++i) {
      const double d1 = 6.0 * unit(random) * unit(random), d2 = 16.0 * unit(random) - 8.0;
      if (is_near_boundary(region, d1, d2, 1e-8)) continue;
      const double violation = calc_violation(system, d1, d2);
      const bool member = region.contains(d1, d2);
      EXPECT_EQ(member, violation <= 1e-11)
          << "d1 = " << d1 << ", d2 = " << d2 << ", LP violation " << violation;
      ++(member ? inside : outside);
    }
  }
  EXPECT_GT(inside, 40);
  EXPECT_GT(outside, 100);
}

INSTANTIATE_TEST_SUITE_P(Kinds, RandomSystems,
                         ::testing::Values(RandomKind{"square", 3, 0, false, false},
                                           RandomKind{"square_friction", 3, 0, true, false},
                                           RandomKind{"one_redundant", 4, 1, false, false},
                                           RandomKind{"one_redundant_friction", 4, 1, true, false},
                                           RandomKind{"one_redundant_unilateral", 5, 1, false,
                                                      true},
                                           RandomKind{"two_redundant", 8, 2, false, false},
                                           RandomKind{"two_redundant_friction", 6, 2, true, true},
                                           RandomKind{"three_redundant", 7, 3, false, true}),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace globaldyn::inside::test
