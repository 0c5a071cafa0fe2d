#include "bench/simbody_dynamics.h"

#include <algorithm>

#include "core/base/errors.h"

namespace globaldyn::inside {
namespace {

auto view(const SimTK::Vector& v) {
  return Eigen::Map<const VectorXd>(v.getContiguousScalarData(), v.size());
}

auto view(const SimTK::Matrix& M) {
  return Eigen::Map<const MatrixXd>(M.getContiguousScalarData(), M.nrow(), M.ncol());
}

int count_loop_equations(const SimbodyModel& model) {
  std::size_t count = 0;
  for (const SimbodyModel::Closure& closure : model.closures()) count += closure.directions.size();
  return static_cast<int>(count);
}

bool has_angles(const SimbodyModel& model) {
  return std::any_of(model.closures().begin(), model.closures().end(),
                     [](const SimbodyModel::Closure& closure) { return closure.has_angle; });
}

bool has_cables(const SimbodyModel& model) {
  return std::any_of(model.drives().begin(), model.drives().end(),
                     [](const SimbodyModel::Drive& drive) { return drive.speed < 0; });
}

}  // namespace

SimbodyDynamics::SimbodyDynamics(const SimbodyModel& model, LoopsBy loops_by)
    : model_(model), loops_by_(loops_by), state_(model.default_state()) {
  const int columns = static_cast<int>(model.drives().size()) + kMotionColumns;
  const int equations = count_loop_equations(model);
  if (std::max(state_.getNU(), columns) > kMost) {
    throw NumericalError("too large a mechanism for the Simbody benchmark");
  }
  if (has_angles(model)) throw NumericalError("a loop closed by more than points");
  columns_.resize(state_.getNU(), columns);
  loops_.resize(state_.getNU(), equations);
  needs_jacobian_ = has_cables(model) || (loops_by == LoopsBy::points && equations > 0);
  if (loops_by == LoopsBy::constraints) return;
  for (SimTK::ConstraintIndex i(0); i < model.matter().getNumConstraints(); ++i) {
    model.matter().getConstraint(i).disable(state_);
  }
}

const SimbodyMap& SimbodyDynamics::calc(const SimbodyMotion& motion) {
  state_.setQ(motion.q);
  state_.setU(motion.u);
  model_.system().realize(state_, SimTK::Stage::Velocity);
  if (needs_jacobian_) model_.matter().calcSystemJacobian(state_, jacobian_);
  columns_.setZero();
  calc_tree_forces(motion);
  calc_drive_directions();
  calc_loop_directions();
  project();
  solve();
  return map_;
}

// Nothing here depends on d1 alone.
void SimbodyDynamics::calc_tree_forces(const SimbodyMotion& motion) {
  const SimTK::SimbodyMatterSubsystem& matter = model_.matter();
  auto demanded = columns_.rightCols<kMotionColumns>();
  matter.calcResidualForceIgnoringConstraints(state_, {}, {}, motion.udot, result_);
  demanded.col(kSquare) = view(result_);
  matter.multiplyByM(state_, motion.u, result_);
  demanded.col(kAcceleration) = view(result_);
  if (model_.lifts().size() == 0) return;
  matter.multiplyBySystemJacobianTranspose(state_, model_.lifts(), result_);
  demanded.col(kConstant) = view(result_);
}

void SimbodyDynamics::calc_drive_directions() {
  for (std::size_t k = 0; k < model_.drives().size(); ++k) {
    const SimbodyModel::Drive& drive = model_.drives()[k];
    const auto column = static_cast<Eigen::Index>(k);
    if (drive.speed >= 0) {
      columns_(drive.speed, column) = 1.0;
    } else {
      push_apart(drive.cable, -calc_separation(drive.cable).normalize(), columns_.col(column));
    }
  }
}

void SimbodyDynamics::calc_loop_directions() {
  if (loops_by_ == LoopsBy::constraints) {
    model_.matter().calcGTranspose(state_, G_transposed_);
    loops_ = view(G_transposed_);
    return;
  }
  Eigen::Index column = 0;
  for (const SimbodyModel::Closure& closure : model_.closures()) {
    const auto& first = model_.matter().getMobilizedBody(closure.points.from);
    for (const SimTK::Vec3& direction : closure.directions) {
      push_apart(closure.points, first.expressVectorInGroundFrame(state_, direction),
                 loops_.col(column++));
    }
  }
}

// From the first point to the second, in the ground frame.
SimTK::Vec3 SimbodyDynamics::calc_separation(const SimbodyModel::PointPair& points) const {
  const auto& from = model_.matter().getMobilizedBody(points.from);
  const auto& to = model_.matter().getMobilizedBody(points.to);
  return to.findStationLocationInGround(state_, points.to_point) -
         from.findStationLocationInGround(state_, points.from_point);
}

// The generalised forces of the force `along` on the second point and its opposite on the first.
void SimbodyDynamics::push_apart(const SimbodyModel::PointPair& points, const SimTK::Vec3& along,
                                 Small::ColXpr forces) const {
  forces.setZero();
  push(points.to, points.to_point, along, forces);
  push(points.from, points.from_point, -along, forces);
}

void SimbodyDynamics::push(SimTK::MobilizedBodyIndex index, const SimTK::Vec3& point,
                           const SimTK::Vec3& force, Small::ColXpr& forces) const {
  if (index == 0) return;
  const auto& body = model_.matter().getMobilizedBody(index);
  const SimTK::Vec3 moment = body.expressVectorInGroundFrame(state_, point) % force;
  Eigen::Matrix<double, 6, 1> wrench;
  wrench << moment[0], moment[1], moment[2], force[0], force[1], force[2];
  const auto rates = view(jacobian_).middleRows<6>(6 * static_cast<int>(index));
  forces += rates.transpose().lazyProduct(wrench);
}

// loops = Q R: the rows of Qᵀ beyond R are degrees of freedom, in which loop forces do no work.
void SimbodyDynamics::project() {
  if (loops_.cols() == 0) return;
  const Eigen::HouseholderQR<Small> qr(loops_);
  columns_.applyOnTheLeft(qr.householderQ().adjoint());
}

// W n = demand by Wᵀ = Q R: the forces of minimum norm are Q R⁻ᵀ demand, beyond it Q spans V.
void SimbodyDynamics::solve() {
  const Eigen::Index n = columns_.rows() - loops_.cols(), m = columns_.cols() - kMotionColumns;
  if (m < n) throw NumericalError("fewer drives than freedoms");
  const auto free = columns_.bottomRows(n);
  const Eigen::HouseholderQR<Small> qr(free.leftCols(m).transpose());
  const Small Q = qr.householderQ() * Small::Identity(m, m);
  Small demand = free.rightCols<kMotionColumns>();
  const auto R = qr.matrixQR().topRows(n).triangularView<Eigen::Upper>();
  R.transpose().solveInPlace(demand);
  map_.forces = Q.leftCols(n).lazyProduct(demand);
  map_.V = Q.rightCols(m - n);
}

}  // namespace globaldyn::inside
