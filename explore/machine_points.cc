#include "explore/machine_points.h"

#include <variant>

namespace globaldyn::inside::explore {
namespace {

Vector3d in_own_frame(const Machine& machine, BodyId body, const Vector3d& from_com) {
  return from_com + machine.mechanism.bodies[body].mass_properties.com;
}

void add_pair(const Machine& machine, Handle::Kind kind, const std::string& name, int number,
              const ActingCoordinate& acting, std::vector<MachinePoint>& points) {
  const auto* pair = std::get_if<PointPair>(&acting);
  if (pair == nullptr) return;
  int end = 0;
  for (const BodyPoint& one : {pair->from, pair->to}) {
    points.push_back({kind, name + (end == 0 ? " from" : " to"), number, end, one.body,
                      in_own_frame(machine, one.body, one.point)});
    ++end;
  }
}

}  // namespace

std::vector<MachinePoint> list_machine_points(const Machine& machine) {
  const Mechanism& mechanism = machine.mechanism;
  std::vector<MachinePoint> points;
  for (const JointId id : mechanism.joints.ids()) {
    const Joint& joint = mechanism.joints[id];
    const auto add = [&](int end, BodyId body, const Frame& frame) {
      points.push_back({Handle::Kind::joint, joint.name, id.number(), end, body,
                        in_own_frame(machine, body, frame.origin)});
    };
    add(0, joint.body_a, joint.frame_a);
    add(1, joint.body_b, joint.frame_b);
  }
  int number = 0;
  for (const Drive& one : mechanism.drives) {
    add_pair(machine, Handle::Kind::drive, one.name, number++, one.coordinate, points);
  }
  number = 0;
  for (const Spring& one : mechanism.springs) {
    add_pair(machine, Handle::Kind::spring, one.name, number++, one.coordinate, points);
  }
  return points;
}

Vector3d place(const MachinePoint& point, const Machine& machine, const Pose& pose) {
  const Frame frame = find_body_frame(machine.mechanism.bodies[point.body], pose[point.body]);
  return frame.origin + frame.axes * point.place;
}

}  // namespace globaldyn::inside::explore
