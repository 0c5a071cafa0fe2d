#include "tests/criteria/force_program.h"

#include <glpk.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "core/base/constants.h"

namespace globaldyn::inside::test {
namespace {

using Problem = std::unique_ptr<glp_prob, decltype(&glp_delete_prob)>;

Problem make_problem(int direction) {
  Problem problem(glp_create_prob(), &glp_delete_prob);
  glp_set_obj_dir(problem.get(), direction);
  return problem;
}

void bound_column(glp_prob* lp, int column, double low, double high) {
  const bool has_low = std::isfinite(low), has_high = std::isfinite(high);
  int kind = GLP_FR;
  if (has_low && has_high) kind = low == high ? GLP_FX : GLP_DB;
  if (has_low != has_high) kind = has_low ? GLP_LO : GLP_UP;
  glp_set_col_bnds(lp, column, kind, has_low ? low : 0.0, has_high ? high : 0.0);
}

// Adds the row with the coefficients (of the first columns) with the given bounds.
int add_row(glp_prob* lp, const VectorXd& coefficients, int kind, double low, double high) {
  const int row = glp_add_rows(lp, 1);
  std::vector<int> index{0};
  std::vector<double> value{0.0};
  for (Eigen::Index k = 0; k < coefficients.size(); ++k) {
    index.push_back(static_cast<int>(k) + 1);
    value.push_back(coefficients(k));
  }
  glp_set_mat_row(lp, row, static_cast<int>(coefficients.size()), index.data(), value.data());
  glp_set_row_bnds(lp, row, kind, low, high);
  return row;
}

// The status at the end.
int solve(glp_prob* lp) {
  glp_smcp parameters;
  glp_init_smcp(&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.tol_bnd = 1e-11;
  parameters.tol_dj = 1e-11;
  EXPECT_EQ(glp_simplex(lp, &parameters), 0);
  return glp_get_status(lp);
}

}  // namespace

ForceProgram::ForceProgram(MatrixXd W, VectorXd low, VectorXd high)
    : W_(std::move(W)), low_(std::move(low)), high_(std::move(high)) {}

void ForceProgram::add_forces(glp_prob* lp) const {
  glp_add_cols(lp, static_cast<int>(W_.cols()) + 1);
  for (Eigen::Index k = 0; k < W_.cols(); ++k) {
    bound_column(lp, static_cast<int>(k) + 1, low_(k), high_(k));
  }
}

double ForceProgram::calc_miss(const VectorXd& x) const {
  const Problem lp = make_problem(GLP_MIN);
  add_forces(lp.get());
  const Eigen::Index m = W_.cols();
  const int miss = static_cast<int>(m) + 1;
  glp_set_col_bnds(lp.get(), miss, GLP_LO, 0.0, 0.0);
  glp_set_obj_coef(lp.get(), miss, 1.0);
  VectorXd row(m + 1);
  for (Eigen::Index i = 0; i < W_.rows(); ++i) {
    row << W_.row(i).transpose(), 1.0;
    add_row(lp.get(), row, GLP_LO, x(i), 0.0);
    row(m) = -1.0;
    add_row(lp.get(), row, GLP_UP, 0.0, x(i));
  }
  EXPECT_EQ(solve(lp.get()), GLP_OPT);
  return glp_get_obj_val(lp.get());
}

ForceProgram::Ray ForceProgram::shoot(const VectorXd& x, const VectorXd& d) const {
  const Problem lp = make_problem(GLP_MAX);
  add_forces(lp.get());
  const Eigen::Index m = W_.cols();
  const int length = static_cast<int>(m) + 1;
  glp_set_col_bnds(lp.get(), length, GLP_LO, 0.0, 0.0);
  glp_set_obj_coef(lp.get(), length, 1.0);
  VectorXd row(m + 1);
  for (Eigen::Index i = 0; i < W_.rows(); ++i) {
    row << W_.row(i).transpose(), -d(i);
    add_row(lp.get(), row, GLP_FX, x(i), x(i));
  }
  const int status = solve(lp.get());
  Ray ray{kInfinity, VectorXd::Zero(W_.rows())};
  if (status == GLP_UNBND) return ray;
  EXPECT_EQ(status, GLP_OPT);
  ray.reach = glp_get_obj_val(lp.get());
  for (Eigen::Index i = 0; i < W_.rows(); ++i) {
    ray.wall(i) = -glp_get_row_dual(lp.get(), static_cast<int>(i) + 1);
  }
  return ray;
}

double ForceProgram::calc_reach(const VectorXd& x, const VectorXd& d) const {
  return shoot(x, d).reach;
}

VectorXd ForceProgram::find_wall(const VectorXd& x, const VectorXd& d) const {
  return shoot(x, d).wall;
}

// With N = s n: W N - s b = x - b, and s low <= N <= s high.
double ForceProgram::calc_share(const VectorXd& x, const VectorXd& b) const {
  const Problem lp = make_problem(GLP_MIN);
  const Eigen::Index m = W_.cols();
  glp_add_cols(lp.get(), static_cast<int>(m) + 1);
  for (int k = 1; k <= m; ++k) glp_set_col_bnds(lp.get(), k, GLP_FR, 0.0, 0.0);
  const int share = static_cast<int>(m) + 1;
  glp_set_col_bnds(lp.get(), share, GLP_LO, 0.0, 0.0);
  glp_set_obj_coef(lp.get(), share, 1.0);
  VectorXd row(m + 1);
  for (Eigen::Index i = 0; i < W_.rows(); ++i) {
    row << W_.row(i).transpose(), -b(i);
    add_row(lp.get(), row, GLP_FX, x(i) - b(i), x(i) - b(i));
  }
  for (Eigen::Index k = 0; k < m; ++k) {
    row.setZero();
    row(k) = 1.0;
    if (std::isfinite(low_(k))) {
      row(m) = -low_(k);
      add_row(lp.get(), row, GLP_LO, 0.0, 0.0);
    }
    if (std::isfinite(high_(k))) {
      row(m) = -high_(k);
      add_row(lp.get(), row, GLP_UP, 0.0, 0.0);
    }
  }
  const int status = solve(lp.get());
  if (status == GLP_NOFEAS || status == GLP_INFEAS) return kInfinity;
  EXPECT_EQ(status, GLP_OPT);
  return glp_get_obj_val(lp.get());
}

}  // namespace globaldyn::inside::test
