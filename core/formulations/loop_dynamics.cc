#include "core/formulations/loop_dynamics.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn::inside {
inline namespace core {

const ProjectedEquations& LoopDynamics::calc(const LoopSolver& solver, const Task& task, double p) {
  resize(solver, task);
  calc_basis(solver);
  const Motion& motion = solver.motion();
  const MotionSize size = find_motion_size(mechanism_, motion);
  demands_.add_inertia(mechanism_, motion, size);
  demands_.add_gravity(mechanism_);
  demands_.add_loads(mechanism_, motion, size, p);
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
  demands_.add_gravity(mechanism_);
  demands_.add_loads(mechanism_, solver.motion(), {}, p);
  demands_.drop(kLinear);  // dampers
  sum_up();
  for (const DriveId id : mechanism_.drives.ids()) {
    calc_drive_rates(id, {solver.pose(), nullptr});
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
  equations_.drive_second.resize(m);
  demands_.clear(mechanism_);
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
    for (const BodyId b : moving_bodies(pose)) {
      const Screw& rate = screws_[b];
      basis_[t][b] = {rate.linear + rate.angular.cross(pose[b].r), rate.angular};
      sum += basis_[t][b].v.squaredNorm() + square * rate.angular.squaredNorm();
    }
    equations_.motion_size(column) = std::sqrt(sum);
  }
}

// Every body's demand along its motion per task coordinate. Most machines have no term linear in
// d1, many no constant one.
void LoopDynamics::sum_up() {
  const IdVector<BodyId, BodyDemand>& bodies = demands_.bodies();
  for (std::size_t t = 0; t < basis_.size(); ++t) {
    double sum[kMotionColumns] = {}, size[kMotionColumns] = {};
    for (const BodyId b : moving_bodies(bodies)) {
      const auto& [v, w] = basis_[t][b];
      const BodyDemand& demand = bodies[b];
      const double along = v.lpNorm<1>(), about = w.lpNorm<1>();
      for (int c = 0; c < kMotionColumns; ++c) {
        if (!demands_.has_column(c)) continue;
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
  const IdVector<BodyId, BodyDemand>& bodies = demands_.bodies();
  const double length = mechanism_.characteristic_length;
  double largest = 0.0, residual = 0.0;
  for (const BodyDemand& demand : bodies) {
    largest = std::max({largest, length * demand.force.cwiseAbs().maxCoeff(),
                        demand.moment.cwiseAbs().maxCoeff()});
  }
  for (const Screws& idle : solver.idle_rates()) {
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (const BodyId b : moving_bodies(bodies)) {
      const Vector3d v = idle[b].linear + idle[b].angular.cross(solver.pose()[b].r);
      sum += bodies[b].force.transpose() * v + bodies[b].moment.transpose() * idle[b].angular;
    }
    residual = std::max(residual, sum.cwiseAbs().maxCoeff());
  }
  if (largest > 0.0) equations_.idle_residual = residual / largest;
}

// The drive's column of W; returns its row.
ScalarRow LoopDynamics::calc_drive_rates(DriveId drive, const KinematicState& state) {
  const Eigen::Index k = row_of(drive);
  const ScalarRow row = make_drive_row(mechanism_, mechanism_.drives[drive], state);
  for (std::size_t t = 0; t < basis_.size(); ++t) {
    equations_.W(static_cast<Eigen::Index>(t), k) = row.calc_rate(basis_[t]);
  }
  equations_.force_size(k) = calc_force_size(mechanism_, row);
  return row;
}

void LoopDynamics::calc_drives(const Motion& motion, const MotionSize& size) {
  for (const DriveId id : mechanism_.drives.ids()) {
    const Eigen::Index k = row_of(id);
    const Drive& drive = mechanism_.drives[id];
    const ScalarRow row = calc_drive_rates(id, {motion.pose, &motion.first});
    const DriveLoss loss = calc_drive_loss(mechanism_, drive, row, motion, size);
    equations_.drive_side.row(k) = loss.side.entries();
    equations_.drive_size.row(k) = loss.size.entries();
    equations_.drive_rate(k) = loss.rate;
    equations_.drive_second(k) = loss.second;
    equations_.coulomb_slack(k) = loss.slack;
  }
}

}  // namespace core
}  // namespace globaldyn::inside
