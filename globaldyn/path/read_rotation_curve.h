#pragma once

#include <optional>

#include "globaldyn/path/read_coordinates.h"
#include "globaldyn/path/read_curve.h"

namespace globaldyn::inside {
inline namespace path {

/// The `orientation` of a path if it goes through points, {spline: …}, {polyline: …} or {csv: …};
/// otherwise nothing. Its p are `knots` or a column p; without them those of the position's points,
/// one a point, or without a position the angles between them, from 0 to 1.
/// @throws InputError
[[nodiscard]] std::optional<CoordinateCurve> read_rotation_curve(
    const Node& path, const CurveContext& context, const std::optional<CurveReading>& position);

}  // namespace path
}  // namespace globaldyn::inside
