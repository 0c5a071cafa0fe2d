#include "core/formulations/recursive/spatial_inertia.h"

namespace globaldyn::inside {
inline namespace core {

SpatialInertia make_spatial_inertia(const MassProperties& properties, const BodyPose& pose) {
  const double mass = properties.mass;
  const Vector3d& c = pose.r;
  return {mass, mass * c,
          pose.R * properties.inertia * pose.R.transpose() +
              mass * (c.squaredNorm() * Matrix3d::Identity() - c * c.transpose())};
}

Screw cross_force(const Screw& rate, const Screw& momentum) {
  return {rate.angular.cross(momentum.linear),
          rate.angular.cross(momentum.angular) + rate.linear.cross(momentum.linear)};
}

}  // namespace core
}  // namespace globaldyn::inside
