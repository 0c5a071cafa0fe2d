#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "core/base/constants.h"
#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// The smallest and the largest value of an objective.
struct Range {
  double least{kInfinity};
  double greatest{-kInfinity};

  /// 0 if the objective is the same everywhere, or there is none.
  [[nodiscard]] double length() const { return std::max(0.0, greatest - least); }

  /// 0 for the smallest, 1 for the largest; 0 if the objective is the same everywhere.
  [[nodiscard]] double scale(double value) const {
    return length() > 0.0 ? (value - least) / length() : 0.0;
  }
};

/// Of every objective, over the points of all fronts, which have the same number of objectives.
[[nodiscard]] std::vector<Range> find_ranges(std::span<const Points> fronts);
[[nodiscard]] std::vector<Range> find_ranges(const Points& front);

/// The point with the smallest objective k, the first of several; there must be one.
[[nodiscard]] std::size_t find_least(const Points& front, std::size_t k);

}  // namespace pareto
}  // namespace globaldyn::inside
