#include "core/formulations/reactions.h"

#include <algorithm>
#include <cmath>

#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Where a component is measured: along an axis, at a point.
struct Gauge {
  Vector3d axis;
  Vector3d point;
};

Gauge place_gauge(const Joint& joint, const Pose& pose, const ReactionComponent& component) {
  const BodyPose& b = pose[joint.body_b];
  return {pose[joint.body_a].R * joint.frame_a.axes.col(component.axis),
          b.r + b.R * joint.frame_b.origin};
}

// What a force at `position` and a moment contribute to the component.
Vector6d make_measure(const Gauge& gauge, bool is_moment, const Vector3d& position) {
  Vector6d measure;
  if (is_moment) {
    measure << gauge.axis.cross(position - gauge.point), gauge.axis;
  } else {
    measure << gauge.axis, Vector3d::Zero();
  }
  return measure;
}

// How large their product could be, for other directions.
double calc_work_size(const Vector6d& measure, const Vector6d& wrench) {
  return measure.head<3>().norm() * wrench.head<3>().norm() +
         measure.tail<3>().norm() * wrench.tail<3>().norm();
}

// A component as a function of multipliers and of what else acts: weights . lambda + rest.
struct Composition {
  VectorXd weights;  // n_c
  VectorXd rest;     // 4 + r: per column of the motion and of V
  double rest_size{0.0};
};

// What acts on the equations of motion in a solution for the drive forces.
struct Balance {
  const MatrixXd& forces;  // net, m x 4
  const MatrixXd& V;       // m x r
  MatrixXd lost;           // n_task x 4: what no drive can balance

  // What multipliers and joints are left with.
  [[nodiscard]] MatrixXd subtract(const MatrixXd& right_side, const MatrixXd& task_rows,
                                  const MatrixXd& T) const {
    MatrixXd rest(right_side.rows(), kMotionColumns + V.cols());
    rest << right_side - task_rows.transpose() * lost - T * forces, -T * V;
    return rest;
  }
};

// From the multipliers of the joint itself. What cancels is no influence.
Composition compose_of_own(const Joint& joint, const Pose& pose, const ReactionComponent& component,
                           int first, int n_constraints, Eigen::Index columns) {
  Composition result{VectorXd::Zero(n_constraints), VectorXd::Zero(columns)};
  const Gauge gauge = place_gauge(joint, pose, component);
  const Vector6d measure = make_measure(gauge, component.is_moment, pose[joint.body_b].r);
  const int count = count_constraint_rows(joint);
  for (int i = 0; i < count; ++i) {
    const ScalarRow row = make_constraint_row(joint, i, {pose, nullptr});
    const double weight = measure.dot(row.jacobian_b);
    const double size = calc_work_size(measure, row.jacobian_b);
    result.weights(first + i) = is_zero(weight, size, kMotionRoundOff) ? 0.0 : weight;
  }
  return result;
}

// The bodies that the tree attaches by way of a joint, and whether its body b is among them.
struct Beyond {
  std::vector<BodyId> bodies;
  bool has_b{false};
};

Beyond find_beyond(const Topology& topology, const Joint& joint, JointId id) {
  const auto& attachment = topology.attachment;
  const auto& of_b = attachment[joint.body_b];
  Beyond beyond;
  beyond.has_b = of_b && of_b->joint == id;
  IdVector<BodyId, bool> is_beyond(attachment.size(), false);
  for (const BodyId body : topology.order) {  // parents before children
    const auto& attached = attachment[body];
    if (!attached) continue;
    if (attached->joint != id && !is_beyond[attached->parent]) continue;
    is_beyond[body] = true;
    beyond.bodies.push_back(body);
  }
  return beyond;
}

// From the balance of the bodies beyond the joint: what they demand and nothing else provides. What
// acts between two of them cancels, up to rounding errors.
Composition compose_of_bodies(const MovingMachine& machine, const BodyBalance& bodies,
                              const ReactionComponent& component, int n_constraints,
                              const Balance& balance) {
  const Joint& joint = machine.mechanism.joints[component.joint];
  const Pose& pose = machine.motion.pose;
  const Gauge gauge = place_gauge(joint, pose, component);
  const Beyond beyond = find_beyond(machine.topology, joint, component.joint);
  VectorXd measure = VectorXd::Zero(bodies.right_side.rows());
  for (const BodyId body : beyond.bodies) {
    measure.segment<6>(first_row_of(body)) =
        (beyond.has_b ? 1.0 : -1.0) * make_measure(gauge, component.is_moment, pose[body].r);
  }
  const auto constraints = bodies.system.leftCols(n_constraints);
  const auto T = bodies.system.rightCols(bodies.system.cols() - n_constraints);
  Composition result;
  result.weights = -constraints.transpose() * measure;
  for (Eigen::Index i = 0; i < n_constraints; ++i) {
    double size = 0.0;
    for (Eigen::Index at = 0; at < measure.size(); at += 6) {
      size += calc_work_size(measure.segment<6>(at), constraints.col(i).segment<6>(at));
    }
    if (is_zero(result.weights(i), size, kMotionRoundOff)) result.weights(i) = 0.0;
  }
  result.rest = balance.subtract(bodies.right_side, bodies.task_rows, T).transpose() * measure;
  result.rest_size = (bodies.right_size.transpose() * measure.cwiseAbs()).maxCoeff();
  return result;
}

// The multipliers of smallest norm that meet Phiᵀ lambda = right, rows scaled to forces.
class MultiplierSolver {
 public:
  explicit MultiplierSolver(const MotionEquations& equations)
      : matrix_(equations.row_scale.asDiagonal() *
                equations.system.leftCols(equations.n_constraints)) {
    if (matrix_.cols() == 0) return;
    decomposition_.setThreshold(kRankTolerance);
    decomposition_.compute(matrix_);
  }

  [[nodiscard]] MatrixXd solve(const MatrixXd& right) const {
    if (matrix_.cols() == 0) return MatrixXd(0, right.cols());
    return decomposition_.solve(right);
  }

  // The part of `weights` in the row space of Phiᵀ: what the equations determine.
  [[nodiscard]] VectorXd remove_kernel(const VectorXd& weights) const {
    return solve(matrix_ * weights);
  }

 private:
  MatrixXd matrix_;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition_;
};

}  // namespace

std::vector<ReactionComponent> list_reactions(const Mechanism& mechanism) {
  std::vector<ReactionComponent> all;
  for (const JointId j : mechanism.joints.ids()) {
    for (int i = 0; i < 6; ++i) all.push_back({j, i >= 3, i % 3});
  }
  return all;
}

std::vector<std::string> list_reaction_names(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const ReactionComponent& one : list_reactions(mechanism)) {
    names.push_back(mechanism.joints[one.joint].name + "." + (one.is_moment ? "m" : "") +
                    "xyz"[one.axis]);
  }
  return names;
}

std::vector<Reaction> calc_reactions(const MovingMachine& machine, const MotionEquations& equations,
                                     const MatrixXd& forces, const MatrixXd& V,
                                     const std::vector<ReactionComponent>& components) {
  const Eigen::Index m = forces.rows(), r = V.cols();
  const int n_constraints = equations.n_constraints;
  const auto T = equations.system.rightCols(m);
  // What no drive can balance, the joints cannot balance either: it is an equality of the map.
  const MatrixXd W = equations.basis.transpose() * T;
  const MatrixXd demand = equations.basis.transpose() * equations.right_side;
  const MatrixXd net = forces - equations.drive_side;
  // Of a motion that no task prescribes nothing is left over.
  const MatrixXd lost =
      W.rows() == 0 ? demand : demand - W * W.completeOrthogonalDecomposition().solve(demand);
  const Balance balance{net, V, lost};
  const MatrixXd right = balance.subtract(equations.right_side, equations.task_rows, T);
  const MultiplierSolver multipliers(equations);
  const MatrixXd lambda = multipliers.solve(equations.row_scale.asDiagonal() * right);
  const double lambda_size =
      n_constraints > 0 ? lambda.leftCols(kMotionColumns).cwiseAbs().maxCoeff() : 0.0;

  std::vector<Reaction> reactions;
  for (const ReactionComponent& component : components) {
    const auto& first = equations.multipliers[component.joint];
    const Composition composed =
        first ? compose_of_own(machine.mechanism.joints[component.joint], machine.motion.pose,
                               component, *first, n_constraints, right.cols())
              : compose_of_bodies(machine, *equations.bodies, component, n_constraints, balance);
    // The part of the weights outside the row space of Phiᵀ is what ker Phiᵀ leaves undetermined.
    const VectorXd& weights = composed.weights;
    const VectorXd known = multipliers.remove_kernel(weights);
    constexpr double kOpen = 1e-6;
    Reaction reaction;
    reaction.is_determined = (weights - known).norm() <= kOpen * weights.norm();
    VectorXd sum = lambda.transpose() * weights + composed.rest;
    const double largest = std::max(lambda_size, composed.rest_size);
    for (Eigen::Index c = 0; c < sum.size(); ++c) {
      const double size = c < kMotionColumns ? largest : 1.0;
      if (std::abs(sum(c)) <= kMotionRoundOff * size) sum(c) = 0.0;
    }
    reaction.value = make_motion_polynomial(sum);
    reaction.v = sum.tail(r);
    reactions.push_back(std::move(reaction));
  }
  return reactions;
}

}  // namespace core
}  // namespace globaldyn::inside
