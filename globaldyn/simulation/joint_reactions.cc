#include "globaldyn/simulation/joint_reactions.h"

#include <cmath>

#include "core/formulations/registry/formulations.h"

namespace globaldyn::inside {
inline namespace simulation {
namespace {

// All terms as one constant: time is what the motion goes by, at one second a second.
MatrixXd as_constant(const MatrixXd& terms) {
  MatrixXd constant = MatrixXd::Zero(terms.rows(), terms.cols());
  constant.col(kConstant) = terms * Eigen::Vector4d(1.0, 1.0, 1.0, 0.0);
  return constant;
}

}  // namespace

std::vector<double> calc_simulated_reactions(const Machine& machine, const SimulationSample& sample,
                                             const std::vector<ReactionComponent>& components) {
  const Mechanism& mechanism = machine.mechanism;
  const Task none;
  const Motion motion{sample.pose, sample.twists, sample.accelerations,
                      MatrixXd(6 * mechanism.body_count(), 0)};
  const MovingMachine moving{mechanism, machine.topology, none, motion, sample.p};
  MotionEquations equations = make_equations(moving, nullptr);
  equations.right_side = as_constant(equations.right_side);
  if (auto& bodies = equations.bodies) bodies->right_side = as_constant(bodies->right_side);
  // What drives need for themselves has been taken off.
  equations.drive_side.setZero();
  MatrixXd forces = MatrixXd::Zero(sample.transmitted.size(), kMotionColumns);
  forces.col(kConstant) = sample.transmitted;
  const MatrixXd no_choice(sample.transmitted.size(), 0);
  std::vector<double> values;
  for (const Reaction& one : calc_reactions(moving, equations, forces, no_choice, components)) {
    values.push_back(one.is_determined ? one.value.gamma : std::nan(""));
  }
  return values;
}

}  // namespace simulation
}  // namespace globaldyn::inside
