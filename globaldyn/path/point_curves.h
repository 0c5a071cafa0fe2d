#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/path/orientation.h"
#include "globaldyn/path/read_blends.h"

namespace globaldyn::inside {
inline namespace path {

/// What curves are read with.
struct CurveContext {
  const Parameters& parameters;
  const std::string& folder;  ///< where files named in them are looked for
  const StopPlaces& stops;    ///< corners there are not rounded
};

/// A corner that a blend rounds, and from where to where, in p.
struct RoundCorner {
  double begin{0.0};
  double p{0.0};
  double end{0.0};
};

/// The points of a curve as they were written.
struct WrittenPoints {
  PolylinePoints values;
  std::vector<SourcePlace> places;  ///< of each of them
};

/// Points that a curve goes through.
struct PointSource {
  WrittenPoints written;
  std::vector<std::vector<Vector3d>> tracks{};  ///< their coordinates, up to three a track
  std::vector<Matrix3d> rotations{};            ///< of the tool at them; none, or one a point
  std::vector<std::optional<Node>> blends{};    ///< of single points; none, or one a point
  PointMeasure measure{};
};

/// What goes through them.
struct PointCurves {
  std::vector<Curve> tracks;  ///< as the source has them
  CurveSteps steps;
  std::vector<RoundCorner> rounds{};  ///< increasing
  RotationFunction rotation{};        ///< if the source has rotations; otherwise empty
};

/// Straight lines, and turns at constant rates, with the corners of either rounded as `blend` and
/// `shape` in `node` say.
/// @throws InputError
[[nodiscard]] PointCurves connect_by_lines(const Node& node, const PointSource& source,
                                           const CurveContext& context);

/// A cubic spline, and one of rotations, periodic if `closed`.
[[nodiscard]] PointCurves connect_by_spline(const PointSource& source, bool closed);

/// `interpolation` in `node` of a CSV file, with `blend` and `shape` for a polyline alone.
/// @throws InputError
[[nodiscard]] PointCurves connect_as_written(const Node& node, const PointSource& source,
                                             const CurveContext& context);

}  // namespace path
}  // namespace globaldyn::inside
