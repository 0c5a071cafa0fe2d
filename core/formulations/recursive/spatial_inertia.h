#pragma once

#include "core/bodies/body.h"
#include "core/loops/spanning_tree.h"

namespace globaldyn::inside {
inline namespace core {

/// Mass, first and second moments of a body about the origin of the global frame, for screws there:
/// the momentum belonging to a rate.
struct SpatialInertia {
  double mass{0.0};
  Vector3d first{Vector3d::Zero()};   ///< kg m: mass times the centre's position
  Matrix3d second{Matrix3d::Zero()};  ///< kg m²: inertia about the origin

  [[nodiscard]] Screw operator*(const Screw& rate) const {
    return {mass * rate.linear + rate.angular.cross(first),
            second * rate.angular + first.cross(rate.linear)};
  }
};

[[nodiscard]] SpatialInertia make_spatial_inertia(const MassProperties& properties,
                                                  const BodyPose& pose);

/// The rate of change of a momentum, or of a force, that is carried along with `rate`.
[[nodiscard]] Screw cross_force(const Screw& rate, const Screw& momentum);

}  // namespace core
}  // namespace globaldyn::inside
