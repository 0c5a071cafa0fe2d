#pragma once

#include "core/bodies/pose.h"

namespace globaldyn::inside {
inline namespace core {

/// G with w = G d(angles)/dt, w in the global frame, for R = Rx Ry Rz (seed paper 003 eq. (6)).
/// Singular at angles.y = +-pi/2.
[[nodiscard]] Matrix3d make_cardan_rate_matrix(const Vector3d& angles);

/// dG/dt for angles changing at `rates`.
[[nodiscard]] Matrix3d make_cardan_rate_derivative(const Vector3d& angles, const Vector3d& rates);

/// A chart of a body's orientation in Cardan angles, R = reference * Rx Ry Rz, whose angle about
/// y stays away from the chart's singularity at +-pi/2.
struct CardanChart {
  Matrix3d reference{Matrix3d::Identity()};
  Vector3d angles{Vector3d::Zero()};

  /// w = rate_matrix() * d(angles)/dt in the global frame.
  [[nodiscard]] Matrix3d rate_matrix() const;
  [[nodiscard]] Matrix3d rate_derivative(const Vector3d& rates) const;
};

/// The chart for R: the plain one (reference I) where |angles.y| <= pi/3, otherwise re-based so
/// that all angles are 0. It depends on R alone, not on how R was reached.
[[nodiscard]] CardanChart make_cardan_chart(const Matrix3d& R);

/// A body's physical coordinates [x y z phi_x phi_y phi_z] and their derivatives with respect to p.
struct CardanCoordinates {
  CardanChart chart;
  Eigen::Matrix<double, 6, 1> z;
  Eigen::Matrix<double, 6, 1> first;
  Eigen::Matrix<double, 6, 1> second;
};

/// Physical coordinates with z' and z'' from a pose, its twist and its second derivative.
[[nodiscard]] CardanCoordinates make_cardan_coordinates(const BodyPose& pose, const Twist& first,
                                                        const Twist& second);

}  // namespace core
}  // namespace globaldyn::inside
