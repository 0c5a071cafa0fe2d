#include "core/formulations/tree_coordinates.h"

#include <algorithm>

#include "core/base/as_span.h"
#include "core/formulations/body_demands.h"
#include "core/joints/coupling.h"
#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// The bodies' accelerations (v', w') that the columns' accelerations must produce.
MatrixXd find_unbiased(const TreeCoordinates& coordinates, const Motion& motion) {
  MatrixXd wanted(6 * moving_bodies(motion.pose).size(), 1);
  for (const BodyId b : moving_bodies(motion.pose)) {
    const Screw& bias = coordinates.biases[b];
    const Twist& rate = motion.first[b];
    const Vector3d& r = motion.pose[b].r;
    // r'' from the screw's derivative: of v = linear + w x r.
    const Vector3d v = bias.linear + bias.angular.cross(r) + rate.w.cross(rate.v);
    wanted.middleRows(first_row_of(b), 6) << motion.second[b].v - v,
        motion.second[b].w - bias.angular;
  }
  return wanted;
}

MatrixXd to_matrix(const Twists& twists) {
  MatrixXd matrix(6 * moving_bodies(twists).size(), 1);
  for (const BodyId b : moving_bodies(twists)) {
    matrix.middleRows(first_row_of(b), 6) << twists[b].v, twists[b].w;
  }
  return matrix;
}

// Of generalised forces on the columns: what the bodies' sizes add up to.
MatrixXd to_column_sizes(const TreeCoordinates& coordinates, const MatrixXd& sizes) {
  MatrixXd result = MatrixXd::Zero(coordinates.size(), sizes.cols());
  for (const TreeBody& body : coordinates.bodies) {
    for (const int column : coordinates.tree.list_columns_to(body.body)) {
      const Vector6d twist = make_column_twist(coordinates, column, body.body);
      result.row(column) +=
          twist.cwiseAbs().transpose() * sizes.middleRows(first_row_of(body.body), 6);
    }
  }
  return result;
}

}  // namespace

TreeCoordinates make_tree_coordinates(const MovingMachine& machine) {
  const Motion& motion = machine.motion;
  TreeCoordinates coordinates{
      SpanningTree(machine.mechanism, machine.topology), {}, {}, {}, {}, {}};
  SpanningTree& tree = coordinates.tree;
  tree.set_pose(motion.pose);
  coordinates.bodies = tree.list_bodies();
  coordinates.rates.resize(motion.pose.size());
  coordinates.biases.resize(motion.pose.size());
  coordinates.first = to_column_rates(coordinates, to_matrix(motion.first));
  const auto first = as_span(coordinates.first);
  tree.calc_rates(first, coordinates.rates);
  tree.calc_accelerations(first, {}, coordinates.rates, coordinates.biases);
  coordinates.second = to_column_rates(coordinates, find_unbiased(coordinates, motion));
  return coordinates;
}

MatrixXd to_column_rates(const TreeCoordinates& coordinates, const MatrixXd& rates) {
  const Pose& pose = coordinates.tree.pose();
  MatrixXd columns(coordinates.size(), rates.cols());
  for (const auto& [body, parent, column, count] : coordinates.bodies) {
    if (count == 0) continue;
    // What the parent's motion does not explain.
    MatrixXd own = rates.middleRows(first_row_of(body), 6);
    if (parent != kGround) {
      const auto of_parent = rates.middleRows(first_row_of(parent), 6);
      const Vector3d arm = pose[body].r - pose[parent].r;
      for (Eigen::Index c = 0; c < rates.cols(); ++c) {
        const Vector3d w = of_parent.col(c).tail<3>();
        own.col(c).head<3>() -= of_parent.col(c).head<3>() + w.cross(arm);
        own.col(c).tail<3>() -= w;
      }
    }
    MatrixXd twists(6, count);
    for (int k = 0; k < count; ++k) {
      twists.col(k) = make_column_twist(coordinates, column + k, body);
    }
    columns.middleRows(column, count) = twists.colPivHouseholderQr().solve(own);
  }
  return columns;
}

Vector6d make_column_twist(const TreeCoordinates& coordinates, int column, BodyId body) {
  const Screw& axis = coordinates.tree.axis(column);
  Vector6d twist;
  twist << axis.linear + axis.angular.cross(coordinates.tree.pose()[body].r), axis.angular;
  return twist;
}

std::vector<ScalarRow> make_cut_rows(const MovingMachine& machine, const SpanningTree& tree) {
  const Mechanism& mechanism = machine.mechanism;
  const KinematicState state{machine.motion.pose, nullptr};
  std::vector<ScalarRow> rows;
  for (const JointId j : mechanism.joints.ids()) {
    if (tree.is_tree_joint(j)) continue;
    append_constraint_rows(mechanism.joints[j], state, rows);
  }
  for (const Coupling& coupling : mechanism.couplings) {
    rows.push_back(make_coupling_row(mechanism.joints, coupling, state));
  }
  return rows;
}

MotionEquations make_tree_equations(const MovingMachine& machine,
                                    const TreeCoordinates& coordinates) {
  const Mechanism& mechanism = machine.mechanism;
  const Motion& motion = machine.motion;
  const SpanningTree& tree = coordinates.tree;
  MotionEquations equations;
  std::vector<ScalarRow> rows = make_cut_rows(machine, tree);
  equations.n_constraints = static_cast<int>(rows.size());
  equations.multipliers =
      number_multipliers(mechanism, [&](JointId joint) { return !tree.is_tree_joint(joint); });
  std::vector<ScalarRow> drives = make_drive_rows(mechanism, motion.pose);
  std::move(drives.begin(), drives.end(), std::back_inserter(rows));

  BodyDemands demands;
  demands.clear(mechanism);
  const MotionSize size = find_motion_size(mechanism, motion);
  demands.add_inertia(mechanism, motion, size);
  demands.add_gravity(mechanism);
  demands.add_loads(mechanism, motion, size, machine.p);
  const std::vector<ScalarRow> task_rows =
      make_task_rows(mechanism, machine.task, {motion.pose, nullptr});
  equations.bodies = {make_body_gradients(rows, mechanism), demands.matrix(), demands.sizes(),
                      make_body_gradients(task_rows, mechanism).transpose()};
  equations.basis = to_column_rates(coordinates, motion.basis);
  equations.right_size = to_column_sizes(coordinates, demands.sizes());
  equations.row_scale =
      VectorXd::Constant(coordinates.size(), 1.0 / mechanism.characteristic_length);
  fill_common_terms(machine, equations);
  return equations;
}

}  // namespace core
}  // namespace globaldyn::inside
