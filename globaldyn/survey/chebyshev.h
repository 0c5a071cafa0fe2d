#pragma once

#include <span>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace survey {

/// Degrees up to which polynomials through Lobatto points are made here.
inline constexpr int kMostLobattoDegree = 16;

/// The Chebyshev-Lobatto point j = 0 .. degree on [-1, 1], increasing: -cos(pi j / degree), exactly
/// -1, 0 and 1 at the ends and in the middle. Point j is point 2 j at twice the degree.
[[nodiscard]] double calc_lobatto_point(int j, int degree);

/// p in [begin, end] of x in [-1, 1].
[[nodiscard]] double to_interval(double x, double begin, double end);

/// x in [-1, 1] of p; at the ends for p that is outside.
[[nodiscard]] double to_unit(double p, double begin, double end);

/// How many samples of a polynomial at equal angles show its changes of sign and extrema: closer
/// to each other than its roots can be, except for pairs that nearly coincide.
[[nodiscard]] int count_looks(Eigen::Index coefficients);

/// Polynomials of degree 2, 4, 8 or 16 through values at the Lobatto points, one per row, as
/// coefficients of the Chebyshev polynomials T_0 ... T_degree.
[[nodiscard]] MatrixXd fit_chebyshev(const MatrixXd& values);

/// T_0 ... at x.
void write_chebyshev(double x, std::span<double> values);

/// One such polynomial at x, |x| <= 1.
[[nodiscard]] double calc_chebyshev(const Eigen::Ref<const VectorXd>& coefficients, double x);

/// A cheap upper bound of the polynomial on [-1, 1].
[[nodiscard]] double bound_above(const Eigen::Ref<const VectorXd>& coefficients);

/// The truncation error after the last coefficient, estimated from how fast the last ones decay, in
/// pairs because every other one vanishes if a function is even or odd. `more` further doublets are
/// assumed to be known.
[[nodiscard]] double estimate_tail(const Eigen::Ref<const VectorXd>& coefficients, int more = 0);

/// The x in (-1, 1), increasing, at which the polynomial changes sign; values up to `nothing` have
/// no sign.
[[nodiscard]] std::vector<double> find_sign_changes(const Eigen::Ref<const VectorXd>& coefficients,
                                                    double nothing);

/// The polynomial's derivative by x.
[[nodiscard]] VectorXd differentiate_chebyshev(const Eigen::Ref<const VectorXd>& coefficients);

/// The x in [-1, 1] at which the polynomial is largest.
[[nodiscard]] double find_largest(const Eigen::Ref<const VectorXd>& coefficients);

}  // namespace survey
}  // namespace globaldyn::inside
