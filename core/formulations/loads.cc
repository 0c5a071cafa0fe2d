#include "core/formulations/loads.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/joint_rows.h"

namespace globaldyn {
namespace {

Vector3d evaluate(const std::vector<Expression>& components, double p) {
  const std::span<const double> variables(&p, 1);
  Vector3d result;
  for (int i = 0; i < 3; ++i) {
    const Expression& component = components[static_cast<std::size_t>(i)];
    result(i) = component.evaluate(variables);
    if (!std::isfinite(result(i))) {
      throw InputError(component.place(),
                       "'" + component.text() + "' is not finite at p = " + std::to_string(p),
                       "expected a load that is finite along the path");
    }
  }
  return result;
}

}  // namespace

Wrench calc_tool_wrench(const Mechanism& mechanism, const Pose& pose, double p) {
  if (!mechanism.wrench) return {};
  const Tool& tool = *mechanism.tool;
  const BodyPose& body = pose[static_cast<std::size_t>(tool.body)];
  Wrench wrench{evaluate(mechanism.wrench->force, p), evaluate(mechanism.wrench->torque, p)};
  if (mechanism.wrench->in_tool_frame) {
    const Matrix3d R = body.R * tool.frame.axes;
    wrench = {R * wrench.force, R * wrench.moment};
  }
  wrench.moment += (body.R * tool.frame.origin).cross(wrench.force);
  return wrench;
}

SpringForce calc_spring_force(const Mechanism& mechanism, const Spring& spring,
                              const Motion& motion) {
  SpringForce force{make_acting_row(mechanism, spring.coordinate, {motion.pose, nullptr})};
  const double stretch = force.row.value - spring.rest;
  const bool periodic = is_periodic(mechanism, spring.coordinate);
  force.constant = -spring.stiffness * (periodic ? wrap_angle(stretch) : stretch);
  force.per_speed = -spring.damping * force.row.calc_rate(motion.first);
  return force;
}

MotionSize measure(const Mechanism& mechanism, const Motion& motion) {
  const auto find_largest = [&](const Twists& twists) {
    double largest = 0.0;
    for (const Twist& twist : twists) {
      largest =
          std::max({largest, twist.v.norm() / mechanism.characteristic_length, twist.w.norm()});
    }
    return largest;
  };
  const double rate = find_largest(motion.first);
  return {rate, rate * rate + find_largest(motion.second)};
}

double calc_rate_size(const Mechanism& mechanism, const ScalarRow& row, double rate) {
  double size = 0.0;
  for (const Vector6d* jacobian : {&row.jacobian_a, &row.jacobian_b}) {
    size +=
        mechanism.characteristic_length * jacobian->head<3>().norm() + jacobian->tail<3>().norm();
  }
  return size * rate;
}

DriveLosses calc_drive_losses(const Mechanism& mechanism, const Motion& motion) {
  const Eigen::Index m = mechanism.drive_count();
  DriveLosses losses{MatrixXd::Zero(m, kMotionColumns), MatrixXd::Zero(m, kMotionColumns),
                     VectorXd::Zero(m), VectorXd::Zero(m)};
  const MotionSize size = measure(mechanism, motion);
  for (Eigen::Index k = 0; k < m; ++k) {
    const Drive& drive = mechanism.drives[static_cast<std::size_t>(k)];
    const ScalarRow row = make_drive_row(mechanism, drive, {motion.pose, &motion.first});
    const double rate = row.calc_rate(motion.first);
    const double second = row.calc_rate(motion.second) + row.bias;
    const double rate_size = calc_rate_size(mechanism, row, size.rate);
    // A drive stands still where its rate is round-off beside what it could be.
    const bool still = std::abs(rate) <= kMotionRoundOff * rate_size;
    losses.side.row(k) << drive.reflected_inertia * second, drive.viscous * rate,
        still ? 0.0 : std::copysign(drive.coulomb, rate), drive.reflected_inertia * rate;
    losses.size.row(k) << drive.reflected_inertia * calc_rate_size(mechanism, row, size.change),
        drive.viscous * rate_size, 0.0, drive.reflected_inertia * rate_size;
    losses.rate(k) = rate;
    losses.slack(k) = still ? drive.coulomb : 0.0;
  }
  return losses;
}

}  // namespace globaldyn
