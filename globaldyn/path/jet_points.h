#pragma once

#include <algorithm>

#include "core/base/nth.h"
#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// The point with these derivatives with respect to p.
[[nodiscard]] inline JetPoint make_jet_point(const Vector3d& value, const Vector3d& first,
                                             const Vector3d& second, const Vector3d& third) {
  JetPoint point;
  for (int i = 0; i < 3; ++i) {
    nth(point, i) = make_jet(value(i), first(i), second(i), third(i));
  }
  return point;
}

/// The number i of the piece [knots[i], knots[i + 1]] that p lies in; the last one at the end.
[[nodiscard]] inline std::size_t find_piece(const Knots& knots, double p) {
  const auto next = std::upper_bound(knots.begin(), knots.end(), p);
  const auto piece = std::max<std::ptrdiff_t>(1, next - knots.begin()) - 1;
  return std::min(static_cast<std::size_t>(piece), knots.size() - 2);
}

}  // namespace path
}  // namespace globaldyn::inside
