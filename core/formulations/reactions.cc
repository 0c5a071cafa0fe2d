#include "core/formulations/reactions.h"

#include "core/base/nth.h"
#include "core/joints/joint_rows.h"

namespace globaldyn {
namespace {

// What each constraint force contributes to the component.
VectorXd make_weights(const Mechanism& mechanism, const Pose& pose, int n_constraints,
                      const ReactionComponent& component) {
  VectorXd weights = VectorXd::Zero(n_constraints);
  Eigen::Index first = 0;
  for (int j = 0; j < component.joint; ++j) {
    first += count_constraint_rows(nth(mechanism.joints, j));
  }
  const Joint& joint = nth(mechanism.joints, component.joint);
  const BodyPose& b = nth(pose, joint.body_b);
  const Vector3d axis = nth(pose, joint.body_a).R * joint.frame_a.axes.col(component.axis);
  const Vector3d arm = b.R * joint.frame_b.origin;
  const int count = count_constraint_rows(joint);
  for (int i = 0; i < count; ++i) {
    const ScalarRow row = make_constraint_row(joint, i, {pose, nullptr});
    const Vector3d force = row.jacobian_b.head<3>();
    const Vector3d moment = row.jacobian_b.tail<3>() - arm.cross(force);
    weights(first + i) = axis.dot(component.is_moment ? moment : force);
  }
  return weights;
}

}  // namespace

std::vector<Reaction> calc_reactions(const Mechanism& mechanism, const Pose& pose,
                                     const MotionEquations& equations, const MatrixXd& forces,
                                     const MatrixXd& V,
                                     const std::vector<ReactionComponent>& components) {
  const Eigen::Index m = forces.rows(), r = V.cols();
  const int n_constraints = equations.n_constraints;
  const auto T = equations.system.rightCols(m);
  // What no drive can balance, the joints cannot balance either: it is an equality of the map.
  const MatrixXd W = equations.basis.transpose() * T;
  const MatrixXd demand = equations.basis.transpose() * equations.right_side;
  const MatrixXd lost = demand - W * W.completeOrthogonalDecomposition().solve(demand);
  MatrixXd right(equations.system.rows(), kMotionColumns + r);
  right << equations.right_side - equations.task_rows.transpose() * lost -
               T * (forces - equations.drive_side),
      -T * V;
  const MatrixXd matrix =
      equations.row_scale.asDiagonal() * equations.system.leftCols(n_constraints);
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(kRankTolerance);
  decomposition.compute(matrix);
  const MatrixXd lambda = decomposition.solve(equations.row_scale.asDiagonal() * right);

  std::vector<Reaction> reactions;
  for (const ReactionComponent& component : components) {
    const VectorXd weights = make_weights(mechanism, pose, n_constraints, component);
    // The part of the weights outside the row space of Phiᵀ is what ker Phiᵀ leaves undetermined.
    const VectorXd known = decomposition.solve(matrix * weights);
    constexpr double kOpen = 1e-6;
    Reaction reaction;
    reaction.is_determined = (weights - known).norm() <= kOpen * weights.norm();
    VectorXd sum = lambda.transpose() * weights;
    const double largest = lambda.leftCols(kMotionColumns).cwiseAbs().maxCoeff();
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

}  // namespace globaldyn
