#include "globaldyn/path/read_coordinates.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/nth.h"
#include "core/description/names.h"
#include "core/description/read_joints.h"
#include "globaldyn/path/coordinate_points.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

using Kind = TaskCoordinate::Kind;

bool is_curve(const std::string& key) {
  return key == "csv" || key == "polyline" || key == "spline";
}

[[noreturn]] void refuse_curve(const Node& key, const char* of) {
  key.fail(fmt::format("'{}' with more than a formula", key.text()),
           fmt::format("expected a formula of p for each of the {}, such as 'NAME: 0.5*p', or one "
                       "of csv, polyline, spline",
                       of));
}

bool is_closed_curve(const Node& node, const PointSource& source) {
  const auto closed = node.find("closed");
  if (!closed || !closed->read_flag()) return false;
  for (const std::vector<Vector3d>& track : source.tracks) {
    if (track.front() == track.back()) continue;
    closed->fail("a closed spline whose ends differ", "expected the first point again at the end");
  }
  return true;
}

// One of csv, polyline, spline.
CoordinateCurve read_coordinate_curve(const Node& key, const Node& node, Kind kind,
                                      const Mechanism& mechanism, const CurveContext& context) {
  CoordinatePoints points;
  PointCurves curves;
  const std::string what = key.text();
  if (what == "csv") {
    node.allow_only({"file", "interpolation", "blend", "shape"});
    points = read_coordinate_table(node.require("file"), kind, mechanism, context.folder);
    curves = connect_as_written(node, points.source, context);
  } else if (what == "polyline") {
    node.allow_only({"of", "points", "knots", "blend", "shape"});
    points = read_coordinate_list(node, kind, mechanism, true, context.parameters);
    curves = connect_by_lines(node, points.source, context);
  } else {
    node.allow_only({"of", "points", "knots", "closed"});
    points = read_coordinate_list(node, kind, mechanism, false, context.parameters);
    curves = connect_by_spline(points.source, is_closed_curve(node, points.source));
  }
  return {std::move(points.coordinates), std::move(curves), std::move(points.source.written),
          key.place()};
}

// Joints and drives by their names.
class CoordinateReader {
 public:
  CoordinateReader(std::string path, const Mechanism& mechanism, const CurveContext& context,
                   const OpenValues& values)
      : path_(std::move(path)), mechanism_(mechanism), context_(context), values_(values) {}

  void read(const Node& node, Kind kind) {
    const char* of = kind == Kind::joint ? "joints" : "drives";
    for (const auto& [key, value] : node.entries()) {
      if (value.is_map() && is_curve(key.text())) {
        CoordinateCurve curve = read_coordinate_curve(key, value, kind, mechanism_, context_);
        for (const TaskCoordinate& one : curve.coordinates) require_first(key, one);
        reading_.curves.push_back(std::move(curve));
        continue;
      }
      const bool is_free = kind == Kind::joint && says_free(value);
      if (!value.is_scalar() && !is_free) refuse_curve(key, of);
      TaskCoordinate coordinate{.kind = kind};
      if (kind == Kind::joint) {
        coordinate.joint = find_coordinate(key, mechanism_);
      } else {
        coordinate.drive = find_item(key, "drive", mechanism_.drives);
      }
      require_first(key, coordinate);
      if (is_free) {
        add_open(coordinate, value);
      } else {
        add_formula_of(coordinate, value);
      }
    }
  }

  [[nodiscard]] CoordinateReading take() { return std::move(reading_); }

 private:
  // `free` or {free: {range, points}}.
  static bool says_free(const Node& value) {
    return value.is_map() ? value.find("free").has_value()
                          : value.is_scalar() && value.text() == "free";
  }

  void add_open(const TaskCoordinate& coordinate, const Node& value) {
    if (value.is_map()) value.allow_only({"free"});
    const Node free = value.is_map() ? value.require("free") : value;
    if (free.is_map()) free.allow_only({"range", "points"});
    const Joint& joint = mechanism_.joints[coordinate.joint.joint];
    const Interval travel = nth(joint.travel, coordinate.joint.coordinate);
    reading_.of_open.push_back(coordinate);
    reading_.open.push_back(read_open_coordinate(free, path_, name_of(mechanism_, coordinate.joint),
                                                 is_rotational(mechanism_, coordinate), travel,
                                                 context_.parameters, values_));
  }

  void add_formula_of(const TaskCoordinate& coordinate, const Node& value) {
    const bool rotational = is_rotational(mechanism_, coordinate);
    const Expression expression =
        read_expression(value, rotational ? dimension::angle : dimension::length,
                        context_.parameters.make_scope({"p"}));
    reading_.coordinates.push_back(coordinate);
    reading_.values.push_back(add_formula(expression, rotational, reading_.formulas));
  }

  void require_first(const Node& key, const TaskCoordinate& coordinate) {
    if (std::find(seen_.begin(), seen_.end(), coordinate) != seen_.end()) {
      key.fail(name_of(mechanism_, coordinate) + " is prescribed twice", "expected it once");
    }
    seen_.push_back(coordinate);
  }

  std::string path_;
  const Mechanism& mechanism_;
  const CurveContext& context_;
  const OpenValues& values_;
  CoordinateReading reading_{};
  std::vector<TaskCoordinate> seen_{};
};

}  // namespace

CoordinateReading read_coordinates(const Node& path, const std::string& name,
                                   const Mechanism& mechanism, const CurveContext& context,
                                   const OpenValues& values) {
  CoordinateReader reader(name, mechanism, context, values);
  if (const auto joints = path.find("joints")) reader.read(*joints, Kind::joint);
  if (const auto drives = path.find("drives")) reader.read(*drives, Kind::drive);
  return reader.take();
}

}  // namespace path
}  // namespace globaldyn::inside
