// The only place where singular value decompositions are compiled: they take long to compile.
#include "core/base/svd.h"

namespace globaldyn {
namespace {

// Divide and conquer; one-sided Jacobi for small matrices.
using Decomposition = Eigen::BDCSVD<MatrixXd>;

Svd decompose(const MatrixXd& matrix, unsigned int options) {
  const Decomposition svd(matrix, options);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
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
  return Decomposition(matrix).singularValues();
}

}  // namespace globaldyn
