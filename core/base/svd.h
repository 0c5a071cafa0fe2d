#pragma once

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace core {

/// matrix = U diag(sigma) Vᵀ, singular values in decreasing order.
struct Svd {
  MatrixXd U;
  VectorXd sigma;
  MatrixXd V;
};

/// With min(rows, cols) columns of U and of V. Empty matrices have no singular values.
[[nodiscard]] Svd calc_thin_svd(const MatrixXd& matrix);

/// With square U and V: their last columns span the kernels of matrixᵀ and of matrix.
[[nodiscard]] Svd calc_full_svd(const MatrixXd& matrix);

[[nodiscard]] VectorXd calc_singular_values(const MatrixXd& matrix);

}  // namespace core
}  // namespace globaldyn::inside
