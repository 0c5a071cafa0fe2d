#include "globaldyn/path/point_curves.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/constants.h"
#include "globaldyn/path/rotation_curves.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// As long as the file says; a blend that does not fit is not cut.
std::vector<CornerBlend> read_blends(const Node& node, const PointSource& source,
                                     const CurveContext& context) {
  const PolylinePoints& polyline = source.written.values;
  const std::vector<double> lengths =
      read_blend_lengths(node, source.blends, source.measure, list_lengths(polyline.points),
                         find_round_corners(polyline, context.stops), context.parameters);
  return make_blends(polyline, lengths, read_blend_shape(node));
}

std::vector<RoundCorner> list_rounds(const Knots& knots, const std::vector<CornerBlend>& blends) {
  std::vector<RoundCorner> rounds;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    if (blends[i].is_sharp()) continue;
    rounds.push_back({knots[i] - blends[i].before, knots[i], knots[i] + blends[i].after});
  }
  return rounds;
}

}  // namespace

PointCurves connect_by_lines(const Node& node, const PointSource& source,
                             const CurveContext& context) {
  const PolylinePoints& polyline = source.written.values;
  const std::vector<CornerBlend> blends = read_blends(node, source, context);
  PointCurves curves{
      {}, find_polyline_steps(polyline, blends), list_rounds(polyline.knots, blends)};
  for (const std::vector<Vector3d>& track : source.tracks) {
    curves.tracks.push_back(make_polyline(track, polyline.knots, blends));
  }
  if (!source.rotations.empty()) {
    curves.rotation = make_rotation_polyline(source.rotations, polyline.knots, blends);
  }
  return curves;
}

PointCurves connect_by_spline(const PointSource& source, bool closed) {
  const Knots& knots = source.written.values.knots;
  PointCurves curves{{}, {}};
  for (const std::vector<Vector3d>& track : source.tracks) {
    curves.tracks.push_back(make_spline(track, knots, closed));
  }
  if (!source.rotations.empty()) {
    curves.rotation = make_rotation_spline(source.rotations, knots, closed);
  }
  curves.steps.breaks.assign(knots.begin() + 1, knots.end() - 1);
  return curves;
}

PointCurves connect_as_written(const Node& node, const PointSource& source,
                               const CurveContext& context) {
  const auto interpolation = node.find("interpolation");
  const bool polyline = interpolation && interpolation->read_choice({"spline", "polyline"}) == 1;
  if (polyline) return connect_by_lines(node, source, context);
  for (const char* key : {"blend", "shape"}) {
    if (const auto given = node.find(key)) {
      given->fail(fmt::format("'{}' for a spline", key),
                  "expected 'interpolation: polyline' with it");
    }
  }
  return connect_by_spline(source, false);
}

}  // namespace path
}  // namespace globaldyn::inside
