#include "core/formulations/natural/natural_equations.h"

#include "core/formulations/body_demands.h"
#include "core/formulations/natural/natural_coordinates.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Forces and moments on the bodies, 6 rows a body, as generalised forces.
MatrixXd to_natural_forces(const MatrixXd& forces, const Pose& pose) {
  MatrixXd natural(2 * forces.rows(), forces.cols());
  for (Eigen::Index c = 0; c < forces.cols(); ++c) {
    for (const BodyId b : moving_bodies(pose)) {
      natural.block<kNaturalSize, 1>(kNaturalSize * moving_number(b), c) =
          make_natural_force(pose[b], forces.block<6, 1>(first_row_of(b), c));
    }
  }
  return natural;
}

// Rates (v, w) of the bodies as rates of the coordinates.
MatrixXd to_natural_rates(const MatrixXd& rates, const Pose& pose) {
  MatrixXd natural(2 * rates.rows(), rates.cols());
  for (Eigen::Index c = 0; c < rates.cols(); ++c) {
    for (const BodyId b : moving_bodies(pose)) {
      const Eigen::Index at = first_row_of(b);
      const Twist twist{rates.block<3, 1>(at, c), rates.block<3, 1>(at + 3, c)};
      natural.block<kNaturalSize, 1>(kNaturalSize * moving_number(b), c) =
          make_natural_rates(pose[b], twist);
    }
  }
  return natural;
}

// M q̈ with q̈ = q'' d1² + q' d2.
void add_inertia(const Mechanism& mechanism, const Motion& motion, MatrixXd& right_side) {
  for (const BodyId b : moving_bodies(mechanism.bodies)) {
    const NaturalMass mass = make_natural_mass(mechanism.bodies[b].mass_properties);
    const Twist& first = motion.first[b];
    auto rows = right_side.middleRows<kNaturalSize>(kNaturalSize * moving_number(b));
    rows.col(kSquare) += mass * make_natural_accelerations(motion.pose[b], first, motion.second[b]);
    rows.col(kAcceleration) += mass * make_natural_rates(motion.pose[b], first);
  }
}

// Possible sizes of the bodies' forces and moments, as those of generalised forces: an axis bears
// up to as much as the moment.
MatrixXd to_natural_sizes(const MatrixXd& sizes) {
  MatrixXd natural(2 * sizes.rows(), sizes.cols());
  for (const BodyId b : first_moving_bodies(sizes.rows() / 6)) {
    const Eigen::Index at = first_row_of(b);
    natural.middleRows(kNaturalSize * moving_number(b), kNaturalSize) << sizes.middleRows(at, 3),
        sizes.middleRows(at + 3, 3).replicate(3, 1);
  }
  return natural;
}

// Columns of all bodies' rigid-body constraints, times the length that makes their multipliers
// forces.
MatrixXd make_rigid_columns(const Pose& pose, double length) {
  const auto bodies = static_cast<Eigen::Index>(pose.size()) - 1;
  MatrixXd columns = MatrixXd::Zero(kNaturalSize * bodies, kRigidRows * bodies);
  for (const BodyId b : moving_bodies(pose)) {
    const Eigen::Index i = moving_number(b);
    columns.block<kNaturalSize, kRigidRows>(kNaturalSize * i, kRigidRows * i) =
        length * make_rigid_gradients(make_natural_coordinates(pose[b]));
  }
  return columns;
}

VectorXd make_scale(const Mechanism& mechanism) {
  Vector12d scale;
  scale << Vector3d::Ones(),
      Eigen::Matrix<double, 9, 1>::Constant(1.0 / mechanism.characteristic_length);
  return scale.replicate(mechanism.body_count(), 1);
}

}  // namespace

MotionEquations make_natural_equations(const MovingMachine& machine) {
  const Mechanism& mechanism = machine.mechanism;
  const Motion& motion = machine.motion;
  const Pose& pose = motion.pose;
  const KinematicState state{pose, nullptr};
  const auto gradients_of = [&](const std::vector<ScalarRow>& rows) {
    return to_natural_forces(make_body_gradients(rows, mechanism), pose);
  };
  const MatrixXd joints = gradients_of(make_constraint_rows(mechanism, state));
  const MatrixXd rigid = make_rigid_columns(pose, mechanism.characteristic_length);
  const MatrixXd drives = gradients_of(make_drive_rows(mechanism, pose));
  MotionEquations equations;
  equations.n_constraints = static_cast<int>(joints.cols() + rigid.cols());
  equations.multipliers = number_multipliers(mechanism, [](JointId) { return true; });
  equations.system.resize(joints.rows(), equations.n_constraints + drives.cols());
  equations.system << joints, rigid, drives;
  equations.task_rows = gradients_of(make_task_rows(mechanism, machine.task, state)).transpose();
  equations.basis = to_natural_rates(motion.basis, pose);

  BodyDemands demands;
  demands.clear(mechanism);
  demands.add_gravity(mechanism);
  const MotionSize size = find_motion_size(mechanism, motion);
  demands.add_loads(mechanism, motion, size, machine.p);
  equations.right_side = to_natural_forces(demands.matrix(), pose);
  add_inertia(mechanism, motion, equations.right_side);
  demands.add_inertia(mechanism, motion, size);
  equations.right_size = to_natural_sizes(demands.sizes());

  equations.row_scale = make_scale(mechanism);
  fill_common_terms(machine, equations);
  return equations;
}

}  // namespace core
}  // namespace globaldyn::inside
