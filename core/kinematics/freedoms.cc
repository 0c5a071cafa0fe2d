#include "core/kinematics/freedoms.h"

#include <algorithm>

#include "core/base/svd.h"
#include "core/kinematics/acting_rows.h"
#include "core/kinematics/motion.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

double calc_threshold(const MatrixXd& matrix) {
  constexpr double kSmallest = 1e-300;
  return kRankTolerance * std::max(matrix.norm(), kSmallest);
}

}  // namespace

MatrixXd make_constraint_matrix(const Mechanism& mechanism, const Pose& pose) {
  return make_matrix(make_constraint_rows(mechanism, {pose, nullptr}), mechanism);
}

MatrixXd make_drive_matrix(const Mechanism& mechanism, const Pose& pose) {
  std::vector<ScalarRow> rows;
  for (const Drive& drive : mechanism.drives) {
    rows.push_back(make_drive_row(mechanism, drive, {pose, nullptr}));
  }
  return make_matrix(rows, mechanism);
}

MatrixXd make_coordinate_matrix(const Mechanism& mechanism,
                                const std::vector<TaskCoordinate>& coordinates, const Pose& pose) {
  const Eigen::Index count = static_cast<Eigen::Index>(coordinates.size());
  Task task{coordinates, {}};
  task.target.value = task.target.first = task.target.second = VectorXd::Zero(count);
  return make_matrix(make_task_rows(mechanism, task, {pose, nullptr}), mechanism);
}

int calc_rank_on(const MatrixXd& matrix, const MatrixXd& kernel) {
  if (matrix.rows() == 0 || kernel.cols() == 0) return 0;
  const VectorXd sigma = calc_singular_values(matrix * kernel);
  return static_cast<int>((sigma.array() > calc_threshold(matrix)).count());
}

MatrixXd make_kernel_on(const MatrixXd& matrix, const MatrixXd& kernel) {
  if (matrix.rows() == 0 || kernel.cols() == 0) return kernel;
  const Svd svd = calc_full_svd(matrix * kernel);
  const Eigen::Index rank = (svd.sigma.array() > calc_threshold(matrix)).count();
  return kernel * svd.V.rightCols(kernel.cols() - rank);
}

MatrixXd make_sparse_basis(MatrixXd kernel) {
  Eigen::Index row = 0;
  for (Eigen::Index k = 0; k < kernel.cols() && row < kernel.rows(); ++row) {
    Eigen::Index pivot = k;
    const double size = kernel.row(row).tail(kernel.cols() - k).cwiseAbs().maxCoeff(&pivot);
    if (size < 1e-6) continue;
    kernel.col(k).swap(kernel.col(k + pivot));
    kernel.col(k) /= kernel(row, k);
    for (Eigen::Index other = 0; other < kernel.cols(); ++other) {
      if (other != k) kernel.col(other) -= kernel(row, other) * kernel.col(k);
    }
    ++k;
  }
  return kernel;
}

std::vector<BodyId> find_moving_bodies(const VectorXd& freedom) {
  constexpr double kMoves = 1e-6;
  std::vector<BodyId> bodies;
  for (const BodyId body : first_moving_bodies(freedom.size() / 6)) {
    if (freedom.segment<6>(first_row_of(body)).norm() > kMoves) bodies.push_back(body);
  }
  return bodies;
}

MatrixXd make_idle_kernel(const Mechanism& mechanism, const std::vector<TaskCoordinate>& prescribed,
                          const Pose& pose) {
  const MatrixXd kernel = make_kernel(make_constraint_matrix(mechanism, pose));
  const MatrixXd free = make_kernel_on(make_coordinate_matrix(mechanism, prescribed, pose), kernel);
  return make_kernel_on(make_drive_matrix(mechanism, pose), free);
}

}  // namespace core
}  // namespace globaldyn::inside
