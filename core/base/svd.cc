// The only place where singular value decompositions are compiled: they take long to compile.
//
// Eigen 3.4's divide and conquer loses digits, sometimes most of them, on a few matrices among
// thousands; those of natural coordinates are prone to it, with many singular values close
// together. So what it gives is multiplied out, and where that is not the matrix, Jacobi's
// rotations do it.
#include "core/base/svd.h"

#include <cmath>
#include <limits>

namespace globaldyn::inside {
inline namespace core {
namespace {

// Divide and conquer; one-sided Jacobi for small matrices.
using Decomposition = Eigen::BDCSVD<MatrixXd>;
using SlowDecomposition = Eigen::JacobiSVD<MatrixXd, Eigen::FullPivHouseholderQRPreconditioner>;

// Per column, of the largest singular value: what rounding errors may add up to. What goes wrong is
// larger by orders of magnitude.
constexpr double kRounding = 100.0 * std::numeric_limits<double>::epsilon();

bool is_product(const Svd& svd, const MatrixXd& matrix) {
  const Eigen::Index count = svd.sigma.size();
  const MatrixXd product =
      svd.U.leftCols(count) * svd.sigma.asDiagonal() * svd.V.leftCols(count).transpose();
  const double bound = kRounding * static_cast<double>(count) * svd.sigma(0);
  return (product - matrix).cwiseAbs().maxCoeff() <= bound;
}

Svd decompose(const MatrixXd& matrix, unsigned int options) {
  const Decomposition svd(matrix, options);
  Svd result{svd.matrixU(), svd.singularValues(), svd.matrixV()};
  if (is_product(result, matrix) || !matrix.allFinite()) return result;
  const SlowDecomposition slow(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {slow.matrixU().leftCols(result.U.cols()), slow.singularValues(),
          slow.matrixV().leftCols(result.V.cols())};
}

bool is_empty(const MatrixXd& matrix) {
  return matrix.size() == 0;
}

}  // namespace

Svd calc_thin_svd(const MatrixXd& matrix) {
  if (is_empty(matrix)) return {MatrixXd(matrix.rows(), 0), {}, MatrixXd(matrix.cols(), 0)};
  return decompose(matrix, Eigen::ComputeThinU | Eigen::ComputeThinV);
}

Svd calc_full_svd(const MatrixXd& matrix) {
  if (is_empty(matrix)) {
    return {MatrixXd::Identity(matrix.rows(), matrix.rows()),
            {},
            MatrixXd::Identity(matrix.cols(), matrix.cols())};
  }
  return decompose(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
}

VectorXd calc_singular_values(const MatrixXd& matrix) {
  if (is_empty(matrix)) return {};
  // Small matrices: the same without allocating.
  constexpr int kSmall = 8;
  using Small =
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, kSmall, kSmall>;
  if (std::max(matrix.rows(), matrix.cols()) <= kSmall) {
    return Eigen::JacobiSVD<Small>(matrix).singularValues();
  }
  VectorXd sigma = Decomposition(matrix).singularValues();
  // Their squares add up to those of the entries.
  const double size = matrix.norm();
  const double bound = kRounding * static_cast<double>(sigma.size()) * size;
  if (std::abs(sigma.norm() - size) <= bound || !matrix.allFinite()) return sigma;
  return SlowDecomposition(matrix).singularValues();
}

}  // namespace core
}  // namespace globaldyn::inside
