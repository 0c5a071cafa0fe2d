#include "globaldyn/path/read_tangential.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "core/base/round_off.h"
#include "globaldyn/path/jet_points.h"
#include "globaldyn/path/turn_stretches.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

using Kind = TaskCoordinate::Kind;

// How the tool turns at a corner: an angle phi, or the whole of it by a rotation vector.
struct CornerTool {
  double p{0.0};
  double size{0.0};  // rad
  double angle{0.0};
  double by{0.0};
  Matrix3d R{Matrix3d::Identity()};
  Vector3d vector{Vector3d::Zero()};
};

// Back the way it came the tool turns to the left, whatever rounding errors say.
bool is_half_turn(double angle) {
  return is_zero(std::numbers::pi - angle, 1.0, round_off::kSame);
}

CornerTool find_corner_tool(const OrientationReading& reading, double p) {
  const double before = std::nextafter(p, -1.0);
  CornerTool tool{.p = p};
  if (!reading.rotation) {
    tool.angle = find_derivative(reading.angles.front()(before), 0);
    tool.by = wrap_angle(find_derivative(reading.angles.front()(p), 0) - tool.angle);
    if (is_half_turn(std::abs(tool.by))) tool.by = std::abs(tool.by);
    tool.size = std::abs(tool.by);
    return tool;
  }
  tool.R = find_rates(reading.rotation(before)).R;
  const Matrix3d turn = find_rates(reading.rotation(p)).R * tool.R.transpose();
  tool.vector = find_rotation_vector(turn);
  if (is_half_turn(tool.vector.norm())) {
    const Vector3d up = tool.R.col(2);
    if (tool.vector.dot(up) < 0.0) tool.vector = -tool.vector;
  }
  tool.size = tool.vector.norm();
  return tool;
}

// Corners at which the direction itself jumps: elsewhere only its rate does.
std::vector<CornerTool> list_corner_tools(const Node& node, const OrientationReading& reading,
                                          const CurveReading& curve) {
  std::vector<CornerTool> tools;
  for (const double p : curve.steps.corners) {
    const CornerTool tool = find_corner_tool(reading, p);
    if (!std::isfinite(tool.size)) {
      node.fail(fmt::format("a tangent without a direction at p = {:.9g}", p),
                "expected a curve that is never along 'up', or across the x-y plane");
    }
    if (tool.size > round_off::kSame) tools.push_back(tool);
  }
  return tools;
}

// About: blends that fill a piece are as long as their tangent in the middle says.
double measure_length(const CurveReading& curve) {
  const Knots& points = curve.points;
  double length = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const JetPoint middle = curve.curve(0.5 * (points[i - 1] + points[i]));
    const Vector3d rate(find_derivative(middle[0], 1), find_derivative(middle[1], 1),
                        find_derivative(middle[2], 1));
    length += rate.norm() * (points[i] - points[i - 1]);
  }
  return length;
}

// A full turn takes as much of p as a piece on average; what goes up as much as that length along
// the curve.
std::vector<TurningCorner> choose_stretches(const std::vector<CornerTool>& tools,
                                            const Knots& points, double lift_share) {
  const double whole = points.back(), piece = whole / static_cast<double>(points.size() - 1);
  std::vector<TurningCorner> corners;
  for (const CornerTool& tool : tools) {
    corners.push_back({tool.p, piece * tool.size / (2.0 * std::numbers::pi), whole * lift_share});
  }
  return corners;
}

// Of the length of the curve. Far above it nothing else of p could be told apart.
double find_lift_share(const Node& node, const Vector3d& lift, const CurveReading& curve) {
  constexpr double kMost = 1000.0;
  const double length = measure_length(curve), height = lift.norm();
  if (height > kMost * length) {
    node.require("lift").fail(
        fmt::format("a lift of {:.6g} m along a path of {:.6g} m", height, length),
        "expected at most a thousand times as much");
  }
  return height == 0.0 ? 0.0 : height / length;
}

Vector3d read_lift(const Node& node, const Parameters& parameters, const CurveReading& curve) {
  const auto lift = node.find("lift");
  if (!lift) return Vector3d::Zero();
  lift->allow_only({"x", "y", "z"});
  Vector3d way = Vector3d::Zero();
  for (int axis = 0; axis < 3; ++axis) {
    const std::string name(1, "xyz"[axis]);
    const auto value = lift->find(name);
    if (!value) continue;
    if (std::find(curve.axes.begin(), curve.axes.end(), axis) == curve.axes.end()) {
      value->fail("a lift along " + name + ", which the position does not prescribe",
                  "expected points with that coordinate");
    }
    way(axis) = read_number(*value, dimension::length, parameters);
  }
  if (way.isZero(0.0)) lift->fail("a lift by nothing", "expected a length, such as {z: 5 mm}");
  return way;
}

// The orientation over the same p as the curve with its stretches.
void add_stretches(const std::vector<CornerTool>& tools,
                   const std::shared_ptr<const TurnStretches>& stretches,
                   OrientationReading& reading) {
  if (reading.rotation) {
    reading.rotation = [tools, stretches, along = reading.rotation](double p) {
      const TurnStretches::Place place = stretches->find(p);
      if (!place.corner) return along(place.own);
      const CornerTool& tool = tools[*place.corner];
      const Vector3d& way = tool.vector;
      return turn_rotation(
          make_constant_rotation(tool.R),
          {place.turned * way.x(), place.turned * way.y(), place.turned * way.z()});
    };
    return;
  }
  reading.angles.front() = [tools, stretches, along = reading.angles.front()](double p) {
    const TurnStretches::Place place = stretches->find(p);
    if (!place.corner) return along(place.own);
    const CornerTool& tool = tools[*place.corner];
    return Jet(tool.angle + place.turned * tool.by);
  };
}

void add_stretches(const std::shared_ptr<const TurnStretches>& stretches, const Vector3d& lift,
                   CurveReading& curve) {
  curve.curve = [stretches, lift, along = curve.curve](double p) {
    const TurnStretches::Place place = stretches->find(p);
    JetPoint point = along(place.own);
    if (!place.corner) return point;
    for (int i = 0; i < 3; ++i) {
      nth(point, i) = find_derivative(nth(point, i), 0) + place.up * lift(i);
    }
    return point;
  };
  const auto move = [&](std::vector<double>& places) {
    for (double& p : places) p = stretches->find_p(p);
  };
  move(curve.steps.breaks);
  move(curve.steps.corners);
  move(curve.points);
  if (curve.written) move(curve.written->values.knots);
  if (curve.p_max) curve.p_max = stretches->find_p(*curve.p_max);
  for (RoundCorner& round : curve.rounds) {
    for (double* p : {&round.begin, &round.p, &round.end}) *p = stretches->find_p(*p);
  }
  std::vector<double>& corners = curve.steps.corners;
  const std::vector<double> bounds = stretches->list_bounds();
  corners.insert(corners.end(), bounds.begin(), bounds.end());
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
}

void turn_at_corners(const Node& node, const Parameters& parameters, OrientationReading& reading,
                     CurveReading& curve) {
  const Node turn = node.require("turn");
  (void)turn.read_choice({"at corners"});
  if (!curve.formulas.empty()) {
    turn.fail("'turn' along formulas", "expected a position through points: polyline, pieces, csv");
  }
  const Vector3d lift = read_lift(node, parameters, curve);
  const std::vector<CornerTool> tools = list_corner_tools(node, reading, curve);
  if (tools.empty()) return;
  const auto stretches = std::make_shared<const TurnStretches>(
      choose_stretches(tools, curve.points, find_lift_share(node, lift, curve)));
  add_stretches(tools, stretches, reading);
  add_stretches(stretches, lift, curve);
}

OrientationReading read_direction_of(const Node& node, const Parameters& parameters,
                                     const CurveReading& curve) {
  const auto up = node.find("up"), offset = node.find("offset");
  const bool planar = std::find(curve.axes.begin(), curve.axes.end(), 2) == curve.axes.end();
  if (!up && (planar || offset)) {
    const double angle = offset ? read_number(*offset, dimension::angle, parameters) : 0.0;
    return {{{Kind::phi, 0, {}}}, {make_tangent_angle(curve.curve, angle)}, {}};
  }
  if (offset) offset->fail("'offset' with 'up'", "expected one of them");
  return {{{Kind::rotation, 0, {}}, {Kind::rotation, 1, {}}, {Kind::rotation, 2, {}}},
          {},
          make_tangent_rotation(
              curve.curve, up ? read_direction(*up, parameters) : Vector3d(Vector3d::UnitZ()))};
}

}  // namespace

std::optional<OrientationReading> read_tangential(const Node& path, const Parameters& parameters,
                                                  std::optional<CurveReading>& curve) {
  const auto orientation = path.find("orientation");
  const auto node = orientation ? orientation->find("tangential") : std::nullopt;
  if (!node || list_orientations(*orientation).size() != 1) return std::nullopt;
  node->allow_only({"offset", "up", "turn", "lift"});
  if (!curve) node->fail("a tangential orientation without position", "expected a curve");
  OrientationReading reading = read_direction_of(*node, parameters, *curve);
  if (node->find("turn")) {
    turn_at_corners(*node, parameters, reading, *curve);
  } else if (const auto lift = node->find("lift")) {
    lift->fail("'lift' without 'turn: at corners'", "expected both");
  }
  return reading;
}

}  // namespace path
}  // namespace globaldyn::inside
