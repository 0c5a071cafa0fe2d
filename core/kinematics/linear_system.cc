#include "core/kinematics/linear_system.h"

#include "core/base/svd.h"
#include "core/kinematics/joint_rows.h"

namespace globaldyn {
namespace {

double scale_of(const ScalarRow& row, double length) {
  return row.rotational ? 1.0 : 1.0 / length;
}

template <class Pick>
VectorXd collect(const std::vector<ScalarRow>& rows, const Mechanism& mechanism, const Pick& pick) {
  VectorXd result(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result(static_cast<Eigen::Index>(i)) =
        pick(rows[i]) * scale_of(rows[i], mechanism.characteristic_length);
  }
  return result;
}

}  // namespace

std::vector<ScalarRow> make_constraint_rows(const Mechanism& mechanism,
                                            const KinematicState& state) {
  std::vector<ScalarRow> rows;
  for (const Joint& joint : mechanism.joints) append_constraint_rows(joint, state, rows);
  return rows;
}

std::vector<ScalarRow> make_task_rows(const Mechanism& mechanism, const Task& task,
                                      const KinematicState& state) {
  std::vector<ScalarRow> rows;
  for (int k = 0; k < task.size(); ++k) {
    rows.push_back(make_task_row(mechanism, task.coordinates[static_cast<std::size_t>(k)],
                                 task.target, k, state));
  }
  return rows;
}

std::vector<ScalarRow> make_all_rows(const Mechanism& mechanism, const Task& task,
                                     const KinematicState& state) {
  std::vector<ScalarRow> rows = make_constraint_rows(mechanism, state);
  const std::vector<ScalarRow> task_rows = make_task_rows(mechanism, task, state);
  rows.insert(rows.end(), task_rows.begin(), task_rows.end());
  return rows;
}

MatrixXd make_matrix(const std::vector<ScalarRow>& rows, const Mechanism& mechanism) {
  const double length = mechanism.characteristic_length;
  MatrixXd matrix =
      MatrixXd::Zero(static_cast<Eigen::Index>(rows.size()), 6 * mechanism.body_count());
  const auto fill = [&](Eigen::Index i, int body, const Vector6d& jacobian, double scale) {
    if (body == 0) return;
    matrix.block<1, 3>(i, 6 * (body - 1)) += (scale * length) * jacobian.head<3>().transpose();
    matrix.block<1, 3>(i, 6 * (body - 1) + 3) += scale * jacobian.tail<3>().transpose();
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double scale = scale_of(rows[i], length);
    fill(static_cast<Eigen::Index>(i), rows[i].body_a, rows[i].jacobian_a, scale);
    fill(static_cast<Eigen::Index>(i), rows[i].body_b, rows[i].jacobian_b, scale);
  }
  return matrix;
}

VectorXd make_values(const std::vector<ScalarRow>& rows, const Mechanism& mechanism) {
  return collect(rows, mechanism, [](const ScalarRow& row) { return row.value; });
}

VectorXd make_biases(const std::vector<ScalarRow>& rows, const Mechanism& mechanism) {
  return collect(rows, mechanism, [](const ScalarRow& row) { return row.bias; });
}

NormalEquations make_normal_equations(const std::vector<ScalarRow>& rows,
                                      const Mechanism& mechanism) {
  const double length = mechanism.characteristic_length;
  const Eigen::Index size = 6 * mechanism.body_count();
  NormalEquations equations{MatrixXd::Zero(size, size), VectorXd::Zero(size)};
  for (const ScalarRow& row : rows) {
    const double scale = scale_of(row, length);
    const int bodies[] = {row.body_a, row.body_b};
    Vector6d jacobians[] = {scale * row.jacobian_a, scale * row.jacobian_b};
    for (Vector6d& one : jacobians) one.head<3>() *= length;
    for (int s = 0; s < 2; ++s) {
      if (bodies[s] == 0) continue;
      const Eigen::Index place = 6 * (bodies[s] - 1);
      equations.gradient.segment<6>(place) += (scale * row.value) * jacobians[s];
      for (int t = 0; t < 2; ++t) {
        if (bodies[t] == 0) continue;
        equations.matrix.block<6, 6>(place, 6 * (bodies[t] - 1)) +=
            jacobians[s] * jacobians[t].transpose();
      }
    }
  }
  return equations;
}

Twists make_twists(const VectorXd& unknowns, const Mechanism& mechanism) {
  Twists twists(mechanism.bodies.size());
  for (int body = 1; body <= mechanism.body_count(); ++body) {
    Twist& twist = twists[static_cast<std::size_t>(body)];
    twist.v = mechanism.characteristic_length * unknowns.segment<3>(6 * (body - 1));
    twist.w = unknowns.segment<3>(6 * (body - 1) + 3);
  }
  return twists;
}

void step(Pose& pose, const Twists& twists) {
  for (std::size_t body = 1; body < pose.size(); ++body) {
    pose[body].r += twists[body].v;
    if (twists[body].w.isZero(0.0)) continue;
    pose[body].R = orthonormalize(make_rotation(twists[body].w) * pose[body].R);
  }
}

int calc_rank(const MatrixXd& matrix) {
  if (matrix.rows() == 0 || matrix.cols() == 0) return 0;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(kRankTolerance);
  decomposition.compute(matrix);
  return static_cast<int>(decomposition.rank());
}

MatrixXd make_kernel(const MatrixXd& matrix) {
  if (matrix.rows() == 0) return MatrixXd::Identity(matrix.cols(), matrix.cols());
  const Svd svd = calc_full_svd(matrix);
  Eigen::Index rank = 0;
  while (rank < svd.sigma.size() && svd.sigma(rank) > kRankTolerance * svd.sigma(0)) ++rank;
  return svd.V.rightCols(matrix.cols() - rank);
}

}  // namespace globaldyn
