#include "report/machine/joint_axes.h"

#include <cmath>
#include <numbers>

#include "core/base/nth.h"
#include "core/joints/joint_type.h"
#include "report/machine/body_points.h"

namespace globaldyn::inside::report {
namespace {

const Colour kAxisColour = make_colour(0x56606e);

// A line in space with the direction in which a coordinate grows, right-handed where it turns.
struct CoordinateLine {
  Vector3d at;
  Vector3d direction;
  bool rotational{false};
};

CoordinateLine find_line(const Mechanism& mechanism, const Topology& topology,
                         const CoordinateIndex& index, const Pose& pose) {
  const Joint& joint = mechanism.joints[index.joint];
  const JointCoordinate& coordinate = nth(type_of(joint).coordinates, index.coordinate);
  const Frame a = place(pose[joint.body_a], joint.frame_a);
  const Frame b = place(pose[joint.body_b], joint.frame_b);
  return {find_joint_point(topology, joint, pose),
          (coordinate.of_b ? b : a).axes.col(coordinate.axis), coordinate.rotational};
}

Shape draw_line(Outline outline, const Colour& colour, double width) {
  Shape shape;
  shape.outline = std::move(outline);
  shape.closed = false;
  shape.line = colour;
  shape.line_width = width;
  return shape;
}

// An arrow along points on paper; nothing where they are almost one point.
void append_arrow(const Outline& points, double unit, std::vector<Shape>& shapes) {
  const Vector2d last = points.back() - points[points.size() - 2];
  if ((points.back() - points.front()).norm() < 1.5 * unit || !(last.norm() > 0.0)) return;
  shapes.push_back(draw_line(points, kDriveColour, 2.0));
  shapes.push_back(draw_arrow_head(points.back() + 1.2 * unit * last.normalized(),
                                   last.normalized(), 2.2 * unit, kDriveColour));
}

// Three eighths of a turn about the line, wide enough to stay clear of the joint's mark.
Outline trace_turn(const CoordinateLine& line, double radius, const Projection& projection) {
  constexpr int kPoints = 24;
  const Vector3d u = line.direction.unitOrthogonal(), v = line.direction.cross(u);
  Outline arc;
  for (int i = 0; i <= kPoints; ++i) {
    const double angle = 0.75 * std::numbers::pi * i / kPoints;
    arc.push_back(
        projection.project(line.at + radius * (std::cos(angle) * u + std::sin(angle) * v)));
  }
  return arc;
}

void append_direction(const CoordinateLine& line, const Projection& projection, double unit,
                      std::vector<Shape>& shapes) {
  if (line.rotational) {
    append_arrow(trace_turn(line, 3.2 * unit, projection), unit, shapes);
    return;
  }
  const Vector3d tip = line.at + 6.0 * unit * line.direction;
  append_arrow({projection.project(line.at), projection.project(tip)}, unit, shapes);
}

void append_joint_directions(const Mechanism& mechanism, const Topology& topology,
                             const std::vector<CoordinateTerm>& terms, const Pose& pose,
                             const Projection& projection, double unit,
                             std::vector<Shape>& shapes) {
  for (const CoordinateTerm& term : terms) {
    CoordinateLine line = find_line(mechanism, topology, term.of, pose);
    const bool moves_a = mechanism.joints[term.of.joint].body_b == kGround;
    if (moves_a != (term.factor < 0.0)) line.direction = -line.direction;
    append_direction(line, projection, unit, shapes);
  }
}

}  // namespace

std::vector<Shape> draw_joint_axes(const Mechanism& mechanism, const Topology& topology,
                                   const Pose& pose, const Projection& projection,
                                   const DrawingStyle& style) {
  std::vector<Shape> shapes;
  for (const JointId joint : mechanism.joints.ids()) {
    const auto& coordinates = type_of(mechanism.joints[joint]).coordinates;
    for (int k = 0; k < static_cast<int>(coordinates.size()); ++k) {
      const CoordinateLine line = find_line(mechanism, topology, {joint, k}, pose);
      const Vector3d half = 5.0 * style.unit * line.direction;
      const Vector2d from = projection.project(line.at - half);
      const Vector2d to = projection.project(line.at + half);
      if ((to - from).norm() < 1.5 * style.unit) continue;  // seen from its end
      shapes.push_back(draw_line({from, to}, kAxisColour, 1.0));
      shapes.back().dashed = true;
    }
  }
  return shapes;
}

std::vector<Shape> draw_drive_directions(const Mechanism& mechanism, const Topology& topology,
                                         const Pose& pose, const Projection& projection,
                                         const DrawingStyle& style) {
  std::vector<Shape> shapes;
  for (const Drive& drive : mechanism.drives) {
    if (drive.kind == Drive::Kind::cable) continue;
    if (const auto* pair = std::get_if<PointPair>(&drive.coordinate)) {
      const Vector3d from = find_point(pair->from, pose), to = find_point(pair->to, pose);
      if ((to - from).norm() > 0.0) {
        append_direction({to, (to - from).normalized(), false}, projection, style.unit, shapes);
      }
      continue;
    }
    const auto* sum = std::get_if<CoordinateSum>(&drive.coordinate);
    const std::vector<CoordinateTerm> terms =
        sum != nullptr ? sum->terms
                       : std::vector<CoordinateTerm>{{std::get<CoordinateIndex>(drive.coordinate)}};
    append_joint_directions(mechanism, topology, terms, pose, projection, style.unit, shapes);
  }
  return shapes;
}

}  // namespace globaldyn::inside::report
