#include "globaldyn/criteria/pose/pose_criteria.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/base/svd.h"
#include "core/kinematics/acting_rows.h"
#include "core/kinematics/motion.h"
#include "core/kinematics/travel.h"
#include "globaldyn/criteria/pose/pose_model.h"

namespace globaldyn::inside {
inline namespace criteria {
namespace {

using CoordinateKind = TaskCoordinate::Kind;

enum class MotionPart { translation, rotation };

// Directions (columns of `of_tool`, orthonormal, global) in which the tool can be moved by the
// task's coordinates (columns of `of_task`, for a unit motion) without moving coordinates of the
// other kind.
struct ToolDirections {
  MatrixXd of_tool;  // 3 x k
  MatrixXd of_task;  // n x k
};

bool is_of(const TaskCoordinate& coordinate, MotionPart motion) {
  if (coordinate.kind == CoordinateKind::position) return motion == MotionPart::translation;
  const bool turns = coordinate.kind == CoordinateKind::phi ||
                     coordinate.kind == CoordinateKind::cardan ||
                     coordinate.kind == CoordinateKind::rotation;
  return !turns || motion == MotionPart::rotation;
}

ToolDirections find_directions(const PoseModel& model, MotionPart motion,
                               const PoseSettings& settings) {
  const auto n = static_cast<Eigen::Index>(model.coordinates.size());
  ToolDirections directions{MatrixXd(3, 0), MatrixXd(n, 0)};
  if (model.tool_rates.cols() == 0) return directions;
  MatrixXd rates = motion == MotionPart::translation ? model.tool_rates.topRows(3)
                                                     : model.tool_rates.bottomRows(3);
  for (Eigen::Index k = 0; k < n; ++k) {
    if (!is_of(nth(model.coordinates, k), motion)) rates.col(k).setZero();
  }
  constexpr double kNoMotion = 1e-9;
  const Svd svd = calc_thin_svd(rates);
  // At a dead centre of the whole machine the tool's rates are rounding errors of the bodies'.
  const double per_length =
      motion == MotionPart::rotation ? 1.0 / model.mechanism->characteristic_length : 1.0;
  const double size = per_length * model.motion_size.maxCoeff();
  Eigen::Index rank = 0;
  while (rank < svd.sigma.size() && svd.sigma(rank) > kNoMotion * size) ++rank;
  const MatrixXd inverse = svd.V.leftCols(rank) * svd.sigma.head(rank).cwiseInverse().asDiagonal() *
                           svd.U.leftCols(rank).transpose();
  directions.of_tool = svd.U.leftCols(rank);
  if (settings.along) {
    const Vector3d along = directions.of_tool * (directions.of_tool.transpose() * *settings.along);
    directions.of_tool.resize(3, along.norm() > kNoMotion ? 1 : 0);
    if (directions.of_tool.cols() == 1) directions.of_tool.col(0) = along.normalized();
  }
  directions.of_task = inverse * directions.of_tool;
  return directions;
}

// Whether a drive's limits leave it no force at all, such as a minimum tension above the stall
// force.
bool has_no_force(const PoseModel& model) {
  return (model.low.array() > model.high.array()).any();
}

// How far the drives can push along the columns of `push`, starting from holding the load.
double calc_extent(const PoseModel& model, const MatrixXd& push, const PoseSettings& settings) {
  if (push.cols() == 0 || has_no_force(model)) return 0.0;
  const ForceSet& forces = model.force_set();
  const double extent = settings.along ? forces.calc_reach(model.load, push.col(0))
                                       : forces.calc_ball(model.load, push);
  return std::max(0.0, extent);
}

// How far accelerations of drives and joints go along the columns of `moves`, in every direction of
// them: from rest they are what rates are.
double calc_acceleration_extent(const PoseModel& model, const MatrixXd& moves) {
  const Mechanism& mechanism = *model.mechanism;
  double extent = kInfinity;
  const auto bound = [&](const Eigen::RowVectorXd& rates, double most) {
    const double fastest = (rates * moves).norm();
    if (fastest > 0.0) extent = std::min(extent, most / fastest);
  };
  for (const DriveId id : mechanism.drives.ids()) {
    const double most = mechanism.drives[id].limit.acceleration;
    if (std::isfinite(most)) bound(model.W.col(row_of(id)).transpose(), most);
  }
  for (const JointId id : mechanism.joints.ids()) {
    const std::vector<double>& most = mechanism.joints[id].max_acceleration;
    for (std::size_t c = 0; c < most.size(); ++c) {
      if (!std::isfinite(most[c])) continue;
      const CoordinateIndex coordinate{id, static_cast<int>(c)};
      const ScalarRow row = make_acting_row(mechanism, coordinate, {model.pose, nullptr});
      Eigen::RowVectorXd rates(moves.rows());
      for (Eigen::Index k = 0; k < rates.size(); ++k) rates(k) = row.calc_rate(nth(model.basis, k));
      bound(rates, most[c]);
    }
  }
  return extent;
}

double calc_tool_acceleration(const PoseModel& model, MotionPart motion,
                              const PoseSettings& settings) {
  const ToolDirections directions = find_directions(model, motion, settings);
  return std::min(calc_extent(model, model.mass() * directions.of_task, settings),
                  calc_acceleration_extent(model, directions.of_task));
}

// Whether the tool, which does not move at first, has moved (along the direction asked for) a
// little further on, by a coordinate that moves it in this way: then it is at a dead centre, not
// where it always is.
bool is_at_dead_centre(const PoseModel& model, MotionPart motion, const PoseSettings& settings) {
  const Mechanism& mechanism = *model.mechanism;
  if (!mechanism.tool) return false;
  constexpr double kStep = 0.02;   // rad and characteristic lengths: moves by its square are seen
  constexpr double kMoved = 1e-7;  // far beyond the error of solutions
  const double length = mechanism.characteristic_length;
  const auto find_tool = [&](const Pose& pose) {
    return place(pose[mechanism.tool->body], mechanism.tool->frame);
  };
  const Frame here = find_tool(model.pose);
  for (std::size_t k = 0; k < model.basis.size(); ++k) {
    const double size = model.motion_size(static_cast<Eigen::Index>(k));
    if (!(size > 0.0) || !is_of(nth(model.coordinates, k), motion)) continue;
    Twists step = model.basis[k];
    for (Twist& twist : step) {
      twist.v *= kStep * length / size;
      twist.w *= kStep * length / size;
    }
    Pose pose = model.pose;
    move_by(pose, step);
    if (!solve_position(mechanism, {}, pose).converged) continue;
    const Frame there = find_tool(pose);
    const Vector3d moved = motion == MotionPart::translation
                               ? Vector3d((there.origin - here.origin) / length)
                               : find_rotation_vector(there.axes * here.axes.transpose());
    const double way = settings.along ? std::abs(settings.along->dot(moved)) : moved.norm();
    if (way > kMoved) return true;
  }
  return false;
}

double calc_tool_force(const PoseModel& model, MotionPart motion, const PoseSettings& settings) {
  const ToolDirections directions = find_directions(model, motion, settings);
  if (directions.of_tool.cols() == 0) {
    return is_at_dead_centre(model, motion, settings) ? kInfinity : 0.0;
  }
  const MatrixXd rates = motion == MotionPart::translation ? model.tool_rates.topRows(3)
                                                           : model.tool_rates.bottomRows(3);
  return calc_extent(model, rates.transpose() * directions.of_tool, settings);
}

double calc_tool_stiffness(const PoseModel& model, MotionPart motion,
                           const PoseSettings& settings) {
  const HeldMachine& held = model.held_machine();
  if (!held.is_held) return 0.0;
  const bool slides = motion == MotionPart::translation;
  const Matrix3d compliance =
      slides ? held.compliance.topLeftCorner<3, 3>() : held.compliance.bottomRightCorner<3, 3>();
  const double most =
      settings.along ? settings.along->dot(compliance * *settings.along)
                     : Eigen::SelfAdjointEigenSolver<Matrix3d>(compliance, Eigen::EigenvaluesOnly)
                           .eigenvalues()(2);
  // Relative to everything that yields, what is rigid yields only by rounding errors.
  constexpr double kRigid = round_off::kSolved;
  const double length = model.mechanism->characteristic_length;
  const double all = held.compliance.topLeftCorner<3, 3>().trace() +
                     length * length * held.compliance.bottomRightCorner<3, 3>().trace();
  const double share = (slides ? 1.0 : length * length) * most;
  return share > kRigid * all ? 1.0 / most : kInfinity;
}

}  // namespace

double calc_reachability(const PoseModel& /*model*/, const PoseSettings& /*settings*/) {
  return 1.0;
}

double calc_dexterity(const PoseModel& model, const PoseSettings& /*settings*/) {
  const Mechanism& mechanism = *model.mechanism;
  MatrixXd W = model.task_scale.asDiagonal() * model.W;
  for (const DriveId id : mechanism.drives.ids()) {
    if (mechanism.drives[id].rotational) W.col(row_of(id)) *= mechanism.characteristic_length;
  }
  if (W.rows() == 0 || W.rows() > W.cols()) return 0.0;
  const VectorXd sigma = calc_singular_values(W);
  return sigma(0) > 0.0 ? sigma(W.rows() - 1) / sigma(0) : 0.0;
}

double calc_drive_margin(const PoseModel& model, const PoseSettings& /*settings*/) {
  const MatrixXd W = model.task_scale.asDiagonal() * model.W * model.limit_scale.asDiagonal();
  if (W.rows() == 0 || W.rows() > W.cols()) return 0.0;
  const double size = model.motion_size.cwiseProduct(model.task_scale).maxCoeff() *
                      model.force_size.cwiseProduct(model.limit_scale).maxCoeff();
  return size > 0.0 ? calc_singular_values(W)(W.rows() - 1) / size : 0.0;
}

double calc_motion_margin(const PoseModel& model, const PoseSettings& /*settings*/) {
  const auto n = static_cast<Eigen::Index>(model.basis.size());
  const double length = model.mechanism->characteristic_length;
  MatrixXd square = MatrixXd::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      for (const BodyId b : moving_bodies(model.pose)) {
        const Twist& a = nth(model.basis, i)[b];
        const Twist& c = nth(model.basis, j)[b];
        square(i, j) += (a.v.dot(c.v) + length * length * a.w.dot(c.w));
      }
    }
  }
  square = model.task_scale.asDiagonal() * square * model.task_scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(square, Eigen::EigenvaluesOnly);
  return 1.0 / std::sqrt(eigen.eigenvalues()(n - 1));
}

double calc_holding_share(const PoseModel& model, const PoseSettings& /*settings*/) {
  if (has_no_force(model)) return kInfinity;
  const VectorXd idle =
      model.W * VectorXd::Zero(model.low.size()).cwiseMax(model.low).cwiseMin(model.high);
  return model.force_set().calc_share(model.load, idle);
}

double calc_acceleration(const PoseModel& model, const PoseSettings& settings) {
  return calc_tool_acceleration(model, MotionPart::translation, settings);
}

double calc_angular_acceleration(const PoseModel& model, const PoseSettings& settings) {
  return calc_tool_acceleration(model, MotionPart::rotation, settings);
}

double calc_force(const PoseModel& model, const PoseSettings& settings) {
  return calc_tool_force(model, MotionPart::translation, settings);
}

double calc_torque(const PoseModel& model, const PoseSettings& settings) {
  return calc_tool_force(model, MotionPart::rotation, settings);
}

double calc_travel_reserve(const PoseModel& model, const PoseSettings& /*settings*/) {
  return calc_least_travel_reserve(*model.mechanism, model.pose);
}

double calc_clearance(const PoseModel& model, const PoseSettings& /*settings*/) {
  const auto nearest = model.clearance->find_nearest(model.pose);
  return nearest ? nearest->distance : kInfinity;
}

double calc_stiffness(const PoseModel& model, const PoseSettings& settings) {
  return calc_tool_stiffness(model, MotionPart::translation, settings);
}

double calc_rotary_stiffness(const PoseModel& model, const PoseSettings& settings) {
  return calc_tool_stiffness(model, MotionPart::rotation, settings);
}

double calc_natural_frequency(const PoseModel& model, const PoseSettings& /*settings*/) {
  return model.held_machine().lowest_frequency;
}

}  // namespace criteria
}  // namespace globaldyn::inside
