#include "core/kinematics/motion.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/kinematics/turns.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

constexpr double kConverged = round_off::kSolved;
constexpr int kMostIterations = 40;
// Newton may step along directions that are almost lost: at the edge of reach it still converges,
// though slowly. Redundant constraints leave singular values near 1e-16.
constexpr double kNewtonTolerance = round_off::kRoot;

double calc_largest(const Twists& twists, double length) {
  double largest = 0.0;
  for (const Twist& twist : twists) {
    largest = std::max({largest, twist.v.norm() / length, twist.w.norm()});
  }
  return largest;
}

// [0 for the joints; `task_part`] made dimensionless.
VectorXd make_right_side(const Mechanism& mechanism, const std::vector<ScalarRow>& rows,
                         const VectorXd& task_part) {
  VectorXd result = VectorXd::Zero(static_cast<Eigen::Index>(rows.size()));
  const Eigen::Index first = result.size() - task_part.size();
  for (Eigen::Index k = 0; k < task_part.size(); ++k) {
    const bool rotational = nth(rows, first + k).rotational;
    result(first + k) = task_part(k) / (rotational ? 1.0 : mechanism.kinematic_length);
  }
  return result;
}

using Decomposition = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

Decomposition decompose(const MatrixXd& matrix, double tolerance) {
  Decomposition decomposition;
  decomposition.setThreshold(tolerance);
  decomposition.compute(matrix);
  return decomposition;
}

// Newton's steps: the shortest ones to where the linearised equations are met best.
class NewtonStep {
 public:
  NewtonStep(const Mechanism& mechanism, const std::vector<ScalarRow>& rows)
      : mechanism_(mechanism) {
    if (6 * mechanism.body_count() > kMostDense) sparse_ = make_normal_equations(rows, mechanism);
  }

  VectorXd find(const std::vector<ScalarRow>& rows, const VectorXd& values) {
    if (!sparse_) return decompose(make_matrix(rows, mechanism_), kNewtonTolerance).solve(-values);
    set_normal_equations(rows, mechanism_, *sparse_);
    VectorXd step = -sparse_->gradient;
    double damping = kDamping;
    while (!sparse_->matrix.factorise(damping)) {
      damping *= 100.0;
      // No sum of squares of finite numbers needs that much.
      if (damping > kMostDamping) return VectorXd::Constant(step.size(), kNaN);
    }
    sparse_->matrix.solve(step);
    return step;
  }

 private:
  // The cost of a dense step grows with the cube of the bodies: 5 s for 300.
  static constexpr int kMostDense = 600;
  // Of the squares of singular values: below some 1e-6, motions count as free.
  static constexpr double kDamping = round_off::kSolved;
  static constexpr double kMostDamping = 1e100;

  const Mechanism& mechanism_;
  std::optional<NormalEquations> sparse_;
};

bool is_consistent(const MatrixXd& matrix, const VectorXd& solution, const VectorXd& right_side) {
  constexpr double kInconsistent = 1e-7;
  const double scale = 1.0 + right_side.cwiseAbs().maxCoeff() + solution.cwiseAbs().maxCoeff();
  return (matrix * solution - right_side).cwiseAbs().maxCoeff() <= kInconsistent * scale;
}

double calc_pivot_ratio(const Decomposition& decomposition, int rank) {
  if (rank == 0 || decomposition.rank() < rank) return 0.0;
  const auto diagonal = decomposition.matrixQTZ().diagonal().cwiseAbs();
  return diagonal.head(rank).minCoeff() / diagonal.maxCoeff();
}

MatrixXd make_basis(const Mechanism& mechanism, const Task& task,
                    const std::vector<ScalarRow>& rows, const Decomposition& decomposition) {
  MatrixXd basis(6 * mechanism.body_count(), task.size());
  for (int k = 0; k < task.size(); ++k) {
    const VectorXd unit = VectorXd::Unit(task.size(), k);
    basis.col(k) = decomposition.solve(make_right_side(mechanism, rows, unit));
  }
  for (const BodyId body : moving_bodies(mechanism.bodies)) {
    basis.middleRows(first_row_of(body), 3) *= mechanism.kinematic_length;
  }
  return basis;
}

}  // namespace

NewtonOutcome solve_position(const Mechanism& mechanism, const Task& task, Pose& pose) {
  NewtonOutcome outcome;
  double best = kInfinity;
  double last_step = best;
  Pose best_pose = pose;
  std::optional<NewtonStep> step;
  for (int stalled = 0; outcome.iterations < kMostIterations; ++outcome.iterations) {
    const auto rows = make_all_rows(mechanism, task, {pose, nullptr});
    const VectorXd values = make_values(rows, mechanism);
    outcome.residual = values.size() == 0 ? 0.0 : values.cwiseAbs().maxCoeff();
    if (!std::isfinite(outcome.residual)) break;
    if (outcome.residual < best) {
      stalled = outcome.residual < 0.5 * best ? 0 : stalled + 1;
      best = outcome.residual;
      best_pose = pose;
    } else {
      ++stalled;
    }
    // Rounding errors keep the residual from reaching zero: stop when it no longer falls, or when
    // the square of the last step is smaller.
    constexpr double kLastStep = 1e-8;
    const bool is_last = stalled > 0 || last_step < kLastStep;
    if (best == 0.0 || (best <= kConverged && is_last) || stalled > 4) break;
    if (!step) step.emplace(mechanism, rows);
    const Twists correction = make_twists(step->find(rows, values), mechanism);
    const double size = calc_largest(correction, mechanism.kinematic_length);
    constexpr double kWildStep = 3.0;
    if (!(size < kWildStep)) break;
    outcome.correction += size;
    last_step = size;
    move_by(pose, correction);
  }
  pose = best_pose;
  count_turns(mechanism, pose);
  outcome.residual = best;
  outcome.converged = best <= kConverged;
  return outcome;
}

MotionOutcome solve_motion(const Mechanism& mechanism, const Task& task, const Pose& pose,
                           int idle_count) {
  MotionOutcome outcome;
  outcome.motion.pose = pose;
  const auto rows = make_all_rows(mechanism, task, {pose, nullptr});
  const MatrixXd matrix = make_matrix(rows, mechanism);
  const Decomposition decomposition = decompose(matrix, kRankTolerance);
  const int full_rank = 6 * mechanism.body_count() - idle_count;
  outcome.smallest_ratio = calc_pivot_ratio(decomposition, full_rank);
  if (decomposition.rank() < full_rank) return outcome;

  const VectorXd right_first = make_right_side(mechanism, rows, task.target.first);
  const VectorXd first = decomposition.solve(right_first);
  outcome.motion.first = make_twists(first, mechanism);
  const auto moving_rows = make_all_rows(mechanism, task, {pose, &outcome.motion.first});
  const VectorXd right_second =
      make_right_side(mechanism, rows, task.target.second) - make_biases(moving_rows, mechanism);
  const VectorXd second = decomposition.solve(right_second);
  if (!is_consistent(matrix, first, right_first) || !is_consistent(matrix, second, right_second)) {
    return outcome;
  }
  outcome.motion.second = make_twists(second, mechanism);
  outcome.motion.basis = make_basis(mechanism, task, rows, decomposition);
  outcome.status = MotionStatus::ok;
  return outcome;
}

}  // namespace core
}  // namespace globaldyn::inside
