#include "core/formulations/loads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

Vector3d evaluate(const std::vector<Expression>& components, double p) {
  const std::span<const double> variables(&p, 1);
  Vector3d result;
  for (int i = 0; i < 3; ++i) {
    const Expression& component = nth(components, i);
    result(i) = component.evaluate(variables);
    if (!std::isfinite(result(i))) {
      throw InputError(component.place(),
                       fmt::format("'{}' is not finite at p = {:g}", component.text(), p),
                       "expected a load that is finite along the path");
    }
    if (std::abs(result(i)) > kMostLoad) {
      throw InputError(component.place(),
                       fmt::format("'{}' is beyond 1e30 at p = {:g}", component.text(), p),
                       "expected a load that a machine can bear");
    }
  }
  return result;
}

}  // namespace

ToolLoad calc_tool_load(const Mechanism& mechanism, const Pose& pose, double p) {
  ToolLoad load;
  for (const ToolWrench& one : mechanism.wrenches) {
    const Tool& tool = *mechanism.tool;
    const BodyPose& body = pose[tool.body];
    Wrench wrench{evaluate(one.force, p), evaluate(one.torque, p)};
    if (one.table) {
      const WrenchTable::Row listed = one.table->at(p);
      wrench.force += listed.head<3>();
      wrench.moment += listed.tail<3>();
    }
    if (one.in_tool_frame) {
      const Matrix3d R = body.R * tool.frame.axes;
      wrench = {R * wrench.force, R * wrench.moment};
    }
    const Vector3d arm = tool.frame.origin + tool.frame.axes * one.at;
    wrench.moment += (body.R * arm).cross(wrench.force);
    load.wrench.force += wrench.force;
    load.wrench.moment += wrench.moment;
    load.force_size += wrench.force.norm();
    load.moment_size += wrench.moment.norm() + wrench.force.norm() * arm.norm();
  }
  return load;
}

SpringForce calc_spring_force(const Mechanism& mechanism, const Spring& spring, const Pose& pose,
                              const Twists& rates) {
  SpringForce force{make_acting_row(mechanism, spring.coordinate, {pose, nullptr})};
  double stretch = force.row.value - spring.rest;
  // A pose that does not know how often a spring is wound takes it for wound the short way.
  const bool knows_turns = !pose.angles.empty();
  if (!knows_turns) stretch = wrap(stretch, find_period(mechanism, spring.coordinate));
  force.elastic = -spring.stiffness * stretch;
  if (spring.has_curve()) {
    force.given = spring.curve.calc(make_curve_row(mechanism, spring, {pose, nullptr}).value);
  }
  force.per_speed = -spring.damping * force.row.calc_rate(rates);
  return force;
}

MotionSize find_motion_size(const Mechanism& mechanism, const Motion& motion) {
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
  row.visit_sides([&](BodyId /*body*/, const Vector6d& jacobian) {
    size += mechanism.characteristic_length * jacobian.head<3>().norm() + jacobian.tail<3>().norm();
  });
  return size * rate;
}

double calc_force_size(const Mechanism& mechanism, const ScalarRow& row) {
  const double per_length = 1.0 / mechanism.characteristic_length;
  double square = 0.0;
  row.visit_sides([&](BodyId body, const Vector6d& jacobian) {
    if (body == kGround) return;
    square += jacobian.head<3>().squaredNorm() +
              per_length * per_length * jacobian.tail<3>().squaredNorm();
  });
  return std::sqrt(square);
}

DriveLoss calc_drive_loss(const Mechanism& mechanism, const Drive& drive, const ScalarRow& row,
                          const Motion& motion, const MotionSize& size) {
  DriveLoss loss;
  loss.rate = row.calc_rate(motion.first);
  const double second = row.calc_rate(motion.second) + row.bias;
  const double rate_size = calc_rate_size(mechanism, row, size.rate);
  const double second_size = calc_rate_size(mechanism, row, size.change);
  // A drive stands still where its rate is within rounding errors of its possible size.
  const bool still = std::abs(loss.rate) <= kMotionRoundOff * rate_size;
  if (still) loss.rate = 0.0;
  loss.side = {.alpha = drive.reflected_inertia * second,
               .beta = drive.viscous * loss.rate,
               .gamma = still ? 0.0 : std::copysign(drive.coulomb, loss.rate),
               .delta = drive.reflected_inertia * loss.rate};
  loss.size = {.alpha = drive.reflected_inertia * second_size,
               .beta = drive.viscous * rate_size,
               .delta = drive.reflected_inertia * rate_size};
  loss.slack = still ? drive.coulomb : 0.0;
  loss.second = std::abs(second) <= kMotionRoundOff * second_size ? 0.0 : second;
  return loss;
}

}  // namespace core
}  // namespace globaldyn::inside
