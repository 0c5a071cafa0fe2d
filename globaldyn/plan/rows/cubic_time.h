#pragma once

#include <array>

#include "globaldyn/plan/rows/sum_of_doubles.h"

namespace globaldyn {

/// A cubic X on 0 <= u <= 1 by its Bernstein coefficients: X(0) and X(1) are the first and the
/// last, and where none is negative, nothing that is made of them cancels.
template <class Number>
using Bernstein = std::array<Number, 4>;

/// Motion along u with du/dt = sqrt(X(u)), X >= 0 but for round-off at the ends.
struct CubicMotion {
  double time;  ///< from the begin; infinite if it never gets there
  double u;     ///< how far it is by then
};

/// The motion until `most` after its begin, or to u = 1, whichever is first. X may fall below zero
/// for less than a thousandth at either end, as it does by round-off where a motion rests: what is
/// there takes no time. Relative errors of some 1e-15.
///
/// On pieces of the path that are short in the elliptic sense the time is Carlson's R_F of the
/// invariants and, by Weierstrass, of what the addition theorem makes of both ends (Whittaker and
/// Watson, A Course of Modern Analysis, 20.6): no roots, no singular ends.
[[nodiscard]] CubicMotion follow_cubic(const Bernstein<SumOfDoubles>& cubic, double most);

/// The same of a cubic whose coefficients are known to double precision, none of them negative.
[[nodiscard]] CubicMotion follow_cubic(const Bernstein<double>& cubic, double most);

}  // namespace globaldyn
