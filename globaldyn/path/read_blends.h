#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/description/quantities.h"
#include "globaldyn/path/blends.h"

namespace globaldyn::inside {
inline namespace path {

/// In what the straight lines between points are measured: m, rad, or a number where coordinates
/// of different kinds are divided by their ranges.
struct PointMeasure {
  Dimension dimension{dimension::length};
  std::string unit{" m"};  ///< behind numbers in messages
};

/// How far the blend of each point extends: as `blend` in `node` says, which is a length, `fit`, or
/// `{fit: LENGTH}`, or the point's own. A blend that does not fit is not cut.
/// @param own of single points; none, or one a point
/// @param pieces the lengths between the points
/// @param corners whether there is something to round
/// @throws InputError
[[nodiscard]] std::vector<double> read_blend_lengths(const Node& node,
                                                     const std::vector<std::optional<Node>>& own,
                                                     const PointMeasure& measure,
                                                     const std::vector<double>& pieces,
                                                     const std::vector<bool>& corners,
                                                     const Parameters& parameters);

/// `shape` beside `blend`. @throws InputError
[[nodiscard]] BlendShape read_blend_shape(const Node& node);

}  // namespace path
}  // namespace globaldyn::inside
