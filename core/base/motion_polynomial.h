#pragma once

#include <Eigen/Dense>
#include <cmath>

namespace globaldyn::inside {
inline namespace core {

/// Columns of matrices whose rows are polynomials in the motion along the path.
enum MotionColumn : int { kSquare = 0, kLinear = 1, kConstant = 2, kAcceleration = 3 };
inline constexpr int kMotionColumns = 4;

/// alpha d1² + beta d1 + gamma + delta d2: what forces, reactions and limits are at one p as
/// functions of the motion along the path (Horáček et al. 2013, eq. (4)).
struct MotionPolynomial {
  double alpha{0.0};
  double beta{0.0};
  double gamma{0.0};
  double delta{0.0};

  [[nodiscard]] double at(double d1, double d2) const {
    return alpha * d1 * d1 + beta * d1 + gamma + delta * d2;
  }

  /// In the order of MotionColumn.
  [[nodiscard]] Eigen::RowVector4d entries() const { return {alpha, beta, gamma, delta}; }

  [[nodiscard]] bool is_zero() const {
    return alpha == 0.0 && beta == 0.0 && gamma == 0.0 && delta == 0.0;
  }

  /// For a given d1: a function of d2 alone.
  void freeze(double d1) {
    gamma += (alpha * d1 + beta) * d1;
    alpha = beta = 0.0;
  }

  /// Of a row that has more than these: the four alone.
  [[nodiscard]] MotionPolynomial& terms() { return *this; }

  MotionPolynomial& operator*=(double factor) {
    alpha *= factor;
    beta *= factor;
    gamma *= factor;
    delta *= factor;
    return *this;
  }

  /// Adds a multiple of another one.
  void add(double weight, const MotionPolynomial& other) {
    alpha += weight * other.alpha;
    beta += weight * other.beta;
    gamma += weight * other.gamma;
    delta += weight * other.delta;
  }

  /// The same without signs: where sums cancel, rounding errors are a fraction of this.
  void add_size(double weight, const MotionPolynomial& other) {
    alpha += std::abs(weight * other.alpha);
    beta += std::abs(weight * other.beta);
    gamma += std::abs(weight * other.gamma);
    delta += std::abs(weight * other.delta);
  }
};

/// From a row of such a matrix, or any four entries in the order of MotionColumn.
template <class Entries>
[[nodiscard]] MotionPolynomial make_motion_polynomial(const Entries& entries) {
  return {entries[kSquare], entries[kLinear], entries[kConstant], entries[kAcceleration]};
}

}  // namespace core
}  // namespace globaldyn::inside
