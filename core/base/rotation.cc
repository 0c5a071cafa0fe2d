#include "core/base/rotation.h"

#include <cmath>
#include <numbers>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {

Matrix3d make_skew(const Vector3d& a) {
  Matrix3d m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

Vector3d find_axial(const Matrix3d& m) {
  return 0.5 * Vector3d(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));
}

Matrix3d make_cardan_rotation(const Vector3d& angles) {
  using Eigen::AngleAxisd;
  return (AngleAxisd(angles.x(), Vector3d::UnitX()) * AngleAxisd(angles.y(), Vector3d::UnitY()) *
          AngleAxisd(angles.z(), Vector3d::UnitZ()))
      .toRotationMatrix();
}

Vector3d find_cardan_angles(const Matrix3d& R) {
  // R(0,2) = sin y; R(1,2), R(2,2) = -sin x cos y, cos x cos y; R(0,1), R(0,0) the same for z.
  const double cos_y = std::hypot(R(0, 0), R(0, 1));
  constexpr double kGimbalLock = round_off::kEntry;
  if (cos_y < kGimbalLock) {
    return {std::atan2(R(2, 1), R(1, 1)), std::atan2(R(0, 2), cos_y), 0.0};
  }
  // z from Rxᵀ R: near the singularity x and z are each ill-determined, but must be consistent.
  const double x = std::atan2(-R(1, 2), R(2, 2));
  const double sx = std::sin(x), cx = std::cos(x);
  const double z = std::atan2(cx * R(1, 0) + sx * R(2, 0), cx * R(1, 1) + sx * R(2, 1));
  return {x, std::atan2(R(0, 2), cos_y), z};
}

Matrix3d make_rotation(const Vector3d& w) {
  const double angle = w.norm();
  if (angle == 0.0) return Matrix3d::Identity();
  return Eigen::AngleAxisd(angle, w / angle).toRotationMatrix();
}

Vector3d find_rotation_vector(const Matrix3d& R) {
  const Eigen::AngleAxisd rotation(R);
  return rotation.angle() * rotation.axis();
}

Matrix3d orthonormalize(const Matrix3d& R) {
  return Eigen::Quaterniond(R).normalized().toRotationMatrix();
}

Matrix3d make_frame_about(const Vector3d& axis, const Vector3d& x_hint) {
  const Vector3d z = axis.normalized();
  constexpr double kAlmostParallel = 1e-6;
  for (const Vector3d& hint : {x_hint, Vector3d(Vector3d::UnitX()), Vector3d(Vector3d::UnitY())}) {
    const Vector3d x = hint - hint.dot(z) * z;
    if (x.norm() <= kAlmostParallel * hint.norm() || hint.isZero(0.0)) continue;
    Matrix3d frame;
    frame << x.normalized(), z.cross(x.normalized()), z;
    return frame;
  }
  return Matrix3d::Identity();  // not reached: z cannot be along both e_x and e_y
}

double find_turn_nearest(double angle, double near) {
  constexpr double kTurn = 2.0 * std::numbers::pi;
  const double turns = std::round((near - angle) / kTurn);
  return turns == 0.0 ? angle : angle + kTurn * turns;
}

double wrap_angle(double angle) {
  const double wrapped = std::remainder(angle, 2.0 * std::numbers::pi);
  return wrapped == -std::numbers::pi ? std::numbers::pi : wrapped;
}

}  // namespace core
}  // namespace globaldyn::inside
