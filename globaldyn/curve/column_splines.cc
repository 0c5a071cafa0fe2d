#include "globaldyn/curve/column_splines.h"

#include <algorithm>
#include <utility>

namespace globaldyn::inside {
inline namespace curve {
namespace {

// By Lagrange's polynomial through the first, or last, four nodes; or all, if fewer.
Eigen::RowVectorXd find_end_slope(const std::vector<double>& p, const MatrixXd& values,
                                  bool is_last) {
  const auto nodes = static_cast<Eigen::Index>(p.size());
  const Eigen::Index count = std::min<Eigen::Index>(nodes, 4);
  const auto node = [&](Eigen::Index i) { return is_last ? nodes - 1 - i : i; };
  const auto at = [&](Eigen::Index i) { return p[static_cast<std::size_t>(node(i))]; };
  Eigen::RowVectorXd slope = Eigen::RowVectorXd::Zero(values.cols());
  for (Eigen::Index i = 1; i < count; ++i) {
    double weight = 1.0 / (at(i) - at(0));
    for (Eigen::Index j = 1; j < count; ++j) {
      if (j != i) weight *= (at(0) - at(j)) / (at(i) - at(j));
    }
    slope += weight * (values.row(node(i)) - values.row(node(0)));
  }
  return slope;
}

}  // namespace

// The slopes between the ends make second derivatives continuous: a tridiagonal system, which
// dominates by its diagonal.
ColumnSplines::ColumnSplines(std::vector<double> p, MatrixXd values)
    : p_(std::move(p)), values_(std::move(values)), slopes_(values_.rows(), values_.cols()) {
  const Eigen::Index last = values_.rows() - 1;
  slopes_.row(0) = find_end_slope(p_, values_, false);
  slopes_.row(last) = find_end_slope(p_, values_, true);
  const auto inverse = [&](Eigen::Index i) {
    return 1.0 / (p_[static_cast<std::size_t>(i) + 1] - p_[static_cast<std::size_t>(i)]);
  };
  // Elimination from the first node on, then back.
  VectorXd pivots = VectorXd::Ones(last + 1);
  for (Eigen::Index i = 1; i < last; ++i) {
    const double before = inverse(i - 1), behind = inverse(i);
    slopes_.row(i) = 3.0 * (before * before * (values_.row(i) - values_.row(i - 1)) +
                            behind * behind * (values_.row(i + 1) - values_.row(i)));
    const double factor = i > 1 ? before / pivots[i - 1] : before;
    pivots[i] = 2.0 * (before + behind) - (i > 1 ? factor * before : 0.0);
    slopes_.row(i) -= factor * slopes_.row(i - 1);
  }
  for (Eigen::Index i = last - 1; i > 0; --i) {
    slopes_.row(i) = (slopes_.row(i) - inverse(i) * slopes_.row(i + 1)) / pivots[i];
  }
}

std::size_t ColumnSplines::find_segment(double p) const {
  const auto behind = std::upper_bound(p_.begin() + 1, p_.end() - 1, p);
  return static_cast<std::size_t>(behind - p_.begin()) - 1;
}

void ColumnSplines::write(std::size_t segment, double p, Eigen::Ref<VectorXd> to) const {
  const auto i = static_cast<Eigen::Index>(segment);
  const double length = p_[segment + 1] - p_[segment];
  const double r = (p - p_[segment]) / length, s = 1.0 - r;
  to = (s * s * (1.0 + 2.0 * r)) * values_.row(i).transpose() +
       (r * r * (1.0 + 2.0 * s)) * values_.row(i + 1).transpose() +
       (length * r * s) * (s * slopes_.row(i) - r * slopes_.row(i + 1)).transpose();
}

}  // namespace curve
}  // namespace globaldyn::inside
