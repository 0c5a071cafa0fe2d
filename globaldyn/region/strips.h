#pragma once

#include <vector>

#include "globaldyn/region/limit_curves.h"

namespace globaldyn {

/// A piece of the (d1, d2) plane: begin <= d1 <= end between two curves, given by their numbers
/// in a table (kNoCurve: unbounded). `begin_by` and `end_by` are the numbers of vertical limits
/// that end it there, or kNoCurve.
struct Strip {
  double begin{0.0};
  double end{0.0};  ///< may be infinite
  int lower{kNoCurve};
  int upper{kNoCurve};
  int begin_by{kNoCurve};
  int end_by{kNoCurve};
};

/// Strips sorted by d1 that do not overlap: a set whose every slice of constant d1 is one
/// interval of d2. A strip may be without width: what is accessible at a single d1 only. Set
/// operations are exact up to the round-off of roots of quadratics; the table of curves is passed
/// along so that equal curves keep one number.
using Strips = std::vector<Strip>;

/// The whole half plane d1 >= 0.
[[nodiscard]] Strips make_half_plane();

/// Which bound of a strip.
enum class Bound { lower, upper };

/// Whether `candidate` is a stricter bound than the strips have, anywhere, by more than round-off.
[[nodiscard]] bool is_stricter(const Strips& strips, Bound bound, const Parabola& candidate,
                               const LimitCurves& curves);

/// Whether f(d1) > 0 anywhere in the strips, by more than round-off.
[[nodiscard]] bool is_exceeded(const Strips& strips, const Parabola& f);

/// Keeps the part not above (Bound::upper) or not below (Bound::lower) curve number `curve`.
/// `scratch` is memory to work in, like in all that follows.
void tighten(Strips& strips, Bound bound, int curve, const LimitCurves& curves, Strips& scratch);

/// Keeps the part where f(d1) <= 0; `wall` is the number of the vertical limit f stands for.
void cut_where_positive(Strips& strips, const Parabola& f, int wall, Strips& scratch);

/// Keeps the part where the lower curve is not above the upper.
void drop_inverted(Strips& strips, const LimitCurves& curves, Strips& scratch);

/// The union, provided that each slice of it is one interval.
[[nodiscard]] Strips unite(const Strips& a, const Strips& b, const LimitCurves& curves);

/// The intersection.
[[nodiscard]] Strips intersect(const Strips& a, const Strips& b, const LimitCurves& curves);

/// Joins neighbours with the same curves, and closes gaps and joins strips to their neighbours
/// that are thinner than 1e-12 of the largest d1² (round-off of roots).
void tidy(Strips& strips, Strips& scratch);

}  // namespace globaldyn
