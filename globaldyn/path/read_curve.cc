#include "globaldyn/path/read_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "core/base/round_off.h"
#include "globaldyn/path/csv.h"
#include "globaldyn/path/orientation_points.h"
#include "globaldyn/path/point_list.h"
#include "globaldyn/path/read_pieces.h"
#include "globaldyn/path/rotation_curves.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

std::vector<int> axes_of(const std::vector<Node>& coordinates) {
  return coordinates.size() == 2 ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2};
}

std::vector<int> axes_of(const Node& vector) {
  return axes_of(vector.items());
}

// All points of a curve prescribe the same axes.
void require_same_axes(const Node& point, const std::vector<int>& own,
                       const std::vector<int>& axes) {
  if (own.size() != axes.size()) {
    point.fail("a point of " + std::to_string(own.size()) + " coordinates",
               "expected " + std::to_string(axes.size()) + ", as the first point has");
  }
}

// The plane of a circle or rose: `axes: [u, v]`, or `normal` with an optional `first_axis`; the
// x-y plane if neither is given.
struct Plane {
  Vector3d u{Vector3d::UnitX()};
  Vector3d v{Vector3d::UnitY()};
};

Plane read_plane(const Node& node, const Parameters& parameters) {
  const auto axes = node.find("axes");
  const auto normal = node.find("normal");
  if (axes && normal) normal->fail("both 'axes' and 'normal'", "expected one of them");
  if (axes) {
    const std::vector<Node> items = axes->items();
    if (items.size() != 2) axes->fail(std::to_string(items.size()) + " axes", "expected 2");
    const Plane plane{read_direction(items[0], parameters), read_direction(items[1], parameters)};
    if (std::abs(plane.u.dot(plane.v)) > 1e-9) {
      axes->fail("axes that are not perpendicular", "expected a right angle between them");
    }
    return plane;
  }
  const auto first = node.find("first_axis");
  if (!normal) {
    if (first) first->fail("'first_axis' without 'normal'", "expected both");
    return {};
  }
  const Matrix3d frame =
      make_frame_about(read_direction(*normal, parameters),
                       first ? read_direction(*first, parameters) : Vector3d(Vector3d::Zero()));
  return {frame.col(0), frame.col(1)};
}

CurveReading read_circle(const Node& node, const CurveContext& context) {
  const Parameters& parameters = context.parameters;
  node.allow_only({"center", "radius", "axes", "normal", "first_axis"});
  const Node center = node.require("center");
  const Plane plane = read_plane(node, parameters);
  const double radius =
      read_positive(node.require("radius"), dimension::length, parameters, "radius");
  return {make_circle(read_vector(center, dimension::length, parameters), radius, plane.u, plane.v),
          axes_of(center),
          kTurn,
          {}};
}

CurveReading read_rose(const Node& node, const CurveContext& context) {
  const Parameters& parameters = context.parameters;
  node.allow_only({"center", "r0", "k", "axes", "normal", "first_axis"});
  const Node center = node.require("center");
  const Plane plane = read_plane(node, parameters);
  const double r0 = read_positive(node.require("r0"), dimension::length, parameters, "r0");
  const double k = read_number(node.require("k"), dimension::number, parameters);
  return {make_rose(read_vector(center, dimension::length, parameters), r0, k, plane.u, plane.v),
          axes_of(center),
          kTurn,
          {}};
}

CurveReading read_line(const Node& node, const CurveContext& context) {
  const Parameters& parameters = context.parameters;
  node.allow_only({"from", "to"});
  const Node from = node.require("from");
  const Node to = node.require("to");
  const Vector3d a = read_vector(from, dimension::length, parameters);
  const Vector3d b = read_vector(to, dimension::length, parameters);
  require_same_axes(to, axes_of(to), axes_of(from));
  if (a == b) to.fail("'from' and 'to' are the same point", "expected a line");
  return {make_line(a, b), axes_of(from), 1.0, {}};
}

// Of two or three numbers.
Vector3d read_place(const PointItem& point, const Parameters& parameters) {
  if (!point.blend) return read_vector(point.node, dimension::length, parameters);
  const std::size_t count = point.values.size();
  if (count != 2 && count != 3) {
    point.node.fail(std::to_string(count) + " coordinates", "expected 2 or 3 numbers");
  }
  Vector3d place = Vector3d::Zero();
  for (std::size_t i = 0; i < count; ++i) {
    place(static_cast<Eigen::Index>(i)) =
        read_number(point.values[i], dimension::length, parameters);
  }
  return place;
}

MatrixXd to_columns(const std::vector<Vector3d>& points) {
  MatrixXd columns(3, points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    columns.col(static_cast<Eigen::Index>(i)) = points[i];
  }
  return columns;
}

// The list of a polyline or spline.
PointSource read_places(const Node& node, const CurveContext& context, bool with_blends,
                        std::vector<int>& axes) {
  PointSource source;
  std::vector<Vector3d> places;
  for (const PointItem& item : read_point_items(node, with_blends)) {
    places.push_back(read_place(item, context.parameters));
    if (places.size() == 1) axes = axes_of(item.values);
    require_same_axes(item.node, axes_of(item.values), axes);
    source.written.places.push_back(item.node.place());
    source.blends.push_back(item.blend);
  }
  PolylinePoints& written = source.written.values;
  written.points = to_columns(places);
  written.knots = read_knots(node, written.points, source.written.places, context.parameters);
  source.tracks.push_back(std::move(places));
  return source;
}

CurveReading make_reading(PointSource source, PointCurves curves, const std::vector<int>& axes) {
  CurveReading reading;
  reading.curve = curves.tracks.front();
  reading.axes = axes;
  reading.points = source.written.values.knots;
  reading.p_max = reading.points.back();
  if (curves.tracks.size() > 1) {
    reading.phi = [curve = curves.tracks[1]](double at) { return curve(at)[0]; };
  }
  reading.rotation = std::move(curves.rotation);
  reading.steps = std::move(curves.steps);
  reading.rounds = std::move(curves.rounds);
  reading.written = std::move(source.written);
  return reading;
}

// All that is between its points is straight.
void mark_as_lines(CurveReading& reading) {
  reading.kinds.assign(reading.points.size() - 1, PieceKind::line);
}

CurveReading read_polyline(const Node& node, const CurveContext& context) {
  node.allow_only({"points", "knots", "blend", "shape"});
  std::vector<int> axes;
  PointSource source = read_places(node, context, true, axes);
  PointCurves curves = connect_by_lines(node, source, context);
  CurveReading reading = make_reading(std::move(source), std::move(curves), axes);
  mark_as_lines(reading);
  return reading;
}

CurveReading read_spline(const Node& node, const CurveContext& context) {
  node.allow_only({"points", "knots", "closed"});
  std::vector<int> axes;
  PointSource source = read_places(node, context, false, axes);
  const auto closed = node.find("closed");
  const bool is_closed = closed && closed->read_flag();
  const std::vector<Vector3d>& points = source.tracks.front();
  if (is_closed && points.front() != points.back()) {
    closed->fail("a closed spline whose ends differ", "expected the first point again at the end");
  }
  PointCurves curves = connect_by_spline(source, is_closed);
  return make_reading(std::move(source), std::move(curves), axes);
}

// What a table says of the tool's orientation.
void add_orientations(const CsvColumns& columns, const Node& node, PointSource& source) {
  if (auto written = take_rotations(columns, node)) {
    source.written.values.angles = develop_rotations(written->rotations);
    source.rotations = std::move(written->rotations);
    return;
  }
  const auto phi = columns.values.find("phi");
  if (phi == columns.values.end()) return;
  std::vector<Vector3d> angles;
  for (const double angle : phi->second) angles.emplace_back(angle, 0.0, 0.0);
  source.written.values.angles = to_columns(angles).topRows(1);
  source.tracks.push_back(std::move(angles));
}

PointSource read_table(const Node& node, const std::string& folder, std::vector<int>& axes) {
  const Node file = node.require("file");
  std::vector<CsvColumnKind> allowed{{"p", dimension::number},
                                     {"x", dimension::length},
                                     {"y", dimension::length},
                                     {"z", dimension::length},
                                     {"phi", dimension::angle}};
  allowed.insert(allowed.end(), list_rotation_columns().begin(), list_rotation_columns().end());
  const CsvColumns columns =
      read_csv((std::filesystem::path(folder) / file.text()).string(), allowed, file);
  PointSource source;
  source.written.places = columns.rows;
  std::vector<Vector3d> points(columns.rows.size(), Vector3d::Zero());
  for (int axis = 0; axis < 3; ++axis) {
    const auto column = columns.values.find(std::string(1, "xyz"[axis]));
    if (column == columns.values.end()) continue;
    axes.push_back(axis);
    for (std::size_t i = 0; i < points.size(); ++i) points[i](axis) = column->second[i];
  }
  PolylinePoints& written = source.written.values;
  written.points = to_columns(points);
  source.tracks.push_back(std::move(points));
  add_orientations(columns, node, source);
  if (axes.empty() && !columns.values.contains("p")) {
    file.fail("no column p in '" + file.text() + "'",
              "expected one, or x, y or z, along which p is the length");
  }
  written.knots = find_table_knots(columns, source.written);
  return source;
}

CurveReading read_csv_curve(const Node& node, const CurveContext& context) {
  node.allow_only({"file", "as", "interpolation", "blend", "shape"});
  std::vector<int> axes;
  PointSource source = read_table(node, context.folder, axes);
  const auto blend = node.find("blend");
  if (blend && axes.empty()) {
    blend->fail("'blend' without a position", "expected x, y or z, too");
  }
  // The angle is blended where the position is.
  PointCurves curves = connect_as_written(node, source, context);
  CurveReading reading = make_reading(std::move(source), std::move(curves), axes);
  const auto interpolation = node.find("interpolation");
  const bool is_polyline = interpolation && interpolation->text() == "polyline";
  if (is_polyline && !axes.empty()) mark_as_lines(reading);
  return reading;
}

CurveReading read_expressions(const Node& node, const Parameters& parameters) {
  node.allow_only({"x", "y", "z"});
  CurveReading reading;
  std::array<std::function<Jet(double)>, 3> components;
  components.fill([](double) { return Jet(0.0); });
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto component = node.find(std::string(1, "xyz"[axis]));
    if (!component) continue;
    components[axis] =
        add_formula(read_expression(*component, dimension::length, parameters.make_scope({"p"})),
                    false, reading.formulas);
    reading.axes.push_back(static_cast<int>(axis));
  }
  reading.curve = [components](double p) {
    return JetPoint{components[0](p), components[1](p), components[2](p)};
  };
  return reading;
}

// What `position` may be, besides formulas of x, y, z.
struct CurveKind {
  std::string key;
  CurveReading (*read)(const Node& value, const CurveContext& context);
};

// To add a kind: docs/adding.md.
const std::vector<CurveKind>& list_curve_kinds() {
  static const std::vector<CurveKind> kinds{
      {.key = "circle", .read = read_circle}, {.key = "rose", .read = read_rose},
      {.key = "line", .read = read_line},     {.key = "polyline", .read = read_polyline},
      {.key = "spline", .read = read_spline}, {.key = "csv", .read = read_csv_curve},
      {.key = "pieces", .read = read_pieces},
  };
  return kinds;
}

}  // namespace

CurveReading read_curve(const Node& node, const CurveContext& context) {
  const auto entries = node.entries();
  if (entries.empty()) node.fail("an empty position", "expected circle, line, … or x, y, z");
  // What is of the path and not of its curve.
  for (const auto& [key, value] : entries) {
    for (const char* of_path : {"p_max", "prescribe", "orientation", "joints", "drives", "stops"}) {
      if (key.text() == of_path) {
        key.fail("'" + key.text() + "' inside of 'position'", "expected it beside 'position'");
      }
    }
  }
  const std::string first = entries[0].first.text();
  if (first == "x" || first == "y" || first == "z")
    return read_expressions(node, context.parameters);
  std::vector<std::string> keys;
  for (const CurveKind& kind : list_curve_kinds()) keys.push_back(kind.key);
  keys.insert(keys.end(), {"x", "y", "z"});
  const std::size_t choice = entries[0].first.read_choice(keys);
  if (entries.size() > 1) entries[1].first.fail("a second curve", "expected one");
  return list_curve_kinds()[choice].read(entries[0].second, context);
}

}  // namespace path
}  // namespace globaldyn::inside
