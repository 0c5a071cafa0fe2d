#include "core/formulations/body_demands.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace core {

void BodyDemands::clear(const Mechanism& mechanism) {
  bodies_.assign(mechanism.bodies.size(), BodyDemand{});
  std::fill_n(has_column_, +kMotionColumns, false);
}

void BodyDemands::add(BodyId body, MotionColumn column, const Vector3d& force,
                      const Vector3d& moment, double force_size, double moment_size) {
  has_column_[column] = true;
  BodyDemand& demand = bodies_[body];
  demand.force.col(column) += force;
  demand.moment.col(column) += moment;
  demand.force_size(column) += force_size;
  demand.moment_size(column) += moment_size;
}

// M z̈ and the gyroscopic part of -g, with z̈ = z'' d1² + z' d2.
void BodyDemands::add_inertia(const Mechanism& mechanism, const Motion& motion,
                              const MotionSize& size) {
  for (const BodyId b : moving_bodies(motion.pose)) {
    const MassProperties& mass = mechanism.bodies[b].mass_properties;
    const Matrix3d& R = motion.pose[b].R;
    const Vector3d w = R.transpose() * motion.first[b].w;
    const Vector3d change = R.transpose() * motion.second[b].w;
    const Vector3d spin = mass.inertia * w;
    const double momentum = mass.mass * mechanism.characteristic_length;
    const double inertia = mass.inertia.norm();
    add(b, kSquare, mass.mass * motion.second[b].v, R * (mass.inertia * change + w.cross(spin)),
        momentum * size.change, inertia * size.change);
    add(b, kAcceleration, mass.mass * motion.first[b].v, R * spin, momentum * size.rate,
        inertia * size.rate);
  }
}

void BodyDemands::add_gravity(const Mechanism& mechanism) {
  const double gravity = mechanism.gravity.norm();
  if (gravity == 0.0) return;
  for (const BodyId b : moving_bodies(mechanism.bodies)) {
    const double mass = mechanism.bodies[b].mass_properties.mass;
    add(b, kConstant, -mass * mechanism.gravity, Vector3d::Zero(), mass * gravity, 0.0);
  }
}

void BodyDemands::add_loads(const Mechanism& mechanism, const Motion& motion,
                            const MotionSize& size, double p) {
  if (!mechanism.wrenches.empty()) {
    const ToolLoad load = calc_tool_load(mechanism, motion.pose, p);
    add(mechanism.tool->body, kConstant, -load.wrench.force, -load.wrench.moment, load.force_size,
        load.moment_size);
  }
  for (const Spring& spring : mechanism.springs) {
    const SpringForce force = calc_spring_force(mechanism, spring, motion.pose, motion.first);
    const double sum = force.elastic + force.given;
    const double constant = spring.stiffness * (std::abs(force.row.value) + std::abs(spring.rest)) +
                            std::abs(force.given);
    const double linear = spring.damping * calc_rate_size(mechanism, force.row, size.rate);
    force.row.visit_sides([&](BodyId body, const Vector6d& jacobian) {
      if (body == kGround) return;
      const Vector3d along = jacobian.head<3>(), about = jacobian.tail<3>();
      add(body, kConstant, -sum * along, -sum * about, constant * along.norm(),
          constant * about.norm());
      add(body, kLinear, -force.per_speed * along, -force.per_speed * about, linear * along.norm(),
          linear * about.norm());
    });
  }
}

MatrixXd BodyDemands::matrix() const {
  MatrixXd matrix(6 * moving_bodies(bodies_).size(), +kMotionColumns);
  for (const BodyId b : moving_bodies(bodies_)) {
    matrix.middleRows(first_row_of(b), 6) << bodies_[b].force, bodies_[b].moment;
  }
  return matrix;
}

MatrixXd BodyDemands::sizes() const {
  MatrixXd sizes(6 * moving_bodies(bodies_).size(), +kMotionColumns);
  for (const BodyId b : moving_bodies(bodies_)) {
    sizes.middleRows(first_row_of(b), 6) << bodies_[b].force_size.transpose().replicate(3, 1),
        bodies_[b].moment_size.transpose().replicate(3, 1);
  }
  return sizes;
}

}  // namespace core
}  // namespace globaldyn::inside
