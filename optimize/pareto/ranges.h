#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn {

/// From the least to the greatest value that an objective has.
struct Range {
  double least{std::numeric_limits<double>::infinity()};
  double greatest{-std::numeric_limits<double>::infinity()};

  /// 0 if the objective is the same all over, or there is none.
  [[nodiscard]] double length() const { return std::max(0.0, greatest - least); }

  /// 0 for the least, 1 for the greatest; 0 if the objective is the same all over.
  [[nodiscard]] double scale(double value) const {
    return length() > 0.0 ? (value - least) / length() : 0.0;
  }
};

/// Of every objective, over the points of all fronts, which have as many objectives each.
[[nodiscard]] std::vector<Range> find_ranges(std::span<const Points> fronts);
[[nodiscard]] std::vector<Range> find_ranges(const Points& front);

/// The point with the least objective k, of several the first; there must be one.
[[nodiscard]] std::size_t find_least(const Points& front, std::size_t k);

}  // namespace globaldyn
