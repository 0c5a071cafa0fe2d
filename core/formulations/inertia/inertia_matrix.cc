#include "core/formulations/inertia/inertia_matrix.h"

#include <Eigen/LU>

#include "core/formulations/inertia/inertia_methods.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

MatrixXd invert_accelerations(const LinkTree& tree, const VectorXd& q) {
  MatrixXd columns(tree.size(), tree.size());
  for (int j = 0; j < tree.size(); ++j) {
    columns.col(j) = solve_by_articulated_bodies<double>(tree, q, VectorXd::Unit(tree.size(), j));
  }
  return columns.inverse();
}

MatrixXd mirror_upper(const MatrixXd& upper) {
  return upper.selfadjointView<Eigen::Upper>();
}

}  // namespace

MatrixXd calc_inertia_matrix(const LinkTree& tree, const VectorXd& q, InertiaMethod method) {
  MatrixXd inertia;
  switch (method) {
    case InertiaMethod::direction_cosines:
      calc_inertia_by_cosines<double>(tree, q, inertia);
      break;
    case InertiaMethod::composite_bodies:
      calc_inertia_by_composites<double>(tree, q, inertia);
      break;
    case InertiaMethod::articulated_bodies:
      return invert_accelerations(tree, q);
  }
  return mirror_upper(inertia);
}

MatrixXd calc_inertia_columns(const LinkTree& tree, const VectorXd& q, const RunEach& run) {
  const DirectionCosines<double> at = calc_direction_cosines<double>(tree, q);
  MatrixXd inertia = MatrixXd::Zero(tree.size(), tree.size());
  run(static_cast<std::size_t>(tree.size()), [&](std::size_t column) {
    calc_column_by_cosines<double>(tree, at, static_cast<int>(column), inertia);
  });
  return mirror_upper(inertia);
}

std::vector<MatrixXd> calc_inertia_matrices(const LinkTree& tree, const MatrixXd& q,
                                            InertiaMethod method, const RunEach& run) {
  std::vector<MatrixXd> matrices(static_cast<std::size_t>(q.cols()));
  run(matrices.size(), [&](std::size_t pose) {
    matrices[pose] = calc_inertia_matrix(tree, q.col(static_cast<Eigen::Index>(pose)), method);
  });
  return matrices;
}

}  // namespace core
}  // namespace globaldyn::inside
