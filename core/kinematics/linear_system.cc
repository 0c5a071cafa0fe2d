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
        pick(rows[i]) * scale_of(rows[i], mechanism.kinematic_length);
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
  const double length = mechanism.kinematic_length;
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
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (const ScalarRow& row : rows) {
    if (row.body_a == 0 || row.body_b == 0) continue;
    pairs.emplace_back(static_cast<std::size_t>(row.body_a - 1),
                       static_cast<std::size_t>(row.body_b - 1));
  }
  const int bodies = mechanism.body_count();
  return {BlockCholesky(static_cast<std::size_t>(bodies), pairs), VectorXd(6 * bodies)};
}

void set_normal_equations(const std::vector<ScalarRow>& rows, const Mechanism& mechanism,
                          NormalEquations& equations) {
  const double length = mechanism.kinematic_length;
  equations.matrix.set_zero();
  equations.gradient.setZero();
  for (const ScalarRow& row : rows) {
    const double scale = scale_of(row, length);
    const auto add = [&](int body, const Vector6d& jacobian) {
      if (body == 0) return;
      equations.gradient.segment<6>(6 * (body - 1)) += (scale * row.value) * jacobian;
      equations.matrix.add_to_diagonal(static_cast<std::size_t>(body - 1),
                                       jacobian * jacobian.transpose());
    };
    Vector6d of_a = scale * row.jacobian_a, of_b = scale * row.jacobian_b;
    of_a.head<3>() *= length;
    of_b.head<3>() *= length;
    if (row.body_a == row.body_b) {
      add(row.body_a, of_a + of_b);
      continue;
    }
    add(row.body_a, of_a);
    add(row.body_b, of_b);
    if (row.body_a == 0 || row.body_b == 0) continue;
    equations.matrix.add(static_cast<std::size_t>(row.body_a - 1),
                         static_cast<std::size_t>(row.body_b - 1), of_a * of_b.transpose());
  }
}

Twists make_twists(const VectorXd& unknowns, const Mechanism& mechanism) {
  Twists twists(mechanism.bodies.size());
  for (int body = 1; body <= mechanism.body_count(); ++body) {
    Twist& twist = twists[static_cast<std::size_t>(body)];
    twist.v = mechanism.kinematic_length * unknowns.segment<3>(6 * (body - 1));
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
