#include "core/mechanism/mechanism.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {

std::string name_of(const Mechanism& mechanism, const CoordinateIndex& index) {
  const Joint& joint = mechanism.joints[static_cast<std::size_t>(index.joint)];
  const auto& coordinates = coordinates_of(joint.kind);
  if (coordinates.size() == 1) return joint.name;
  return joint.name + "." + coordinates[static_cast<std::size_t>(index.coordinate)].name;
}

namespace {

// Of a body about the axis that it turns about the hardest.
double calc_gyration_radius(const MassProperties& of) {
  const double inertia = of.inertia.diagonal().maxCoeff();
  return of.mass > 0.0 && inertia > 0.0 ? std::sqrt(inertia / of.mass) : 0.0;
}

}  // namespace

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
  if (longest == 0.0) return 1.0;
  // A tool may be next to nothing off a slide that is large.
  for (const Body& body : mechanism.bodies) {
    longest = std::max(longest, calc_gyration_radius(body.mass_properties));
  }
  return longest;
}

}  // namespace globaldyn
