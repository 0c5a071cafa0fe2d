#pragma once

#include <cstddef>
#include <optional>

#include "globaldyn/plan/table/coefficient_table.h"
#include "globaldyn/plan/table/quadratic_time.h"
#include "globaldyn/plan/table/row_side.h"

namespace globaldyn {

/// An arc on a segment that no motion within the limits is above.
struct BarrierArc {
  QuadraticSpeed x;
  double bend{0.0};  ///< change of dx/dp / 2 along it
};

/// An arc that no motion starting at `x` or below can cross from below. If a x + c + d u <= 0 for
/// all motions and >= 0 for the arc M, and d > 0, then e = x - M obeys a e + d e' / 2 <= 0; so e
/// cannot become positive. Nor can it if d = 0 at the start and a > 0 there, because positive e
/// would fall as long as d is small. That the row is >= 0 is seen from its Bernstein coefficients;
/// the arc has the smallest mean u for which they are. Where d = 0, x must be at the row's own
/// limit, except for rounding errors.
/// @param length in p
/// @returns nothing unless d0 > 0, or d0 = 0 and a0 > 0, and d1 >= 0, and there is such a u
[[nodiscard]] std::optional<BarrierArc> make_arc(const RowSide& side, double x, double length);

/// The lowest of such arcs of several sides of rows along a segment, from its start upwards or from
/// its end downwards in p. The arc is given in the direction of p.
[[nodiscard]] std::optional<BarrierArc> find_arc(const CoefficientTable& table, std::size_t segment,
                                                 Way way, double x);

/// A straight line above all motions, from a row without d on the segment; nothing if there is
/// none.
[[nodiscard]] std::optional<BarrierArc> find_ceiling(const CoefficientTable& table,
                                                     std::size_t segment);

}  // namespace globaldyn
