#include "globaldyn/criteria/pose/force_set.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/round_off.h"
#include "core/base/svd.h"
#include "globaldyn/region/methods/subsets.h"

namespace globaldyn::inside {
inline namespace criteria {
namespace {

// Below this fraction of their possible size, products of directions are rounding errors.
constexpr double kZero = round_off::kRank;

// The direction orthogonal to the columns, one fewer than rows; nothing if they do not determine
// it.
std::optional<VectorXd> find_normal(const MatrixXd& columns) {
  if (columns.cols() == 0) return VectorXd::Ones(1);
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(columns);
  const auto diagonal = qr.matrixR().diagonal().cwiseAbs();
  if (diagonal(columns.cols() - 1) <= kZero * diagonal(0)) return std::nullopt;
  VectorXd last = VectorXd::Unit(columns.rows(), columns.rows() - 1);
  return VectorXd(qr.householderQ() * last);
}

}  // namespace

ForceSet::ForceSet(const MatrixXd& W, const VectorXd& low, const VectorXd& high,
                   const VectorXd& scale)
    : scale_(scale) {
  const Eigen::Index n = W.rows();
  const MatrixXd scaled = scale.asDiagonal() * W;
  const Svd svd = calc_full_svd(scaled);
  const double largest = svd.sigma.size() > 0 ? svd.sigma(0) : 0.0;
  Eigen::Index rank = 0;
  while (rank < svd.sigma.size() && svd.sigma(rank) > kZero * largest) ++rank;
  normals_.resize(0, n);
  for (Eigen::Index k = rank; k < n; ++k) {
    add(svd.U.col(k), 0.0);
    add(-svd.U.col(k), 0.0);
  }
  if (rank > 0)
    add_facets(svd.U.leftCols(rank).transpose() * scaled, svd.U.leftCols(rank), scaled, low, high);
  normals_.conservativeResize(count_, Eigen::NoChange);
  offsets_.conservativeResize(count_);
}

// `reduced` is the scaled W in coordinates along `range`, the directions that drives can push.
void ForceSet::add_facets(const MatrixXd& reduced, const MatrixXd& range, const MatrixXd& W,
                          const VectorXd& low, const VectorXd& high) {
  const auto m = static_cast<std::size_t>(W.cols());
  const auto size = static_cast<std::size_t>(reduced.rows() - 1);
  visit_subsets(m, size, [&](const std::vector<std::size_t>& subset) {
    const std::vector<Eigen::Index> columns(subset.begin(), subset.end());
    const auto found = find_normal(reduced(Eigen::all, columns));
    if (!found) return;
    const VectorXd normal = range * *found;
    double most = 0.0, least = 0.0;  // of normal . W n
    for (Eigen::Index k = 0; k < W.cols(); ++k) {
      const double push = normal.dot(W.col(k));
      if (std::abs(push) <= kZero * W.col(k).norm()) continue;
      most += std::max(push * low(k), push * high(k));
      least += std::min(push * low(k), push * high(k));
    }
    if (most < kInfinity) add(normal, most);
    if (least > -kInfinity) add(-normal, -least);
  });
}

void ForceSet::add(const VectorXd& normal, double offset) {
  if (count_ == normals_.rows()) {
    const Eigen::Index room = std::max<Eigen::Index>(16, 2 * count_);
    normals_.conservativeResize(room, normal.size());
    offsets_.conservativeResize(room);
  }
  normals_.row(count_) = (scale_.cwiseProduct(normal)).transpose();
  offsets_(count_++) = offset;
}

bool ForceSet::contains(const VectorXd& x) const {
  constexpr double kSlack = round_off::kSame;
  for (Eigen::Index i = 0; i < count_; ++i) {
    const double size = std::abs(offsets_(i)) + normals_.row(i).cwiseAbs().dot(x.cwiseAbs());
    if (normals_.row(i).dot(x) > offsets_(i) + kSlack * size) return false;
  }
  return true;
}

double ForceSet::calc_reach(const VectorXd& x, const VectorXd& d) const {
  if (!contains(x)) return -kInfinity;
  double reach = kInfinity;
  for (Eigen::Index i = 0; i < count_; ++i) {
    const double along = normals_.row(i).dot(d);
    if (along <= kZero * normals_.row(i).norm() * d.norm()) continue;
    reach = std::min(reach, std::max(0.0, offsets_(i) - normals_.row(i).dot(x)) / along);
  }
  return reach;
}

double ForceSet::calc_ball(const VectorXd& x, const MatrixXd& D) const {
  if (!contains(x)) return -kInfinity;
  double ball = kInfinity;
  for (Eigen::Index i = 0; i < count_; ++i) {
    const double along = (normals_.row(i) * D).norm();
    if (along <= kZero * normals_.row(i).norm() * D.norm()) continue;
    ball = std::min(ball, std::max(0.0, offsets_(i) - normals_.row(i).dot(x)) / along);
  }
  return ball;
}

double ForceSet::calc_share(const VectorXd& x, const VectorXd& b) const {
  double share = 0.0;
  for (Eigen::Index i = 0; i < count_; ++i) {
    const double to_x = normals_.row(i).dot(x - b);
    const double size = normals_.row(i).cwiseAbs().dot(x.cwiseAbs() + b.cwiseAbs());
    if (to_x <= kZero * size) continue;
    const double to_edge = offsets_(i) - normals_.row(i).dot(b);
    share = std::max(share, to_edge > kZero * size ? to_x / to_edge : kInfinity);
  }
  return share;
}

}  // namespace criteria
}  // namespace globaldyn::inside
