#include "core/formulations/loop_dynamics.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn {

const ProjectedEquations& LoopDynamics::calc(const LoopSolver& solver, const Task& task, double p) {
  resize(solver, task);
  calc_basis(solver);
  const Motion& motion = solver.motion();
  const MotionSize size = find_motion_size(mechanism_, motion);
  add_inertia(motion, size);
  add_gravity();
  add_loads(motion, size, p);
  sum_up();
  check_idle(solver);
  calc_drives(motion, size);
  set_task_scales(task);
  return equations_;
}

const ProjectedEquations& LoopDynamics::calc_at_rest(const LoopSolver& solver, const Task& task,
                                                     double p) {
  resize(solver, task);
  calc_basis(solver);
  add_gravity();
  add_loads(solver.motion(), {}, p);
  has_column_[kLinear] = false;  // dampers
  sum_up();
  for (int k = 0; k < mechanism_.drive_count(); ++k) {
    calc_drive_rates(k, {solver.pose(), nullptr});
  }
  set_task_scales(task);
  return equations_;
}

void LoopDynamics::set_task_scales(const Task& task) {
  const double per_length = 1.0 / mechanism_.characteristic_length;
  for (Eigen::Index k = 0; k < task.size(); ++k) {
    const TaskCoordinate& coordinate = nth(task.coordinates, k);
    equations_.task_scale(k) = is_rotational(mechanism_, coordinate) ? per_length : 1.0;
  }
}

void LoopDynamics::resize(const LoopSolver& solver, const Task& task) {
  const Eigen::Index n = task.size(), m = mechanism_.drive_count();
  equations_.W.resize(n, m);
  equations_.demand.resize(n, kMotionColumns);
  equations_.demand_size.resize(n, kMotionColumns);
  equations_.drive_side.resize(m, kMotionColumns);
  equations_.drive_size.resize(m, kMotionColumns);
  equations_.task_scale.resize(n);
  equations_.motion_size.resize(n);
  equations_.force_size.resize(m);
  equations_.coulomb_slack.resize(m);
  equations_.drive_rate.resize(m);
  demands_.assign(mechanism_.bodies.size(), BodyDemand{});
  std::fill_n(has_column_, +kMotionColumns, false);
  screws_.resize(mechanism_.bodies.size());
  basis_.resize(static_cast<std::size_t>(n));
  for (auto& bodies : basis_) bodies.resize(mechanism_.bodies.size());
  column_rates_.resize(static_cast<std::size_t>(solver.tree().column_count()));
}

void LoopDynamics::calc_basis(const LoopSolver& solver) {
  const MatrixXd& rates = solver.task_rates();
  const Pose& pose = solver.pose();
  const double square = mechanism_.characteristic_length * mechanism_.characteristic_length;
  for (std::size_t t = 0; t < basis_.size(); ++t) {
    const Eigen::Index column = static_cast<Eigen::Index>(t);
    for (std::size_t c = 0; c < column_rates_.size(); ++c) {
      column_rates_[c] = rates(static_cast<Eigen::Index>(c), column);
    }
    solver.tree().calc_rates(column_rates_, screws_);
    double sum = 0.0;
    for (std::size_t b = 1; b < pose.size(); ++b) {
      const Screw& rate = screws_[b];
      basis_[t][b] = {rate.linear + rate.angular.cross(pose[b].r), rate.angular};
      sum += basis_[t][b].v.squaredNorm() + square * rate.angular.squaredNorm();
    }
    equations_.motion_size(column) = std::sqrt(sum);
  }
}

void LoopDynamics::add(std::size_t body, MotionColumn column, const Vector3d& force,
                       const Vector3d& moment, double force_size, double moment_size) {
  has_column_[column] = true;
  BodyDemand& demand = demands_[body];
  demand.force.col(column) += force;
  demand.moment.col(column) += moment;
  demand.force_size(column) += force_size;
  demand.moment_size(column) += moment_size;
}

// M z̈ and the gyroscopic part of -g, with z̈ = z'' d1² + z' d2.
void LoopDynamics::add_inertia(const Motion& motion, const MotionSize& size) {
  for (std::size_t b = 1; b < motion.pose.size(); ++b) {
    const MassProperties& mass = mechanism_.bodies[b].mass_properties;
    const Matrix3d& R = motion.pose[b].R;
    const Vector3d w = R.transpose() * motion.first[b].w;
    const Vector3d change = R.transpose() * motion.second[b].w;
    const Vector3d spin = mass.inertia * w;
    const double momentum = mass.mass * mechanism_.characteristic_length;
    const double inertia = mass.inertia.norm();
    add(b, kSquare, mass.mass * motion.second[b].v, R * (mass.inertia * change + w.cross(spin)),
        momentum * size.change, inertia * size.change);
    add(b, kAcceleration, mass.mass * motion.first[b].v, R * spin, momentum * size.rate,
        inertia * size.rate);
  }
}

void LoopDynamics::add_gravity() {
  const double gravity = mechanism_.gravity.norm();
  if (gravity == 0.0) return;
  for (std::size_t b = 1; b < mechanism_.bodies.size(); ++b) {
    const double mass = mechanism_.bodies[b].mass_properties.mass;
    add(b, kConstant, -mass * mechanism_.gravity, Vector3d::Zero(), mass * gravity, 0.0);
  }
}

void LoopDynamics::add_loads(const Motion& motion, const MotionSize& size, double p) {
  if (!mechanism_.wrenches.empty()) {
    const ToolLoad load = calc_tool_load(mechanism_, motion.pose, p);
    add(static_cast<std::size_t>(mechanism_.tool->body), kConstant, -load.wrench.force,
        -load.wrench.moment, load.force_size, load.moment_size);
  }
  for (const Spring& spring : mechanism_.springs) {
    const SpringForce force = calc_spring_force(mechanism_, spring, motion);
    const double constant = spring.stiffness * (std::abs(force.row.value) + std::abs(spring.rest));
    const double linear = spring.damping * calc_rate_size(mechanism_, force.row, size.rate);
    force.row.visit_sides([&](int body, const Vector6d& jacobian) {
      if (body == 0) return;
      const std::size_t b = static_cast<std::size_t>(body);
      const Vector3d along = jacobian.head<3>(), about = jacobian.tail<3>();
      add(b, kConstant, -force.constant * along, -force.constant * about, constant * along.norm(),
          constant * about.norm());
      add(b, kLinear, -force.per_speed * along, -force.per_speed * about, linear * along.norm(),
          linear * about.norm());
    });
  }
}

// Every body's demand along its motion per task coordinate. Most machines have no term linear in
// d1, many no constant one.
void LoopDynamics::sum_up() {
  for (std::size_t t = 0; t < basis_.size(); ++t) {
    double sum[kMotionColumns] = {}, size[kMotionColumns] = {};
    for (std::size_t b = 1; b < demands_.size(); ++b) {
      const auto& [v, w] = basis_[t][b];
      const BodyDemand& demand = demands_[b];
      const double along = v.lpNorm<1>(), about = w.lpNorm<1>();
      for (int c = 0; c < kMotionColumns; ++c) {
        if (!has_column_[c]) continue;
        sum[c] += demand.force.col(c).dot(v) + demand.moment.col(c).dot(w);
        size[c] += along * demand.force_size(c) + about * demand.moment_size(c);
      }
    }
    for (int c = 0; c < kMotionColumns; ++c) {
      equations_.demand(static_cast<Eigen::Index>(t), c) = sum[c];
      equations_.demand_size(static_cast<Eigen::Index>(t), c) = size[c];
    }
  }
}

void LoopDynamics::check_idle(const LoopSolver& solver) {
  equations_.idle_residual = 0.0;
  if (solver.idle_rates().empty()) return;
  const double length = mechanism_.characteristic_length;
  double largest = 0.0, residual = 0.0;
  for (const BodyDemand& demand : demands_) {
    largest = std::max({largest, length * demand.force.cwiseAbs().maxCoeff(),
                        demand.moment.cwiseAbs().maxCoeff()});
  }
  for (const std::vector<Screw>& idle : solver.idle_rates()) {
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (std::size_t b = 1; b < demands_.size(); ++b) {
      const Vector3d v = idle[b].linear + idle[b].angular.cross(solver.pose()[b].r);
      sum += demands_[b].force.transpose() * v + demands_[b].moment.transpose() * idle[b].angular;
    }
    residual = std::max(residual, sum.cwiseAbs().maxCoeff());
  }
  if (largest > 0.0) equations_.idle_residual = residual / largest;
}

// The drive's column of W; returns its row.
ScalarRow LoopDynamics::calc_drive_rates(int number, const KinematicState& state) {
  const Drive& drive = nth(mechanism_.drives, number);
  const ScalarRow row = make_drive_row(mechanism_, drive, state);
  for (std::size_t t = 0; t < basis_.size(); ++t) {
    equations_.W(static_cast<Eigen::Index>(t), number) = row.calc_rate(basis_[t]);
  }
  equations_.force_size(number) = calc_force_size(mechanism_, row);
  return row;
}

void LoopDynamics::calc_drives(const Motion& motion, const MotionSize& size) {
  for (int k = 0; k < mechanism_.drive_count(); ++k) {
    const Drive& drive = nth(mechanism_.drives, k);
    const ScalarRow row = calc_drive_rates(k, {motion.pose, &motion.first});
    const DriveLoss loss = calc_drive_loss(mechanism_, drive, row, motion, size);
    equations_.drive_side.row(k) = loss.side.entries();
    equations_.drive_size.row(k) = loss.size.entries();
    equations_.drive_rate(k) = loss.rate;
    equations_.coulomb_slack(k) = loss.slack;
  }
}

}  // namespace globaldyn
