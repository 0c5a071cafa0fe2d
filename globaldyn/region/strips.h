#pragma once

#include <vector>

#include "globaldyn/region/limit_curves.h"

namespace globaldyn::inside {
inline namespace region {

/// A piece of the (d1, d2) plane: begin <= d1 <= end between two curves, given by their numbers
/// in a table (none: unbounded). `begin_by` and `end_by` are the numbers of vertical limits
/// that end it there.
struct Strip {
  double begin{0.0};
  double end{0.0};  ///< may be infinite
  CurveNumber lower;
  CurveNumber upper;
  CurveNumber begin_by;
  CurveNumber end_by;
};

/// Strips sorted by d1 that do not overlap: a set whose every slice of constant d1 is one
/// interval of d2. A strip may have no width: what is accessible at only a single d1. Set
/// operations are exact up to rounding errors of roots of quadratics; the table of curves is passed
/// along so that equal curves keep one number.
using Strips = std::vector<Strip>;

/// The whole half plane d1 >= 0.
[[nodiscard]] Strips make_half_plane();

/// Which bound of a strip.
enum class Bound { lower, upper };

/// Whether `candidate` is anywhere a stricter bound than those of the strips, by more than rounding
/// errors.
[[nodiscard]] bool is_stricter(const Strips& strips, Bound bound, const Parabola& candidate,
                               const LimitCurves& curves);

/// Whether f(d1) > 0 anywhere in the strips, by more than rounding errors.
[[nodiscard]] bool is_exceeded(const Strips& strips, const Parabola& f);

/// Keeps the part not above (Bound::upper) or not below (Bound::lower) curve number `curve`.
/// `scratch` is working memory, as in all functions below.
void tighten(Strips& strips, Bound bound, int curve, const LimitCurves& curves, Strips& scratch);

/// Keeps the part where f(d1) <= 0; `wall` is the number of the vertical limit f stands for.
void cut_where_positive(Strips& strips, const Parabola& f, CurveNumber wall, Strips& scratch);

/// Keeps the part where the lower curve is not above the upper.
void drop_inverted(Strips& strips, const LimitCurves& curves, Strips& scratch);

/// The union, provided that each slice of it is a single interval.
[[nodiscard]] Strips unite(const Strips& a, const Strips& b, const LimitCurves& curves);

/// The intersection.
[[nodiscard]] Strips intersect(const Strips& a, const Strips& b, const LimitCurves& curves);

/// Joins neighbours with the same curves, and closes gaps and merges strips thinner than 1e-12 of
/// the largest d1² (rounding errors of roots).
void tidy(Strips& strips, Strips& scratch);

}  // namespace region
}  // namespace globaldyn::inside
