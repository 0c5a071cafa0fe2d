#include "report/machine/body_points.h"

#include "core/joints/joint_type.h"

namespace globaldyn::inside::report {
namespace {

void append_points(const ActingCoordinate& coordinate, BodyId body, const Pose& pose,
                   std::vector<Vector3d>& points) {
  const auto* pair = std::get_if<PointPair>(&coordinate);
  if (pair == nullptr) return;
  for (const BodyPoint& point : {pair->from, pair->to}) {
    if (point.body == body) points.push_back(find_point(point, pose));
  }
}

}  // namespace

Vector3d find_point(const BodyPoint& point, const Pose& pose) {
  return place(pose[point.body], {point.point, Matrix3d::Identity()}).origin;
}

int count_joints_to_ground(const Topology& topology, BodyId body) {
  int count = 0;
  for (auto at = topology.attachment[body]; at; at = topology.attachment[at->parent]) {
    ++count;
  }
  return count;
}

bool is_telescopic(const Joint& joint) {
  return type_of(joint).slides && joint.body_a != kGround && joint.body_b != kGround;
}

bool is_slide(const Joint& joint) {
  return type_of(joint).slides && type_of(joint).coordinates.size() == 1;
}

Vector3d find_joint_point(const Topology& topology, const Joint& joint, const Pose& pose) {
  const Vector3d a = place(pose[joint.body_a], joint.frame_a).origin;
  const Vector3d b = place(pose[joint.body_b], joint.frame_b).origin;
  if (is_telescopic(joint)) return (a + b) / 2.0;
  return count_joints_to_ground(topology, joint.body_a) >
                 count_joints_to_ground(topology, joint.body_b)
             ? a
             : b;
}

std::vector<Vector3d> list_body_points(const Mechanism& mechanism, BodyId body, const Pose& pose) {
  const BodyPose& at = pose[body];
  std::vector<Vector3d> points;
  for (const Joint& joint : mechanism.joints) {
    if (joint.body_a == body) points.push_back(place(at, joint.frame_a).origin);
    if (joint.body_b == body) points.push_back(place(at, joint.frame_b).origin);
  }
  for (const Drive& drive : mechanism.drives) append_points(drive.coordinate, body, pose, points);
  for (const Spring& spring : mechanism.springs) {
    append_points(spring.coordinate, body, pose, points);
  }
  if (mechanism.tool && mechanism.tool->body == body) {
    points.push_back(place(at, mechanism.tool->frame).origin);
  }
  if (body != kGround && points.size() < 2) points.push_back(at.r);
  return points;
}

}  // namespace globaldyn::inside::report
