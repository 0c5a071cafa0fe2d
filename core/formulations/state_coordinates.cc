#include "core/formulations/state_coordinates.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/loops/spanning_tree.h"

namespace globaldyn::inside {
inline namespace core {
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

IdVector<BodyId, MassProperties> raise_masses(const Mechanism& mechanism) {
  double mass = 0.0;
  for (const Body& body : mechanism.bodies) mass = std::max(mass, body.mass_properties.mass);
  if (mass == 0.0) mass = 1.0;
  const double length = mechanism.characteristic_length;
  IdVector<BodyId, MassProperties> raised;
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
  if (mechanism.body_count() <= kMostDense) take_own_masses();
}

void StateCoordinates::take_own_masses() {
  for (const BodyId b : moving_bodies(masses_)) {
    const MassProperties& own = mechanism_.bodies[b].mass_properties;
    lacks_inertia_ |= masses_[b].mass != own.mass || masses_[b].inertia != own.inertia;
    masses_[b] = own;
  }
}

void StateCoordinates::choose_equations(const Pose& pose) {
  if (mechanism_.body_count() > kMostDense && moves_without_inertia(pose)) take_own_masses();
}

// Whether a joint of the spanning tree moves a body in a way in which its inertia was raised.
bool StateCoordinates::moves_without_inertia(const Pose& pose) const {
  SpanningTree tree(mechanism_, topology_);
  tree.set_pose(pose);
  for (const TreeBody& one : tree.list_bodies()) {
    const BodyId b = one.body;
    const MassProperties& own = mechanism_.bodies[b].mass_properties;
    const double mass = masses_[b].mass - own.mass;
    const Matrix3d moments = masses_[b].inertia - own.inertia;
    if (mass == 0.0 && moments.isZero(0.0)) continue;
    for (const int column : tree.list_columns_to(one.body)) {
      const Screw& axis = tree.axis(column);
      const Vector3d v = axis.linear + axis.angular.cross(pose[b].r);
      const Vector3d w = pose[b].R.transpose() * axis.angular;
      const double raised = mass * v.squaredNorm() + w.dot(moments * w);
      const double all = masses_[b].mass * v.squaredNorm() + w.dot(masses_[b].inertia * w);
      if (raised > round_off::kSolved * all) return true;
    }
  }
  return false;
}

double StateCoordinates::calc_force_size(const VectorXd& wrenches) const {
  double force = 0.0, moment = 0.0;
  for (Eigen::Index at = 0; at + 6 <= wrenches.size(); at += 6) {
    force += wrenches.segment<3>(at).norm();
    moment += wrenches.segment<3>(at + 3).norm();
  }
  return (force + moment / mechanism_.kinematic_length) / std::sqrt(machine_mass_);
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
  for (const BodyId b : moving_bodies(pose_)) {
    const auto at = first_row_of(b);
    const auto& [mass, com, own] = mass_of(b);
    dense_inertia_.block<3, 3>(at, at).diagonal().setConstant(mass);
    dense_inertia_.block<3, 3>(at + 3, at + 3) = pose_[b].R * own * pose_[b].R.transpose();
    sizes.segment<3>(at).setConstant(machine_mass_);
    sizes.segment<3>(at + 3).setConstant(machine_mass_ * length * length);
  }
  dense_jacobian_.setZero(size, static_cast<Eigen::Index>(rows.rows.size()));
  for (Eigen::Index i = 0; i < dense_jacobian_.cols(); ++i) {
    nth(rows.rows, i).visit_sides([&](BodyId body, const Vector6d& jacobian) {
      if (body != kGround) dense_jacobian_.block<6, 1>(first_row_of(body), i) += jacobian;
    });
  }
  dense_.factorise(dense_inertia_, dense_jacobian_, sizes, list_row_sizes(rows), rows.compliance);
  take_dependent(dense_, rows.rows.size());
}

void StateCoordinates::solve_bodies(const VectorXd& wrenches, const VectorXd& right) {
  dense_solution_ = wrenches;
  multipliers_ = right;
  const VectorXd pushed = dense_.find_pushed(dense_solution_, calc_force_size(wrenches));
  dense_.solve(dense_solution_, multipliers_);
  const auto spread = [&](const VectorXd& rates, Twists& twists) {
    for (const BodyId b : moving_bodies(twists)) {
      const auto at = first_row_of(b);
      twists[b] = {rates.segment<3>(at), rates.segment<3>(at + 3)};
    }
  };
  spread(dense_solution_, motion_);
  pushed_.resize(pushed.size() > 0 ? pose_.size() : 0);
  if (!pushed_.empty()) spread(pushed, pushed_);
}

void StateCoordinates::move_velocities() {
  for (const BodyId b : moving_bodies(twists_)) {
    twists_[b].v += motion_[b].v;
    twists_[b].w += motion_[b].w;
  }
}

int StateCoordinates::count_dependent() const {
  return static_cast<int>(std::count(dependent_.begin(), dependent_.end(), true));
}

}  // namespace core
}  // namespace globaldyn::inside
