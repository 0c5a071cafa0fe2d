#pragma once

#include <string>
#include <vector>

#include "globaldyn/region/limit_rows.h"
#include "globaldyn/region/parabola.h"

namespace globaldyn {

/// A limit that holds with equality along an edge.
struct ActiveLimit {
  std::string name;
  std::string limit;  ///< min, max, line, speed, reaction, rest

  bool operator==(const ActiveLimit&) const = default;
};

/// A curve that may bound a region from above or below, or (vertical) from the side.
struct LimitCurve {
  Parabola parabola;
  std::vector<ActiveLimit> active;
};

/// No curve: the strip is unbounded there, or ends for a reason of its own.
inline constexpr int kNoCurve = -1;

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
/// interval of d2. Set operations are exact up to the round-off of roots of quadratics; the
/// tables of curves are passed along so that equal curves keep one number.
using Strips = std::vector<Strip>;

/// The whole half plane d1 >= 0.
[[nodiscard]] Strips make_half_plane();

/// The part of `strips` below (not above) curve number `curve`.
[[nodiscard]] Strips cut_above(const Strips& strips, int curve,
                               const std::vector<LimitCurve>& curves);

/// The part above (not below) it.
[[nodiscard]] Strips cut_below(const Strips& strips, int curve,
                               const std::vector<LimitCurve>& curves);

/// The part where f(d1) <= 0; `wall` is the number of the vertical limit f stands for.
[[nodiscard]] Strips cut_where_positive(const Strips& strips, const Parabola& f, int wall);

/// The part where the lower curve is not above the upper.
[[nodiscard]] Strips drop_inverted(const Strips& strips, const std::vector<LimitCurve>& curves);

/// The union, provided that each slice of it is one interval.
[[nodiscard]] Strips unite(const Strips& a, const Strips& b, const std::vector<LimitCurve>& curves);

/// Joins neighbours with the same curves, and takes away gaps and strips thinner than 1e-12 of
/// the largest d1² (round-off of roots).
[[nodiscard]] Strips tidy(const Strips& strips);

}  // namespace globaldyn
