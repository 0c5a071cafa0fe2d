#include "globaldyn/path/read_rotation_curve.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/base/round_off.h"
#include "globaldyn/path/csv.h"
#include "globaldyn/path/orientation_points.h"
#include "globaldyn/path/point_list.h"
#include "globaldyn/path/read_orientation.h"
#include "globaldyn/path/rotation_curves.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

using Kind = TaskCoordinate::Kind;

// Orientations and where they stand. What is measured along them is the angle that the tool turns.
PointSource make_source(WrittenRotations written) {
  require_short_ways(written);
  PointSource source;
  source.written.values.points = develop_rotations(written.rotations);
  source.written.places = std::move(written.places);
  source.rotations = std::move(written.rotations);
  source.measure = {dimension::angle, " rad"};
  return source;
}

// p of the points of the position, where orientations have none of their own.
Knots take_knots(const Node& node, std::size_t count, const Knots& position, const char* own) {
  if (position.empty()) {
    node.fail(fmt::format("orientations beside a position without points, without {}", own),
              fmt::format("expected {}: the p at each of them", own));
  }
  if (position.size() != count) {
    node.fail(fmt::format("{} orientations", count),
              fmt::format("expected {}, one a point of the position, or {}", position.size(), own));
  }
  return position;
}

PointSource read_list(const Node& node, bool with_blends, const CurveContext& context,
                      const std::optional<CurveReading>& position) {
  const RotationSpelling spelling = read_spelling(node.require("as"));
  WrittenRotations written;
  std::vector<std::optional<Node>> blends;
  for (const PointItem& item : read_point_items(node, with_blends)) {
    written.rotations.push_back(
        read_rotation(item.node, item.values, spelling, context.parameters));
    written.places.push_back(item.node.place());
    blends.push_back(item.blend);
  }
  PointSource source = make_source(std::move(written));
  source.blends = std::move(blends);
  auto& [values, places] = source.written;
  values.knots = position && !node.find("knots")
                     ? take_knots(node, places.size(), position->points, "'knots'")
                     : read_knots(node, values.points, places, context.parameters);
  return source;
}

PointSource read_file(const Node& node, const CurveContext& context,
                      const std::optional<CurveReading>& position) {
  const Node file = node.require("file");
  std::vector<CsvColumnKind> allowed{{"p", dimension::number}};
  allowed.insert(allowed.end(), list_rotation_columns().begin(), list_rotation_columns().end());
  const CsvColumns columns =
      read_csv((std::filesystem::path(context.folder) / file.text()).string(), allowed, file);
  auto written = take_rotations(columns, node);
  if (!written) {
    file.fail("no column of an orientation in '" + file.text() + "'",
              "expected roll, pitch, yaw; qw, qx, qy, qz; or rx, ry, rz");
  }
  PointSource source = make_source(std::move(*written));
  const bool has_p = columns.values.contains("p");
  source.written.values.knots =
      position && !has_p ? take_knots(file, columns.rows.size(), position->points, "a column p")
                         : find_table_knots(columns, source.written);
  return source;
}

bool is_closed_turn(const Node& node, const PointSource& source) {
  const auto closed = node.find("closed");
  if (!closed || !closed->read_flag()) return false;
  const Matrix3d gap = source.rotations.back() - source.rotations.front();
  if (!is_zero(gap.norm(), 1.0, round_off::kSame)) {
    closed->fail("a closed spline whose ends differ",
                 "expected the first orientation again at the end");
  }
  return true;
}

PointCurves connect(const Node& kind, const Node& node, const CurveContext& context,
                    const std::optional<CurveReading>& position, PointSource& source) {
  if (kind.text() == "csv") {
    node.allow_only({"file", "as", "interpolation", "blend", "shape"});
    source = read_file(node, context, position);
    return connect_as_written(node, source, context);
  }
  if (kind.text() == "polyline") {
    node.allow_only({"points", "as", "knots", "blend", "shape"});
    source = read_list(node, true, context, position);
    return connect_by_lines(node, source, context);
  }
  node.allow_only({"points", "as", "knots", "closed"});
  source = read_list(node, false, context, position);
  return connect_by_spline(source, is_closed_turn(node, source));
}

}  // namespace

std::optional<CoordinateCurve> read_rotation_curve(const Node& path, const CurveContext& context,
                                                   const std::optional<CurveReading>& position) {
  const auto orientation = path.find("orientation");
  if (!orientation) return std::nullopt;
  const auto entries = list_orientations(*orientation);
  if (entries.size() != 1) return std::nullopt;
  const auto& [key, node] = entries.front();
  const std::string kind = key.text();
  if (kind != "spline" && kind != "polyline" && kind != "csv") return std::nullopt;
  PointSource source;
  PointCurves curves = connect(key, node, context, position, source);
  return CoordinateCurve{
      {{Kind::rotation, 0, {}}, {Kind::rotation, 1, {}}, {Kind::rotation, 2, {}}},
      std::move(curves),
      std::move(source.written),
      key.place()};
}

}  // namespace path
}  // namespace globaldyn::inside
