#include "globaldyn/region/preload.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/svd.h"

namespace globaldyn {
namespace {

bool is_limited(const LimitRow& row) {
  return has_side(row, LimitSide::min) || has_side(row, LimitSide::max);
}

MatrixXd stack_preload(const LimitSystem& system) {
  MatrixXd V(static_cast<Eigen::Index>(system.rows.size()), system.redundancy);
  for (std::size_t i = 0; i < system.rows.size(); ++i) {
    V.row(static_cast<Eigen::Index>(i)) = system.rows[i].v.transpose();
  }
  return V;
}

}  // namespace

bool has_side(const LimitRow& row, LimitSide side) {
  return std::isfinite(side == LimitSide::min ? row.low : row.high);
}

double find_largest_preload(const LimitSystem& system) {
  double largest = 0.0;
  for (const LimitRow& row : system.rows) {
    if (row.v.size() > 0) largest = std::max(largest, row.v.cwiseAbs().maxCoeff());
  }
  return largest;
}

LimitSystem bound_preload(const LimitSystem& system) {
  LimitSystem result;
  result.equalities = system.equalities;
  std::copy_if(system.rows.begin(), system.rows.end(), std::back_inserter(result.rows), is_limited);
  if (system.redundancy == 0 || result.rows.empty()) {
    for (LimitRow& row : result.rows) row.v.resize(0);
    return result;
  }
  result.redundancy = system.redundancy;
  const Svd svd = calc_full_svd(stack_preload(result));
  const double least = kPreloadRankTolerance * find_largest_preload(result);
  result.redundancy = static_cast<int>((svd.sigma.array() > least).count());
  const MatrixXd bounded = svd.V.leftCols(result.redundancy);
  for (LimitRow& row : result.rows) row.v = bounded.transpose() * row.v;
  return result;
}

}  // namespace globaldyn
