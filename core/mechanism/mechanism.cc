#include "core/mechanism/mechanism.h"

#include <algorithm>

namespace globaldyn {

std::string name_of(const Mechanism& mechanism, const CoordinateIndex& index) {
  const Joint& joint = mechanism.joints[static_cast<std::size_t>(index.joint)];
  const auto& coordinates = coordinates_of(joint.kind);
  if (coordinates.size() == 1) return joint.name;
  return joint.name + "." + coordinates[static_cast<std::size_t>(index.coordinate)].name;
}

double calc_characteristic_length(const Mechanism& mechanism) {
  double longest = 0.0;
  const auto take = [&](int body, const Vector3d& point) {
    if (body != 0) longest = std::max(longest, point.norm());
  };
  for (const Joint& joint : mechanism.joints) {
    take(joint.body_a, joint.frame_a.origin);
    take(joint.body_b, joint.frame_b.origin);
    longest = std::max(longest, joint.length);
  }
  for (const Drive& drive : mechanism.drives) {
    if (const auto* pair = std::get_if<PointPair>(&drive.coordinate)) {
      take(pair->from.body, pair->from.point);
      take(pair->to.body, pair->to.point);
    }
  }
  if (mechanism.tool) take(mechanism.tool->body, mechanism.tool->frame.origin);
  return longest > 0.0 ? longest : 1.0;
}

}  // namespace globaldyn
