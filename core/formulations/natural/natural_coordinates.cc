#include "core/formulations/natural/natural_coordinates.h"

#include <array>
#include <utility>

namespace globaldyn::inside {
inline namespace core {
namespace {

// The pairs of axes that are kept perpendicular, by their numbers.
constexpr std::array<std::pair<int, int>, 3> kPairs{{{1, 0}, {2, 0}, {2, 1}}};

// Axis k among the coordinates.
auto axis_of(const Vector12d& q, int k) {
  return q.segment<3>(3 + 3 * k);
}

}  // namespace

Vector12d make_natural_coordinates(const BodyPose& pose) {
  Vector12d q;
  q << pose.r, pose.R.col(0), pose.R.col(1), pose.R.col(2);
  return q;
}

Vector12d make_natural_rates(const BodyPose& pose, const Twist& twist) {
  Vector12d rates;
  rates.head<3>() = twist.v;
  for (int k = 0; k < 3; ++k) rates.segment<3>(3 + 3 * k) = twist.w.cross(pose.R.col(k));
  return rates;
}

Vector12d make_natural_accelerations(const BodyPose& pose, const Twist& twist,
                                     const Twist& change) {
  Vector12d accelerations = make_natural_rates(pose, change);
  for (int k = 0; k < 3; ++k) {
    accelerations.segment<3>(3 + 3 * k) += twist.w.cross(twist.w.cross(pose.R.col(k)));
  }
  return accelerations;
}

Vector12d make_natural_force(const BodyPose& pose, const Vector6d& wrench) {
  Vector12d force;
  force.head<3>() = wrench.head<3>();
  const Vector3d half = 0.5 * wrench.tail<3>();
  for (int k = 0; k < 3; ++k) force.segment<3>(3 + 3 * k) = half.cross(pose.R.col(k));
  return force;
}

Vector12d NaturalMass::operator*(const Vector12d& q) const {
  Vector12d product;
  product.head<3>() = mass * q.head<3>();
  product.tail<9>().reshaped(3, 3) = q.tail<9>().reshaped(3, 3) * moments;
  return product;
}

NaturalMass make_natural_mass(const MassProperties& properties) {
  return {properties.mass,
          0.5 * properties.inertia.trace() * Matrix3d::Identity() - properties.inertia};
}

Vector6d calc_rigid_values(const Vector12d& q) {
  Vector6d values;
  for (int k = 0; k < 3; ++k) values(k) = 0.5 * (axis_of(q, k).squaredNorm() - 1.0);
  for (int i = 0; i < 3; ++i) {
    const auto [j, k] = kPairs[static_cast<std::size_t>(i)];
    values(3 + i) = axis_of(q, j).dot(axis_of(q, k));
  }
  return values;
}

Eigen::Matrix<double, kNaturalSize, kRigidRows> make_rigid_gradients(const Vector12d& q) {
  Eigen::Matrix<double, kNaturalSize, kRigidRows> gradients =
      Eigen::Matrix<double, kNaturalSize, kRigidRows>::Zero();
  for (int k = 0; k < 3; ++k) gradients.block<3, 1>(3 + 3 * k, k) = axis_of(q, k);
  for (int i = 0; i < 3; ++i) {
    const auto [j, k] = kPairs[static_cast<std::size_t>(i)];
    gradients.block<3, 1>(3 + 3 * j, 3 + i) = axis_of(q, k);
    gradients.block<3, 1>(3 + 3 * k, 3 + i) = axis_of(q, j);
  }
  return gradients;
}

Vector6d calc_rigid_biases(const Vector12d& rates) {
  Vector6d biases;
  for (int k = 0; k < 3; ++k) biases(k) = axis_of(rates, k).squaredNorm();
  for (int i = 0; i < 3; ++i) {
    const auto [j, k] = kPairs[static_cast<std::size_t>(i)];
    biases(3 + i) = 2.0 * axis_of(rates, j).dot(axis_of(rates, k));
  }
  return biases;
}

}  // namespace core
}  // namespace globaldyn::inside
