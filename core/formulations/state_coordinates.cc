#include "core/formulations/state_coordinates.h"

#include <algorithm>

#include "core/base/nth.h"

namespace globaldyn {
namespace {

constexpr double kLeastShare = 1e-9;
// Of more bodies dense equations cost too much: 300 coordinates take a few milliseconds.
constexpr int kMostDense = 50;

// Raises eigenvalues of an inertia to at least `least`.
Matrix3d raise_inertia(const Matrix3d& inertia, double least) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> principal(inertia);
  if (principal.eigenvalues().minCoeff() >= least) return inertia;
  const Matrix3d& axes = principal.eigenvectors();
  return axes * principal.eigenvalues().cwiseMax(least).asDiagonal() * axes.transpose();
}

std::vector<MassProperties> raise_masses(const Mechanism& mechanism) {
  double mass = 0.0;
  for (const Body& body : mechanism.bodies) mass = std::max(mass, body.mass_properties.mass);
  if (mass == 0.0) mass = 1.0;
  const double length = mechanism.characteristic_length;
  std::vector<MassProperties> raised;
  for (const Body& body : mechanism.bodies) {
    MassProperties properties = body.mass_properties;
    properties.mass = std::max(properties.mass, kLeastShare * mass);
    properties.inertia = raise_inertia(properties.inertia, kLeastShare * mass * length * length);
    raised.push_back(properties);
  }
  return raised;
}

}  // namespace

StateCoordinates::StateCoordinates(const Mechanism& mechanism, const Topology& topology)
    : mechanism_(mechanism),
      topology_(topology),
      pose_(mechanism.bodies.size()),
      twists_(mechanism.bodies.size()),
      motion_(mechanism.bodies.size()),
      biases_(mechanism.bodies.size()),
      masses_(raise_masses(mechanism)) {
  double mass = 0.0;
  for (const Body& body : mechanism.bodies) mass += body.mass_properties.mass;
  if (mass > 0.0) machine_mass_ = mass;
  if (mechanism.body_count() > kMostDense) return;
  for (std::size_t b = 1; b < masses_.size(); ++b) {
    const MassProperties& own = mechanism.bodies[b].mass_properties;
    lacks_inertia_ |= masses_[b].mass != own.mass || masses_[b].inertia != own.inertia;
    masses_[b] = own;
  }
}

VectorXd StateCoordinates::list_row_sizes(const MotionRows& rows) const {
  const double length = mechanism_.kinematic_length;
  VectorXd sizes(static_cast<Eigen::Index>(rows.rows.size()));
  for (Eigen::Index i = 0; i < sizes.size(); ++i) {
    sizes(i) = machine_mass_ * (nth(rows.rows, i).rotational ? length * length : 1.0);
  }
  return sizes;
}

void StateCoordinates::take_dependent(const DenseSystem& dense, std::size_t rows) {
  dependent_.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    dependent_[i] = dense.is_left_out(static_cast<Eigen::Index>(i));
  }
}

void StateCoordinates::factorise_bodies(const MotionRows& rows) {
  const Eigen::Index size = 6 * mechanism_.body_count();
  const double length = mechanism_.kinematic_length;
  dense_inertia_.setZero(size, size);
  VectorXd sizes(size);
  for (std::size_t b = 1; b < pose_.size(); ++b) {
    const auto at = 6 * static_cast<Eigen::Index>(b - 1);
    const auto& [mass, com, own] = mass_of(b);
    dense_inertia_.block<3, 3>(at, at).diagonal().setConstant(mass);
    dense_inertia_.block<3, 3>(at + 3, at + 3) = pose_[b].R * own * pose_[b].R.transpose();
    sizes.segment<3>(at).setConstant(machine_mass_);
    sizes.segment<3>(at + 3).setConstant(machine_mass_ * length * length);
  }
  dense_jacobian_.setZero(size, static_cast<Eigen::Index>(rows.rows.size()));
  for (Eigen::Index i = 0; i < dense_jacobian_.cols(); ++i) {
    nth(rows.rows, i).visit_sides([&](int body, const Vector6d& jacobian) {
      if (body > 0) dense_jacobian_.block<6, 1>(6 * (body - 1), i) += jacobian;
    });
  }
  dense_.factorise(dense_inertia_, dense_jacobian_, sizes, list_row_sizes(rows), rows.compliance);
  take_dependent(dense_, rows.rows.size());
}

void StateCoordinates::solve_bodies(const VectorXd& wrenches, const VectorXd& right) {
  dense_solution_ = wrenches;
  multipliers_ = right;
  dense_.solve(dense_solution_, multipliers_);
  for (std::size_t b = 1; b < pose_.size(); ++b) {
    const auto at = 6 * static_cast<Eigen::Index>(b - 1);
    motion_[b] = {dense_solution_.segment<3>(at), dense_solution_.segment<3>(at + 3)};
  }
}

void StateCoordinates::move_velocities() {
  for (std::size_t b = 1; b < twists_.size(); ++b) {
    twists_[b].v += motion_[b].v;
    twists_[b].w += motion_[b].w;
  }
}

int StateCoordinates::count_dependent() const {
  return static_cast<int>(std::count(dependent_.begin(), dependent_.end(), true));
}

}  // namespace globaldyn
