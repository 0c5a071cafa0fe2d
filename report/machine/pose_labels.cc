#include "report/machine/pose_labels.h"

#include <algorithm>

#include "report/machine/body_points.h"
#include "report/machine/machine_drawing.h"

namespace globaldyn::inside::report {
namespace {

Label make_label(const std::string& text, const Vector2d& anchor, double gap, const Colour& colour,
                 bool bold) {
  Label label;
  label.text.text = text;
  label.text.size = 11.5;
  label.text.colour = colour;
  label.text.bold = bold;
  label.text.align = "center";
  label.text.boxed = true;
  label.anchor = anchor;
  label.gap = gap;
  return label;
}

double calc_size(const Solid& solid) {
  return solid.size.maxCoeff();
}

// The centre of the body's largest solid, or else of its points; for the ground, one point.
Vector3d find_body_anchor(const Mechanism& mechanism, BodyId id, const Pose& pose) {
  const Body& body = mechanism.bodies[id];
  if (!body.solids.empty()) {
    const auto less = [](const Solid& a, const Solid& b) { return calc_size(a) < calc_size(b); };
    const auto largest = std::max_element(body.solids.begin(), body.solids.end(), less);
    const Frame frame = find_body_frame(body, pose[id]);
    return (frame * largest->frame).origin;
  }
  const std::vector<Vector3d> points = list_body_points(mechanism, id, pose);
  if (points.empty()) return Vector3d::Zero();
  if (id == kGround) return points.front();
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& point : points) middle += point / static_cast<double>(points.size());
  return middle;
}

Vector3d find_anchor(const Machine& machine, const ActingCoordinate& coordinate, const Pose& pose) {
  if (const auto* pair = std::get_if<PointPair>(&coordinate)) {
    // Off the middle, where the names of a telescopic leg's bodies are.
    return 0.35 * find_point(pair->to, pose) + 0.65 * find_point(pair->from, pose);
  }
  const auto* sum = std::get_if<CoordinateSum>(&coordinate);
  const JointId joint =
      (sum != nullptr ? sum->terms.front().of : std::get<CoordinateIndex>(coordinate)).joint;
  return find_joint_point(machine.topology, machine.mechanism.joints[joint], pose);
}

}  // namespace

std::vector<Label> list_names(const Machine& machine, const Pose& pose,
                              const Projection& projection, const View& view) {
  constexpr std::size_t kMostLabels = 90;
  const Mechanism& mechanism = machine.mechanism;
  const auto to_pixel = [&](const Vector3d& point) {
    return view.to_pixel(projection.project(point));
  };
  std::vector<Label> drives, joints, bodies;
  for (const Drive& drive : mechanism.drives) {
    drives.push_back(make_label(drive.name, to_pixel(find_anchor(machine, drive.coordinate, pose)),
                                10.0, kDriveColour, true));
  }
  for (const Spring& spring : mechanism.springs) {
    drives.push_back(make_label(spring.name,
                                to_pixel(find_anchor(machine, spring.coordinate, pose)), 10.0,
                                kSpringColour, true));
  }
  for (const Joint& joint : mechanism.joints) {
    joints.push_back(make_label(
        joint.name, to_pixel(find_joint_point(machine.topology, joint, pose)), 10.0, kInk, false));
  }
  for (const BodyId body : mechanism.bodies.ids()) {
    bodies.push_back(make_label(mechanism.bodies[body].name,
                                to_pixel(find_body_anchor(mechanism, body, pose)), 0.0, kBodyColour,
                                false));
  }
  std::vector<Label> labels;
  for (const std::vector<Label>& kind : {drives, joints, bodies}) {
    if (labels.size() + kind.size() > kMostLabels) break;
    labels.insert(labels.end(), kind.begin(), kind.end());
  }
  return labels;
}

std::vector<PixelBox> list_marks(const Machine& machine, const Pose& pose,
                                 const Projection& projection, const View& view) {
  std::vector<PixelBox> marks;
  const auto add = [&](const Vector3d& point, double half) {
    const Vector2d at = view.to_pixel(projection.project(point));
    marks.push_back({{at.x() - half, at.x() + half}, {at.y() - half, at.y() + half}});
  };
  for (const Joint& joint : machine.mechanism.joints) {
    add(find_joint_point(machine.topology, joint, pose), is_slide(joint) ? 13.0 : 8.0);
  }
  const auto& tool = machine.mechanism.tool;
  if (tool) add(place(pose[tool->body], tool->frame).origin, 8.0);
  return marks;
}

}  // namespace globaldyn::inside::report
