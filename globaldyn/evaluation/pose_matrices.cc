#include "globaldyn/evaluation/pose_matrices.h"

#include "core/base/errors.h"
#include "core/base/svd.h"
#include "core/formulations/inertia/inertia_matrix.h"

namespace globaldyn::inside {
inline namespace evaluation {
namespace {

std::optional<LinkTree> find_links(const Machine& machine) {
  try {
    return make_link_tree(machine.mechanism, machine.topology);
  } catch (const Error&) {  // it has loops, or joints of other kinds
    return std::nullopt;
  }
}

// The tree's coordinates count outwards.
VectorXd find_directions(const Machine& machine) {
  const std::vector<TreeBody> bodies =
      SpanningTree(machine.mechanism, machine.topology).list_bodies();
  VectorXd directions(static_cast<Eigen::Index>(bodies.size()));
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const JointId joint = machine.topology.attachment[bodies[i].body]->joint;
    const bool is_outwards = machine.mechanism.joints[joint].body_a == bodies[i].parent;
    directions(static_cast<Eigen::Index>(i)) = is_outwards ? 1.0 : -1.0;
  }
  return directions;
}

// (W Wᵀ)⁻¹ W by the singular values of W, with rows scaled to forces and columns to drives' limits
// only for deciding its rank.
std::optional<MatrixXd> find_jacobian(const PoseModel& model) {
  const MatrixXd scaled = model.task_scale.asDiagonal() * model.W * model.limit_scale.asDiagonal();
  const Svd ranks = calc_full_svd(scaled);
  const Eigen::Index n = model.W.rows();
  if (n == 0 || ranks.sigma.size() < n) return std::nullopt;
  if (ranks.sigma(n - 1) <= kRankTolerance * ranks.sigma(0)) return std::nullopt;
  return MatrixXd(model.W.transpose().completeOrthogonalDecomposition().pseudoInverse());
}

}  // namespace

PoseMatrixMaker::PoseMatrixMaker(const Machine& machine)
    : modeller_(machine.mechanism, machine.topology, {}),
      links_(find_links(machine)),
      directions_(links_ ? find_directions(machine) : VectorXd()),
      tree_(machine.mechanism, machine.topology) {}

PoseMatrices PoseMatrixMaker::make(const BranchFollower& follower, const Motion& motion,
                                   const Task& task, double p) {
  const PoseModel& model = modeller_.calc(follower, motion, task, p);
  PoseMatrices matrices{model.mass(), model.W, find_jacobian(model), {}, {}};
  if (has_compliance(*model.mechanism)) matrices.K = model.held_machine().task_stiffness;
  if (links_) {
    tree_.set_pose(motion.pose);
    const Eigen::Map<const VectorXd> q(tree_.state().data(), links_->size());
    matrices.joint_inertia = directions_.asDiagonal() *
                             calc_inertia_matrix(*links_, q, InertiaMethod::direction_cosines) *
                             directions_.asDiagonal();
  }
  return matrices;
}

std::vector<std::string> list_links(const Machine& machine) {
  std::vector<std::string> names;
  if (!find_links(machine)) return names;
  const SpanningTree tree(machine.mechanism, machine.topology);
  for (const TreeBody& body : tree.list_bodies()) {
    names.push_back(machine.mechanism.joints[machine.topology.attachment[body.body]->joint].name);
  }
  return names;
}

}  // namespace evaluation
}  // namespace globaldyn::inside
