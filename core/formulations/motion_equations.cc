#include "core/formulations/motion_equations.h"

#include <cmath>

#include "core/base/nth.h"
#include "core/formulations/loads.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

void fill_drive_terms(const MovingMachine& machine, MotionEquations& equations) {
  const Mechanism& mechanism = machine.mechanism;
  const Motion& motion = machine.motion;
  const Eigen::Index m = mechanism.drive_count();
  equations.drive_side.resize(m, kMotionColumns);
  equations.drive_size.resize(m, kMotionColumns);
  equations.drive_rate.resize(m);
  equations.drive_second.resize(m);
  equations.coulomb_slack.resize(m);
  equations.force_size.resize(m);
  const MotionSize size = find_motion_size(mechanism, motion);
  for (const DriveId id : mechanism.drives.ids()) {
    const Eigen::Index k = row_of(id);
    const Drive& drive = mechanism.drives[id];
    const ScalarRow row = make_drive_row(mechanism, drive, {motion.pose, &motion.first});
    const DriveLoss loss = calc_drive_loss(mechanism, drive, row, motion, size);
    equations.drive_side.row(k) = loss.side.entries();
    equations.drive_size.row(k) = loss.size.entries();
    equations.drive_rate(k) = loss.rate;
    equations.drive_second(k) = loss.second;
    equations.coulomb_slack(k) = loss.slack;
    equations.force_size(k) = calc_force_size(mechanism, row);
  }
}

void fill_task_terms(const MovingMachine& machine, MotionEquations& equations) {
  const Mechanism& mechanism = machine.mechanism;
  const double length = mechanism.characteristic_length;
  const Eigen::Index n = machine.task.size();
  equations.motion_size.resize(n);
  equations.task_scale.resize(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const MatrixXd rates = machine.motion.basis.col(k).reshaped(6, mechanism.body_count());
    equations.motion_size(k) =
        std::hypot(rates.topRows(3).norm(), length * rates.bottomRows(3).norm());
    const bool rotational = is_rotational(mechanism, nth(machine.task.coordinates, k));
    equations.task_scale(k) = rotational ? 1.0 / length : 1.0;
  }
}

}  // namespace

MatrixXd make_body_gradients(const std::vector<ScalarRow>& rows, const Mechanism& mechanism) {
  MatrixXd gradients =
      MatrixXd::Zero(6 * mechanism.body_count(), static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].visit_sides([&](BodyId body, const Vector6d& jacobian) {
      if (body == kGround) return;
      gradients.block<6, 1>(first_row_of(body), static_cast<Eigen::Index>(i)) += jacobian;
    });
  }
  return gradients;
}

std::vector<ScalarRow> make_drive_rows(const Mechanism& mechanism, const Pose& pose) {
  std::vector<ScalarRow> rows;
  for (const Drive& drive : mechanism.drives) {
    rows.push_back(make_drive_row(mechanism, drive, {pose, nullptr}));
  }
  return rows;
}

IdVector<JointId, std::optional<int>> number_multipliers(
    const Mechanism& mechanism, const std::function<bool(JointId)>& has_multipliers) {
  IdVector<JointId, std::optional<int>> first(mechanism.joints.size());
  int next = 0;
  for (const JointId j : first.ids()) {
    if (!has_multipliers(j)) continue;
    first[j] = next;
    next += count_constraint_rows(mechanism.joints[j]);
  }
  return first;
}

VectorXd make_body_scale(const Mechanism& mechanism) {
  Vector6d scale;
  scale << Vector3d::Ones(), Vector3d::Constant(1.0 / mechanism.characteristic_length);
  return scale.replicate(mechanism.body_count(), 1);
}

void fill_common_terms(const MovingMachine& machine, MotionEquations& equations) {
  fill_drive_terms(machine, equations);
  fill_task_terms(machine, equations);
}

}  // namespace core
}  // namespace globaldyn::inside
