#include "globaldyn/criteria/pose/load_inertias.h"

#include <Eigen/LU>
#include <Eigen/QR>

#include "core/base/round_off.h"
#include "globaldyn/criteria/pose/pose_criteria.h"

namespace globaldyn::inside {
inline namespace criteria {
namespace {

VectorXd list_rotors(const PoseModel& model) {
  VectorXd rotors(model.W.cols());
  for (const DriveId id : model.mechanism->drives.ids()) {
    rotors(row_of(id)) = model.mechanism->drives[id].reflected_inertia;
  }
  return rotors;
}

// Rates of the drives are Wᵀ times those of the task. The task's accelerations with which drive k
// has 1 and the sum of squares of the others, each by the size of its motion of the bodies, is
// least.
VectorXd move_alone(const PoseModel& model, Eigen::Index k) {
  const Eigen::Index n = model.W.rows();
  VectorXd sizes = model.force_size.cwiseInverse();
  sizes(k) = 0.0;
  const MatrixXd others = model.W * sizes.asDiagonal();
  MatrixXd system = MatrixXd::Zero(n + 1, n + 1);
  system.topLeftCorner(n, n) = others * others.transpose();
  system.block(0, n, n, 1) = system.block(n, 0, 1, n).transpose() = model.W.col(k);
  VectorXd right = VectorXd::Zero(n + 1);
  right(n) = 1.0;
  return system.completeOrthogonalDecomposition().solve(right).head(n);
}

}  // namespace

std::optional<VectorXd> calc_load_inertias(const PoseModel& model) {
  if (model.W.rows() > model.W.cols()) return std::nullopt;
  if (calc_drive_margin(model, {}) < round_off::kRank) return std::nullopt;
  const VectorXd rotors = list_rotors(model);
  if (model.W.rows() == model.W.cols()) {
    const MatrixXd inverse = model.W.inverse();
    return (inverse * model.mass() * inverse.transpose()).diagonal() - rotors;
  }
  const MatrixXd load = model.mass() - model.W * rotors.asDiagonal() * model.W.transpose();
  // The least sum of force²/limit: on one axis equal shares of limits.
  const VectorXd scale = model.limit_scale.cwiseSqrt();
  const MatrixXd scaled = model.W * scale.asDiagonal();
  const auto share = scaled.completeOrthogonalDecomposition();
  VectorXd inertias(rotors.size());
  for (Eigen::Index k = 0; k < inertias.size(); ++k) {
    const VectorXd forces = scale.cwiseProduct(share.solve(load * move_alone(model, k)));
    inertias(k) = std::abs(forces(k));
  }
  return inertias;
}

}  // namespace criteria
}  // namespace globaldyn::inside
