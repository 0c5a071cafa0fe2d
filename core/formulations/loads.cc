#include "core/formulations/loads.h"

#include <cmath>

#include "core/kinematics/joint_rows.h"

namespace globaldyn {
namespace {

Vector3d evaluate(const std::vector<Expression>& components, double p) {
  const std::span<const double> variables(&p, 1);
  return {components[0].evaluate(variables), components[1].evaluate(variables),
          components[2].evaluate(variables)};
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

DriveLosses calc_drive_losses(const Mechanism& mechanism, const Motion& motion) {
  const Eigen::Index m = mechanism.drive_count();
  DriveLosses losses{MatrixXd::Zero(m, kMotionColumns), VectorXd::Zero(m), VectorXd::Zero(m)};
  VectorXd second(m);
  for (Eigen::Index k = 0; k < m; ++k) {
    const ScalarRow row = make_drive_row(mechanism, mechanism.drives[static_cast<std::size_t>(k)],
                                         {motion.pose, &motion.first});
    losses.rate(k) = row.calc_rate(motion.first);
    second(k) = row.calc_rate(motion.second) + row.bias;
  }
  // A drive stands still where its rate is round-off beside the fastest drive's.
  constexpr double kStandsStill = 1e-12;
  const double fastest = m == 0 ? 0.0 : losses.rate.cwiseAbs().maxCoeff();
  for (Eigen::Index k = 0; k < m; ++k) {
    const Drive& drive = mechanism.drives[static_cast<std::size_t>(k)];
    const double rate = losses.rate(k);
    const bool still = std::abs(rate) <= kStandsStill * fastest;
    losses.side(k, kSquare) = drive.reflected_inertia * second(k);
    losses.side(k, kLinear) = drive.viscous * rate;
    losses.side(k, kConstant) = still ? 0.0 : std::copysign(drive.coulomb, rate);
    losses.side(k, kAcceleration) = drive.reflected_inertia * rate;
    losses.slack(k) = still ? drive.coulomb : 0.0;
  }
  return losses;
}

}  // namespace globaldyn
