// Joints, drives, springs and the tool, which are drawn over the bodies.
#include <algorithm>
#include <cmath>

#include "report/machine/body_points.h"
#include "report/machine/machine_drawing.h"

namespace globaldyn::inside::report {
namespace {

bool is_driven(const Mechanism& mechanism, JointId joint) {
  return std::any_of(mechanism.drives.begin(), mechanism.drives.end(), [&](const Drive& drive) {
    if (const auto* sum = std::get_if<CoordinateSum>(&drive.coordinate)) {
      return std::any_of(sum->terms.begin(), sum->terms.end(),
                         [&](const CoordinateTerm& term) { return term.of.joint == joint; });
    }
    const auto* index = std::get_if<CoordinateIndex>(&drive.coordinate);
    return index != nullptr && index->joint == joint;
  });
}

Shape make_line(const Vector3d& from, const Vector3d& to, const Projection& projection,
                const Colour& colour, double width) {
  Shape shape;
  shape.outline = {projection.project(from), projection.project(to)};
  shape.closed = false;
  shape.line = colour;
  shape.line_width = width;
  return shape;
}

// Nothing for what acts on a joint coordinate: the joint's mark shows it.
void append_pair(const ActingCoordinate& coordinate, const Pose& pose, const Projection& projection,
                 const Colour& colour, double width, std::vector<Shape>& shapes) {
  const auto* pair = std::get_if<PointPair>(&coordinate);
  if (pair == nullptr) return;
  const Vector3d from = find_point(pair->from, pose), to = find_point(pair->to, pose);
  shapes.push_back(make_line(from, to, projection, colour, width));
}

// A prismatic joint whose ground is not drawn gets a line to slide along.
void append_guide(const Machine& machine, const Joint& joint, const Pose& pose,
                  const Projection& projection, const DrawingStyle& style,
                  std::vector<Shape>& shapes) {
  const bool on_ground = joint.body_a == kGround || joint.body_b == kGround;
  if (!is_slide(joint) || !on_ground || !machine.mechanism.bodies.front().solids.empty()) {
    return;
  }
  const Frame guide = place(pose[joint.body_a], joint.frame_a);
  const Vector3d at = find_joint_point(machine.topology, joint, pose);
  const Vector3d half = 12.0 * style.unit * guide.axes.col(2);
  shapes.push_back(make_line(at - half, at + half, projection, kGrey, 2.0));
}

// Bodies drawn from points only do not meet where one slides in the other.
void append_telescope(const Mechanism& mechanism, const Joint& joint, const Pose& pose,
                      const Projection& projection, std::vector<Shape>& shapes) {
  const BodyId a = joint.body_a, b = joint.body_b;
  if (!is_telescopic(joint) ||
      (!mechanism.bodies[a].solids.empty() && !mechanism.bodies[b].solids.empty())) {
    return;
  }
  shapes.push_back(make_line(place(pose[a], joint.frame_a).origin,
                             place(pose[b], joint.frame_b).origin, projection, kGrey, 3.0));
}

// What keeps two points at a distance is no body, but without it the machine would fall apart.
void append_rod(const Joint& joint, const Pose& pose, const Projection& projection,
                const DrawingStyle& style, std::vector<Shape>& shapes) {
  if (joint.kind != JointKind::distance) return;
  const Vector3d a = place(pose[joint.body_a], joint.frame_a).origin;
  const Vector3d b = place(pose[joint.body_b], joint.frame_b).origin;
  shapes.push_back(make_line(a, b, projection, kGrey, 3.0));
  for (const Vector3d& end : {a, b}) {
    Shape mark;
    mark.outline = make_circle(projection.project(end), 0.6 * style.unit);
    mark.fill = kWhite;
    mark.line = kInk;
    shapes.push_back(std::move(mark));
  }
}

// A circle; a small block along the axis where it slides.
Shape draw_joint(const Machine& machine, JointId id, const Pose& pose, const Projection& projection,
                 const DrawingStyle& style) {
  const Joint& joint = machine.mechanism.joints[id];
  const Vector2d at = projection.project(find_joint_point(machine.topology, joint, pose));
  const Frame frame = place(pose[joint.body_a], joint.frame_a);
  const Vector2d axis = projection.project(frame.axes.col(2));
  const bool driven = is_driven(machine.mechanism, id);
  const bool on_ground = joint.body_a == kGround || joint.body_b == kGround;
  const double size = driven ? 1.25 * style.unit : style.unit;  // visible under another joint
  Shape shape;
  shape.outline = is_slide(joint) && axis.norm() > 0.1
                      ? make_bar(at, axis.normalized(), 3.0 * size, 1.9 * size)
                      : make_circle(at, 0.85 * size);
  shape.fill = driven ? kDriveColour : on_ground ? make_colour(0x8b94a1) : kWhite;
  shape.line = driven ? mix(kDriveColour, kInk, 0.4) : kInk;
  return shape;
}

void append_tool(const Mechanism& mechanism, const Pose& pose, const Projection& projection,
                 const DrawingStyle& style, std::vector<Shape>& shapes) {
  if (!mechanism.tool) return;
  const Frame tool = place(pose[mechanism.tool->body], mechanism.tool->frame);
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d tip = tool.origin + 4.0 * style.unit * tool.axes.col(axis);
    shapes.push_back(make_line(tool.origin, tip, projection, kPathColour, 1.8));
  }
  Shape origin;
  origin.outline = make_circle(projection.project(tool.origin), 0.6 * style.unit);
  origin.fill = kPathColour;
  origin.line = kPathColour;
  shapes.push_back(origin);
}

}  // namespace

std::vector<Shape> draw_joints_and_drives(const Machine& machine, const Pose& pose,
                                          const Projection& projection, const DrawingStyle& style) {
  const Mechanism& mechanism = machine.mechanism;
  std::vector<Shape> shapes;
  for (const Spring& spring : mechanism.springs) {
    append_pair(spring.coordinate, pose, projection, kSpringColour, 2.0, shapes);
    if (!shapes.empty()) shapes.back().dashed = true;
  }
  for (const Drive& drive : mechanism.drives) {
    const double width = drive.kind == Drive::Kind::cable ? 1.3 : 3.0;
    append_pair(drive.coordinate, pose, projection, kDriveColour, width, shapes);
  }
  for (const Joint& joint : mechanism.joints) {
    append_guide(machine, joint, pose, projection, style, shapes);
    append_telescope(mechanism, joint, pose, projection, shapes);
    append_rod(joint, pose, projection, style, shapes);
  }
  for (const JointId joint : mechanism.joints.ids()) {
    if (mechanism.joints[joint].kind == JointKind::distance) continue;  // has its rod
    shapes.push_back(draw_joint(machine, joint, pose, projection, style));
  }
  append_tool(mechanism, pose, projection, style, shapes);
  return shapes;
}

}  // namespace globaldyn::inside::report
