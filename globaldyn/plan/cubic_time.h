#pragma once

#include <array>

#include "globaldyn/plan/sum_of_doubles.h"

namespace globaldyn::inside {
inline namespace plan {

/// A cubic X on 0 <= u <= 1 by its Bernstein coefficients: X(0) and X(1) are the first and the
/// last, and if none is negative, nothing computed from them cancels.
template <class Number>
using Bernstein = std::array<Number, 4>;

/// Motion along u with du/dt = sqrt(X(u)), X >= 0 except for rounding errors at the ends.
struct CubicMotion {
  double time;  ///< from the start; infinite if it never gets there
  double u;     ///< how far it is by then
};

/// The motion until `most` after its start, or to u = 1, whichever comes first. X may fall below
/// zero for less than 0.001 at either end, as it does by rounding errors where a motion rests: that
/// part takes no time. Relative errors of some 1e-15.
///
/// On pieces of the path that are short in the elliptic sense the time is Carlson's R_F of the
/// invariants and, by Weierstrass, of the values that the addition theorem gives for both ends
/// (Whittaker and Watson, A Course of Modern Analysis, 20.6): no roots, no singular ends.
[[nodiscard]] CubicMotion follow_cubic(const Bernstein<SumOfDoubles>& cubic, double most);

/// The same for a cubic whose coefficients are known to double precision, none of them negative.
[[nodiscard]] CubicMotion follow_cubic(const Bernstein<double>& cubic, double most);

}  // namespace plan
}  // namespace globaldyn::inside
