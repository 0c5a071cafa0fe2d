#include "core/kinematics/cardan.h"

#include <cmath>
#include <numbers>

namespace globaldyn::inside {
inline namespace core {

Matrix3d make_cardan_rate_matrix(const Vector3d& angles) {
  const double sx = std::sin(angles.x()), cx = std::cos(angles.x());
  const double sy = std::sin(angles.y()), cy = std::cos(angles.y());
  Matrix3d G;  // columns: e_x, Rx e_y, Rx Ry e_z
  G << 1, 0, sy, 0, cx, -sx * cy, 0, sx, cx * cy;
  return G;
}

Matrix3d make_cardan_rate_derivative(const Vector3d& angles, const Vector3d& rates) {
  const double sx = std::sin(angles.x()), cx = std::cos(angles.x());
  const double sy = std::sin(angles.y()), cy = std::cos(angles.y());
  const double x = rates.x(), y = rates.y();
  Matrix3d D;
  D << 0, 0, cy * y, 0, -sx * x, -cx * cy * x + sx * sy * y, 0, cx * x, -sx * cy * x - cx * sy * y;
  return D;
}

Matrix3d CardanChart::rate_matrix() const {
  return reference * make_cardan_rate_matrix(angles);
}

Matrix3d CardanChart::rate_derivative(const Vector3d& rates) const {
  return reference * make_cardan_rate_derivative(angles, rates);
}

CardanChart make_cardan_chart(const Matrix3d& R) {
  const Vector3d angles = find_cardan_angles(R);
  constexpr double kSafe = std::numbers::pi / 3.0;
  if (std::abs(angles.y()) <= kSafe) return {Matrix3d::Identity(), angles};
  return {R, Vector3d::Zero()};
}

CardanCoordinates make_cardan_coordinates(const BodyPose& pose, const Twist& first,
                                          const Twist& second) {
  CardanCoordinates result;
  result.chart = make_cardan_chart(pose.R);
  const Eigen::PartialPivLU<Matrix3d> G(result.chart.rate_matrix());
  const Vector3d rates = G.solve(first.w);
  const Vector3d accelerations = G.solve(second.w - result.chart.rate_derivative(rates) * rates);
  result.z << pose.r, result.chart.angles;
  result.first << first.v, rates;
  result.second << second.v, accelerations;
  return result;
}

}  // namespace core
}  // namespace globaldyn::inside
