#pragma once

#include <Eigen/Dense>

namespace globaldyn::inside {
inline namespace core {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

/// The matrix of the cross product, skew(a) b = a x b.
[[nodiscard]] Matrix3d make_skew(const Vector3d& a);

/// The vector of the skew-symmetric part of `m`, the inverse of make_skew().
[[nodiscard]] Vector3d find_axial(const Matrix3d& m);

/// R = Rx(x) Ry(y) Rz(z), the Cardan angles of seed paper 003 eq. (6).
[[nodiscard]] Matrix3d make_cardan_rotation(const Vector3d& angles);

/// The Cardan angles of R, y in [-pi/2, pi/2]. At y = +-pi/2, z is taken as 0.
[[nodiscard]] Vector3d find_cardan_angles(const Matrix3d& R);

/// exp(skew(w)): the rotation by |w| about w.
[[nodiscard]] Matrix3d make_rotation(const Vector3d& w);

/// The rotation vector of R, |w| <= pi, exp(skew(w)) = R.
[[nodiscard]] Vector3d find_rotation_vector(const Matrix3d& R);

/// The rotation closest to a matrix that has drifted from orthonormal by rounding errors.
[[nodiscard]] Matrix3d orthonormalize(const Matrix3d& R);

/// A right-handed frame whose z axis is along `axis`. Its x axis is the part of `x_hint`
/// perpendicular to it; without a usable hint, the part of e_x, or of e_y if `axis` is along e_x.
[[nodiscard]] Matrix3d make_frame_about(const Vector3d& axis,
                                        const Vector3d& x_hint = Vector3d::Zero());

/// The angle in (-pi, pi] equal to `angle` up to full turns.
[[nodiscard]] double wrap_angle(double angle);

/// `angle` with as many full turns more or less as bring it nearest to `near`.
[[nodiscard]] double find_turn_nearest(double angle, double near);

}  // namespace core
}  // namespace globaldyn::inside
