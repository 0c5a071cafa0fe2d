#pragma once

#include <optional>
#include <vector>

#include "core/description/quantities.h"
#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// Where a motion rests, as a file says it: before the path itself is known.
struct StopPlaces {
  std::vector<double> p;
  std::vector<std::size_t> points;  ///< by their numbers, the first 0

  /// Whether it rests at a point of a curve; p may differ from its knot by rounding errors.
  [[nodiscard]] bool contain(const Knots& knots, std::size_t point) const;
};

/// The number, from 0, of the point that `point 3` means; nothing if it does not begin like that.
/// @throws InputError if no number from 1 follows
[[nodiscard]] std::optional<std::size_t> read_point_number(const Node& at);

/// Those under `stops` of a path. @throws InputError
[[nodiscard]] StopPlaces read_stop_places(const Node& path, const Parameters& parameters);

}  // namespace path
}  // namespace globaldyn::inside
