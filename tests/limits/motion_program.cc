#include "tests/limits/motion_program.h"

#include <glpk.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <memory>

#include "core/base/constants.h"

namespace globaldyn::inside::test {
namespace {

using Problem = std::unique_ptr<glp_prob, decltype(&glp_delete_prob)>;

int find_kind(const Interval& range) {
  if (range.low == range.high) return GLP_FX;
  if (std::isinf(range.low)) return std::isinf(range.high) ? GLP_FR : GLP_UP;
  return std::isinf(range.high) ? GLP_LO : GLP_DB;
}

void add_row(glp_prob* lp, const VectorXd& factors, const Interval& range) {
  std::vector<int> index{0};
  std::vector<double> value{0.0};
  for (Eigen::Index k = 0; k < factors.size(); ++k) {
    if (factors(k) == 0.0) continue;
    index.push_back(static_cast<int>(k) + 1);
    value.push_back(factors(k));
  }
  const int row = glp_add_rows(lp, 1);
  glp_set_mat_row(lp, row, static_cast<int>(index.size()) - 1, index.data(), value.data());
  glp_set_row_bnds(lp, row, find_kind(range), range.low, range.high);
}

glp_smcp make_parameters() {
  glp_smcp parameters;
  glp_init_smcp(&parameters);
  parameters.msg_lev = GLP_MSG_OFF;
  parameters.tol_bnd = 1e-12;
  parameters.tol_dj = 1e-12;
  parameters.it_lim = 2000;  // so near to rounding errors it may go round in circles
  return parameters;
}

int solve_exactly(glp_prob* lp) {
  glp_smcp parameters = make_parameters();
  parameters.it_lim = INT_MAX;
  glp_term_out(GLP_OFF);
  glp_std_basis(lp);
  EXPECT_EQ(glp_exact(lp, &parameters), 0);
  return glp_get_status(lp);
}

// The status at the end.
int solve(glp_prob* lp) {
  const glp_smcp parameters = make_parameters();
  const int failure = glp_simplex(lp, &parameters), status = glp_get_status(lp);
  const bool is_sure = status == GLP_OPT || status == GLP_NOFEAS || status == GLP_UNBND;
  return failure == 0 && is_sure ? status : solve_exactly(lp);
}

}  // namespace

void MotionProgram::bound(const ProgramForm& form, const Interval& range, const std::string& kind) {
  if (std::isinf(range.low) && std::isinf(range.high)) return;
  const double constant = form(0);
  double size = std::abs(constant);
  for (const double end : {range.low, range.high}) {
    if (std::isfinite(end)) size = std::max(size, std::abs(end));
  }
  const double by = range.low == range.high ? 0.0 : margin_ * size;
  const Interval wide{range.low - by, range.high + by};
  const VectorXd factors = form.tail(count_);
  if (!factors.isZero(0.0)) {
    bounds_.push_back({factors, {wide.low - constant, wide.high - constant}, kind});
  } else if (!wide.contains(constant)) {
    is_impossible_ = true;
    ++reached_[kind];
  }
}

std::optional<double> MotionProgram::find_end(double sign, bool exactly) {
  const Problem lp(glp_create_prob(), glp_delete_prob);
  glp_set_obj_dir(lp.get(), sign > 0.0 ? GLP_MAX : GLP_MIN);
  glp_add_cols(lp.get(), static_cast<int>(count_));
  for (int k = 1; k <= count_; ++k) glp_set_col_bnds(lp.get(), k, GLP_FR, 0.0, 0.0);
  glp_set_obj_coef(lp.get(), 1, 1.0);
  for (const Bound& one : bounds_) add_row(lp.get(), one.factors, one.range);
  const int status = exactly ? solve_exactly(lp.get()) : solve(lp.get());
  if (status == GLP_UNBND) return sign * kInfinity;
  if (status == GLP_NOFEAS || status == GLP_INFEAS) return std::nullopt;
  EXPECT_EQ(status, GLP_OPT);
  for (std::size_t k = 0; k < bounds_.size(); ++k) {
    const int row = static_cast<int>(k) + 1;
    const bool counts = glp_get_row_stat(lp.get(), row) != GLP_BS &&
                        std::abs(glp_get_row_dual(lp.get(), row)) > 1e-9;
    if (counts) ++reached_[bounds_[k].kind];
  }
  return glp_get_obj_val(lp.get());
}

std::optional<Interval> MotionProgram::find_range(bool exactly) {
  if (is_impossible_) return std::nullopt;
  const auto low = find_end(-1.0, exactly), high = find_end(1.0, exactly);
  if (!low || !high) return std::nullopt;
  return Interval{*low, *high};
}

}  // namespace globaldyn::inside::test
