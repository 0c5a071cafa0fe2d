#include "globaldyn/path/read_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numbers>

#include "core/base/round_off.h"
#include "globaldyn/path/csv.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

// What curves are read with.
struct CurveContext {
  const Parameters& parameters;
  const std::string& folder;
  const std::vector<double>& stops;
};

std::vector<int> axes_of(const Node& vector) {
  return vector.items().size() == 2 ? std::vector<int>{0, 1} : std::vector<int>{0, 1, 2};
}

// All points of a curve prescribe the same axes.
void require_same_axes(const Node& point, const std::vector<int>& axes) {
  if (axes_of(point).size() != axes.size()) {
    point.fail("a point of " + std::to_string(axes_of(point).size()) + " coordinates",
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
  require_same_axes(to, axes_of(from));
  if (a == b) to.fail("'from' and 'to' are the same point", "expected a line");
  return {make_line(a, b), axes_of(from), 1.0, {}};
}

Knots read_knots(const std::optional<Node>& node, const std::vector<Vector3d>& points,
                 const Parameters& parameters) {
  if (!node) return make_chord_knots(points);
  const std::size_t count = node->items().size();
  if (count != points.size()) {
    node->fail(std::to_string(count) + " knots",
               "expected " + std::to_string(points.size()) + ", one a point");
  }
  const Knots knots = read_numbers(*node, dimension::number, parameters);
  const bool rising =
      std::adjacent_find(knots.begin(), knots.end(), std::greater_equal<>()) == knots.end();
  if (knots.size() != points.size() || knots.front() != 0.0 || !rising) {
    node->fail("these knots",
               "expected " + std::to_string(points.size()) + " increasing numbers, the first 0");
  }
  return knots;
}

// Those of a polyline, as long as the file says; a blend that does not fit is not cut.
std::vector<Blend> read_blends(const Node& node, const CurveContext& context,
                               const PolylinePoints& polyline) {
  const auto blend = node.find("blend");
  if (!blend) return std::vector<Blend>(polyline.knots.size());
  const double length = read_positive(*blend, dimension::length, context.parameters, "blend", true);
  const std::vector<bool> corners = find_round_corners(polyline, context.stops);
  const BlendRoom room = find_blend_room(polyline.points, corners);
  if (length > room.most * (1.0 + round_off::kSame)) {
    blend->fail(fmt::format("a blend of {:.9g} m, where the piece from point {} to point {} is "
                            "{:.9g} m long and has {}",
                            length, room.piece + 1, room.piece + 2, room.piece_length,
                            room.is_shared ? "one at both ends" : "one at one end"),
                fmt::format("expected at most {:.12g} m", room.most));
  }
  return make_blends(polyline, corners, std::min(length, room.most));
}

std::vector<RoundCorner> list_rounds(const Knots& knots, const std::vector<Blend>& blends) {
  std::vector<RoundCorner> rounds;
  for (std::size_t i = 0; i < knots.size(); ++i) {
    if (blends[i].is_sharp()) continue;
    rounds.push_back({knots[i] - blends[i].before, knots[i], knots[i] + blends[i].after});
  }
  return rounds;
}

// Without knots p grows with the length, of which a point that comes again has none.
void refuse_points_without_length(const std::vector<Node>& items, const Knots& knots) {
  for (std::size_t i = 1; i < knots.size(); ++i) {
    if (knots[i] > knots[i - 1] && std::isfinite(knots[i])) continue;
    items[i].fail("the same point twice in a row, without 'knots'",
                  "expected another point, 'knots' if the tool turns there, or 'stops: [{at: …, "
                  "for: …}]' if the machine rests there");
  }
}

WrittenPoints read_point_list(const Node& node, const Parameters& parameters) {
  const Node list = node.require("points");
  const std::vector<Node> items = list.items();
  if (items.size() < 2) list.fail(std::to_string(items.size()) + " points", "expected 2 or more");
  constexpr std::size_t kMostPoints = 1000;
  if (items.size() > kMostPoints) {
    list.fail(std::to_string(items.size()) + " points", "expected at most 1000");
  }
  WrittenPoints written;
  for (const Node& item : items) {
    written.values.points.push_back(read_vector(item, dimension::length, parameters));
    written.places.push_back(item.place());
    require_same_axes(item, axes_of(items[0]));
  }
  written.values.knots = read_knots(node.find("knots"), written.values.points, parameters);
  refuse_points_without_length(items, written.values.knots);
  return written;
}

CurveReading begin_reading(WrittenPoints written, const std::vector<int>& axes) {
  CurveReading reading;
  reading.axes = axes;
  reading.p_max = written.values.knots.back();
  reading.written = std::move(written);
  return reading;
}

CurveReading read_polyline(const Node& node, const CurveContext& context) {
  node.allow_only({"points", "knots", "blend"});
  CurveReading reading = begin_reading(read_point_list(node, context.parameters),
                                       axes_of(node.require("points").items()[0]));
  const PolylinePoints& polyline = reading.written->values;
  const std::vector<Blend> blends = read_blends(node, context, polyline);
  reading.curve = make_polyline(polyline.points, polyline.knots, blends);
  reading.steps = find_polyline_steps(polyline.points, polyline.knots, blends);
  reading.rounds = list_rounds(polyline.knots, blends);
  return reading;
}

CurveReading read_spline(const Node& node, const CurveContext& context) {
  node.allow_only({"points", "knots", "closed"});
  CurveReading reading = begin_reading(read_point_list(node, context.parameters),
                                       axes_of(node.require("points").items()[0]));
  const auto& [points, angles, knots] = reading.written->values;
  const auto closed = node.find("closed");
  const bool is_closed = closed && closed->read_flag();
  if (is_closed && points.front() != points.back()) {
    closed->fail("a closed spline whose ends differ", "expected the first point again at the end");
  }
  reading.curve = make_spline(points, knots, is_closed);
  reading.steps.breaks.assign(knots.begin() + 1, knots.end() - 1);
  return reading;
}

CurveReading read_table(const Node& file, const std::string& folder) {
  const CsvColumns columns = read_csv((std::filesystem::path(folder) / file.text()).string(),
                                      {{"p", dimension::number},
                                       {"x", dimension::length},
                                       {"y", dimension::length},
                                       {"z", dimension::length},
                                       {"phi", dimension::angle}},
                                      file);
  WrittenPoints written;
  written.places = columns.rows;
  std::vector<int> axes;
  std::vector<Vector3d>& points = written.values.points;
  points.assign(columns.rows.size(), Vector3d::Zero());
  for (int axis = 0; axis < 3; ++axis) {
    const auto column = columns.values.find(std::string(1, "xyz"[axis]));
    if (column == columns.values.end()) continue;
    axes.push_back(axis);
    for (std::size_t i = 0; i < points.size(); ++i) points[i](axis) = column->second[i];
  }
  if (const auto phi = columns.values.find("phi"); phi != columns.values.end()) {
    for (const double angle : phi->second) written.values.angles.emplace_back(angle, 0.0, 0.0);
  }
  const auto p = columns.values.find("p");
  if (p == columns.values.end()) file.fail("no column p in '" + file.text() + "'", "expected one");
  written.values.knots = p->second;
  return begin_reading(std::move(written), axes);
}

// The angle's jumps count as well as the position's.
CurveSteps find_table_steps(const PolylinePoints& table, const std::vector<Blend>& blends) {
  CurveSteps steps = find_polyline_steps(table.points, table.knots, blends);
  if (table.angles.empty()) return steps;
  const CurveSteps of_angle = find_polyline_steps(table.angles, table.knots, blends);
  const auto unite = [](std::vector<double>& all, const std::vector<double>& more) {
    all.insert(all.end(), more.begin(), more.end());
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
  };
  unite(steps.breaks, of_angle.breaks);
  unite(steps.corners, of_angle.corners);
  return steps;
}

CurveReading read_csv_curve(const Node& node, const CurveContext& context) {
  node.allow_only({"file", "interpolation", "blend"});
  CurveReading reading = read_table(node.require("file"), context.folder);
  const PolylinePoints& table = reading.written->values;
  const auto interpolation = node.find("interpolation");
  const bool polyline = interpolation && interpolation->read_choice({"spline", "polyline"}) == 1;
  if (const auto blend = node.find("blend")) {
    if (!polyline)
      blend->fail("'blend' for a spline", "expected 'interpolation: polyline' with it");
    if (reading.axes.empty()) blend->fail("'blend' without a position", "expected x, y or z, too");
  }
  // The angle is blended where the position is.
  std::vector<Blend> blends;
  if (polyline) blends = read_blends(node, context, table);
  const auto make = [&](const std::vector<Vector3d>& through) {
    return polyline ? make_polyline(through, table.knots, blends)
                    : make_spline(through, table.knots, false);
  };
  reading.curve = make(table.points);
  if (polyline) {
    reading.steps = find_table_steps(table, blends);
    reading.rounds = list_rounds(table.knots, blends);
  } else {
    reading.steps.breaks.assign(table.knots.begin() + 1, table.knots.end() - 1);
  }
  if (!table.angles.empty()) {
    reading.phi = [curve = make(table.angles)](double at) { return curve(at)[0]; };
  }
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

// To add a kind: a function above, a row here; its shape in machines/machine.schema.json and
// docs/machine_file.md.
const std::vector<CurveKind>& list_curve_kinds() {
  static const std::vector<CurveKind> kinds{
      {.key = "circle", .read = read_circle}, {.key = "rose", .read = read_rose},
      {.key = "line", .read = read_line},     {.key = "polyline", .read = read_polyline},
      {.key = "spline", .read = read_spline}, {.key = "csv", .read = read_csv_curve},
  };
  return kinds;
}

}  // namespace

CurveReading read_curve(const Node& node, const Parameters& parameters, const std::string& folder,
                        const std::vector<double>& stops) {
  const auto entries = node.entries();
  if (entries.empty()) node.fail("an empty position", "expected circle, line, … or x, y, z");
  const std::string first = entries[0].first.text();
  if (first == "x" || first == "y" || first == "z") return read_expressions(node, parameters);
  std::vector<std::string> keys;
  for (const CurveKind& kind : list_curve_kinds()) keys.push_back(kind.key);
  keys.insert(keys.end(), {"x", "y", "z"});
  const std::size_t choice = entries[0].first.read_choice(keys);
  if (entries.size() > 1) entries[1].first.fail("a second curve", "expected one");
  return list_curve_kinds()[choice].read(entries[0].second, {parameters, folder, stops});
}

}  // namespace path
}  // namespace globaldyn::inside
