#include "core/formulations/cardan_equations.h"

#include <cmath>

#include "core/base/nth.h"
#include "core/formulations/loads.h"
#include "core/kinematics/acting_rows.h"
#include "core/kinematics/cardan.h"

namespace globaldyn {
namespace {

// Everything needed about one body, in its chart.
struct ChartedBody {
  const Body& body;
  const BodyPose& pose;
  CardanCoordinates coordinates;
  Matrix3d G;
};

std::vector<ChartedBody> chart_bodies(const Mechanism& mechanism, const Motion& motion) {
  std::vector<ChartedBody> result;
  for (std::size_t i = 1; i < mechanism.bodies.size(); ++i) {
    CardanCoordinates coordinates =
        make_cardan_coordinates(motion.pose[i], motion.first[i], motion.second[i]);
    const Matrix3d G = coordinates.chart.rate_matrix();
    result.push_back({mechanism.bodies[i], motion.pose[i], std::move(coordinates), G});
  }
  return result;
}

// A row's derivative with respect to physical coordinates: its Jacobian on (v, w), w = G phi'.
void write_row(const ScalarRow& row, const std::vector<ChartedBody>& bodies,
               Eigen::Ref<VectorXd> gradient) {
  row.visit_sides([&](int body, const Vector6d& jacobian) {
    if (body == 0) return;
    const Eigen::Index at = 6 * (body - 1);
    gradient.segment<3>(at) += jacobian.head<3>();
    gradient.segment<3>(at + 3) += nth(bodies, body - 1).G.transpose() * jacobian.tail<3>();
  });
}

MatrixXd make_gradients(const std::vector<ScalarRow>& rows,
                        const std::vector<ChartedBody>& bodies) {
  MatrixXd gradients = MatrixXd::Zero(static_cast<Eigen::Index>(6 * bodies.size()),
                                      static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    write_row(rows[i], bodies, gradients.col(static_cast<Eigen::Index>(i)));
  }
  return gradients;
}

// M z̈ and the gyroscopic part of -g, with z̈ = z'' d1² + z' d2.
void add_inertia(const std::vector<ChartedBody>& bodies, MatrixXd& right_side) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto& [body, pose, z, G] = bodies[i];
    const Eigen::Index at = static_cast<Eigen::Index>(6 * i);
    const MassProperties& mass = body.mass_properties;
    const Matrix3d inertia = pose.R * mass.inertia * pose.R.transpose();
    const Vector3d rates = z.first.tail<3>();
    const Vector3d w = G * rates;
    const Vector3d gyroscopic =
        inertia * (z.chart.rate_derivative(rates) * rates) + w.cross(inertia * w);
    const Matrix3d M = G.transpose() * inertia * G;
    right_side.block<3, 1>(at, kSquare) += mass.mass * z.second.head<3>();
    right_side.block<3, 1>(at, kAcceleration) += mass.mass * z.first.head<3>();
    right_side.block<3, 1>(at + 3, kSquare) += M * z.second.tail<3>() + G.transpose() * gyroscopic;
    right_side.block<3, 1>(at + 3, kAcceleration) += M * rates;
  }
}

// The applied part of -g.
void add_loads(const Mechanism& mechanism, const Motion& motion, double p,
               const std::vector<ChartedBody>& bodies, MatrixXd& right_side) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    right_side.block<3, 1>(static_cast<Eigen::Index>(6 * i), kConstant) -=
        bodies[i].body.mass_properties.mass * mechanism.gravity;
  }
  if (!mechanism.wrenches.empty()) {
    const Wrench wrench = calc_tool_load(mechanism, motion.pose, p).wrench;
    const int body = mechanism.tool->body - 1;
    right_side.block<3, 1>(6 * body, kConstant) -= wrench.force;
    right_side.block<3, 1>(6 * body + 3, kConstant) -=
        nth(bodies, body).G.transpose() * wrench.moment;
  }
  for (const Spring& spring : mechanism.springs) {
    const SpringForce force = calc_spring_force(mechanism, spring, motion);
    VectorXd gradient = VectorXd::Zero(right_side.rows());
    write_row(force.row, bodies, gradient);
    right_side.col(kConstant) -= force.constant * gradient;
    right_side.col(kLinear) -= force.per_speed * gradient;
  }
}

// MotionEquations::right_size: per body one size for all its force equations and one for all its
// moment equations.
MatrixXd calc_sizes(const Mechanism& mechanism, const Motion& motion, double p,
                    const std::vector<ChartedBody>& bodies) {
  MatrixXd sizes = MatrixXd::Zero(static_cast<Eigen::Index>(6 * bodies.size()), kMotionColumns);
  const auto add = [&](std::size_t body, MotionColumn column, double force, double moment) {
    const Eigen::Index at = static_cast<Eigen::Index>(6 * body);
    sizes.block<3, 1>(at, column).array() += force;
    sizes.block<3, 1>(at + 3, column).array() += moment;
  };
  const MotionSize size = find_motion_size(mechanism, motion);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const MassProperties& mass = bodies[i].body.mass_properties;
    const double momentum = mass.mass * mechanism.characteristic_length;
    const double inertia = mass.inertia.norm();
    add(i, kSquare, momentum * size.change, inertia * size.change);
    add(i, kAcceleration, momentum * size.rate, inertia * size.rate);
    add(i, kConstant, mass.mass * mechanism.gravity.norm(), 0.0);
  }
  if (!mechanism.wrenches.empty()) {
    const ToolLoad load = calc_tool_load(mechanism, motion.pose, p);
    add(static_cast<std::size_t>(mechanism.tool->body - 1), kConstant, load.force_size,
        load.moment_size);
  }
  for (const Spring& spring : mechanism.springs) {
    const SpringForce force = calc_spring_force(mechanism, spring, motion);
    const double constant = spring.stiffness * (std::abs(force.row.value) + std::abs(spring.rest));
    const double linear = spring.damping * calc_rate_size(mechanism, force.row, size.rate);
    force.row.visit_sides([&](int body, const Vector6d& jacobian) {
      if (body == 0) return;
      const std::size_t i = static_cast<std::size_t>(body - 1);
      const double along = jacobian.head<3>().norm(), about = jacobian.tail<3>().norm();
      add(i, kConstant, constant * along, constant * about);
      add(i, kLinear, linear * along, linear * about);
    });
  }
  return sizes;
}

MatrixXd make_chart_basis(const MatrixXd& basis, const std::vector<ChartedBody>& bodies) {
  MatrixXd result = basis;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Eigen::Index at = static_cast<Eigen::Index>(6 * i + 3);
    result.middleRows(at, 3) = bodies[i].G.partialPivLu().solve(basis.middleRows(at, 3));
  }
  return result;
}

void add_drive_losses(const Mechanism& mechanism, const Motion& motion,
                      MotionEquations& equations) {
  const Eigen::Index m = mechanism.drive_count();
  equations.drive_side.resize(m, kMotionColumns);
  equations.drive_size.resize(m, kMotionColumns);
  equations.drive_rate.resize(m);
  equations.coulomb_slack.resize(m);
  equations.force_size.resize(m);
  const MotionSize size = find_motion_size(mechanism, motion);
  for (Eigen::Index k = 0; k < m; ++k) {
    const Drive& drive = nth(mechanism.drives, k);
    const ScalarRow row = make_drive_row(mechanism, drive, {motion.pose, &motion.first});
    const DriveLoss loss = calc_drive_loss(mechanism, drive, row, motion, size);
    equations.drive_side.row(k) = loss.side.entries();
    equations.drive_size.row(k) = loss.size.entries();
    equations.drive_rate(k) = loss.rate;
    equations.coulomb_slack(k) = loss.slack;
    equations.force_size(k) = calc_force_size(mechanism, row);
  }
}

}  // namespace

MotionEquations make_cardan_equations(const Mechanism& mechanism, const Task& task,
                                      const Motion& motion, double p) {
  const std::vector<ChartedBody> bodies = chart_bodies(mechanism, motion);
  const KinematicState state{motion.pose, nullptr};
  std::vector<ScalarRow> rows = make_constraint_rows(mechanism, state);
  MotionEquations equations;
  equations.n_constraints = static_cast<int>(rows.size());
  for (const Drive& drive : mechanism.drives) {
    rows.push_back(make_drive_row(mechanism, drive, state));
  }
  equations.system = make_gradients(rows, bodies);
  const std::vector<ScalarRow> task_rows = make_task_rows(mechanism, task, state);
  equations.task_rows = make_gradients(task_rows, bodies).transpose();
  equations.basis = make_chart_basis(motion.basis, bodies);

  equations.right_side = MatrixXd::Zero(equations.system.rows(), kMotionColumns);
  add_inertia(bodies, equations.right_side);
  add_loads(mechanism, motion, p, bodies, equations.right_side);
  equations.right_size = calc_sizes(mechanism, motion, p, bodies);
  add_drive_losses(mechanism, motion, equations);

  const double per_length = 1.0 / mechanism.characteristic_length;
  equations.row_scale.resize(equations.system.rows());
  for (Eigen::Index i = 0; i < equations.row_scale.size(); ++i) {
    equations.row_scale(i) = i % 6 < 3 ? 1.0 : per_length;
  }
  equations.motion_size.resize(task.size());
  for (Eigen::Index k = 0; k < task.size(); ++k) {
    const MatrixXd rates = motion.basis.col(k).reshaped(6, mechanism.body_count());
    equations.motion_size(k) = std::hypot(
        rates.topRows(3).norm(), mechanism.characteristic_length * rates.bottomRows(3).norm());
  }
  equations.task_scale.resize(task.size());
  for (Eigen::Index k = 0; k < task.size(); ++k) {
    equations.task_scale(k) = nth(task_rows, k).rotational ? per_length : 1.0;
  }
  return equations;
}

}  // namespace globaldyn
