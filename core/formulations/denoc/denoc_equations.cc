#include "core/formulations/denoc/denoc_equations.h"

#include "core/formulations/body_demands.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// B of Raoofian et al. 2017, eq. (23): the twist of a body's centre of mass if it moves as one with
// another body.
Eigen::Matrix<double, 6, 6> make_propagation(const Vector3d& from, const Vector3d& to) {
  const Vector3d arm = to - from;
  Eigen::Matrix<double, 6, 6> B = Eigen::Matrix<double, 6, 6>::Identity();
  B.topRightCorner<3, 3>() << 0.0, arm.z(), -arm.y(), -arm.z(), 0.0, arm.x(), arm.y(), -arm.x(),
      0.0;  // w x arm
  return B;
}

// M of one body, on (v, w).
Eigen::Matrix<double, 6, 6> make_mass(const MassProperties& mass, const Matrix3d& R) {
  Eigen::Matrix<double, 6, 6> M = Eigen::Matrix<double, 6, 6>::Zero();
  M.topLeftCorner<3, 3>().diagonal().setConstant(mass.mass);
  M.bottomRightCorner<3, 3>() = R * mass.inertia * R.transpose();
  return M;
}

// What the bodies demand without accelerations of the columns, per d1²: M Ṅ q' and the gyroscopic
// moments.
VectorXd calc_velocity_terms(const Mechanism& mechanism, const TreeCoordinates& coordinates) {
  const Pose& pose = coordinates.tree.pose();
  VectorXd terms(6 * mechanism.body_count());
  for (const BodyId b : moving_bodies(pose)) {
    const auto& [linear, w] = coordinates.rates[b];
    const Screw& bias = coordinates.biases[b];
    const Vector3d v = linear + w.cross(pose[b].r);
    Vector6d acceleration;
    acceleration << bias.linear + bias.angular.cross(pose[b].r) + w.cross(v), bias.angular;
    const Eigen::Matrix<double, 6, 6> M = make_mass(mechanism.bodies[b].mass_properties, pose[b].R);
    Vector6d term = M * acceleration;
    term.tail<3>() += w.cross(M.bottomRightCorner<3, 3>() * w);
    terms.segment<6>(first_row_of(b)) = term;
  }
  return terms;
}

}  // namespace

MatrixXd make_denoc_matrix(const TreeCoordinates& coordinates) {
  const Pose& pose = coordinates.tree.pose();
  const auto bodies = static_cast<Eigen::Index>(coordinates.bodies.size());
  MatrixXd N = MatrixXd::Zero(6 * bodies, coordinates.size());
  for (const auto& [body, parent, column, count] : coordinates.bodies) {
    auto rows = N.middleRows(first_row_of(body), 6);
    if (parent != kGround) {
      rows = make_propagation(pose[parent].r, pose[body].r) * N.middleRows(first_row_of(parent), 6);
    }
    for (int k = column; k < column + count; ++k) {
      rows.col(k) += make_column_twist(coordinates, k, body);
    }
  }
  return N;
}

MatrixXd make_denoc_inertia(const Mechanism& mechanism, const Pose& pose, const MatrixXd& N) {
  MatrixXd inertia = MatrixXd::Zero(N.cols(), N.cols());
  for (const BodyId b : moving_bodies(pose)) {
    const auto rows = N.middleRows(first_row_of(b), 6);
    inertia += rows.transpose() * make_mass(mechanism.bodies[b].mass_properties, pose[b].R) * rows;
  }
  return inertia;
}

MotionEquations make_denoc_equations(const MovingMachine& machine) {
  const Mechanism& mechanism = machine.mechanism;
  const Motion& motion = machine.motion;
  const TreeCoordinates coordinates = make_tree_coordinates(machine);
  const MatrixXd N = make_denoc_matrix(coordinates);
  const MatrixXd inertia = make_denoc_inertia(mechanism, coordinates.tree.pose(), N);
  MotionEquations equations = make_tree_equations(machine, coordinates);
  equations.system = N.transpose() * equations.bodies->system;
  equations.task_rows = equations.bodies->task_rows * N;

  BodyDemands loads;
  loads.clear(mechanism);
  loads.add_gravity(mechanism);
  loads.add_loads(mechanism, motion, find_motion_size(mechanism, motion), machine.p);
  equations.right_side = N.transpose() * loads.matrix();
  equations.right_side.col(kSquare) +=
      inertia * coordinates.second + N.transpose() * calc_velocity_terms(mechanism, coordinates);
  equations.right_side.col(kAcceleration) += inertia * coordinates.first;
  return equations;
}

}  // namespace core
}  // namespace globaldyn::inside
