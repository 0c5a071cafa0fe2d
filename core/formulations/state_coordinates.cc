#include "core/formulations/state_coordinates.h"

#include <algorithm>

namespace globaldyn {
namespace {

constexpr double kLeastShare = 1e-9;

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
      masses_(raise_masses(mechanism)) {}

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
