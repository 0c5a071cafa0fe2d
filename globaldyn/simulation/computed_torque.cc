#include "globaldyn/simulation/computed_torque.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/kinematics/drive_turns.h"
#include "globaldyn/limits/drive_limits.h"

namespace globaldyn::inside {
inline namespace simulation {

ComputedTorque::ComputedTorque(const Machine& machine, const Path& path, PlannedForces& planned,
                               const Feedback& feedback)
    : machine_(machine),
      path_(path),
      planned_(planned),
      feedback_(feedback),
      follower_(machine.mechanism, machine.topology,
                make_home(machine.mechanism, path.task(0.0), planned.start_pose()), SolveBy::loops),
      modeller_(machine.mechanism, machine.topology, Clearance{}),
      correction_(VectorXd::Zero(machine.mechanism.drive_count())) {
  (void)follower_.begin_at(path.task, 0.0, planned.start_pose());
  force_sizes_.resize(correction_.size());
  position_sizes_.resize(correction_.size());
  for (const DriveId id : machine.mechanism.drives.ids()) {
    const Drive& drive = machine.mechanism.drives[id];
    const double size = find_share_size(drive.limit);
    force_sizes_(row_of(id)) = std::isfinite(size) ? size : 1.0;
    position_sizes_(row_of(id)) = drive.rotational ? 1.0 : machine.mechanism.kinematic_length;
  }
}

VectorXd ComputedTorque::read_positions(const ForwardDynamics& machine) const {
  VectorXd positions(correction_.size());
  for (const DriveId id : machine_.mechanism.drives.ids()) {
    positions(row_of(id)) = machine.drive_position(id);
  }
  return positions;
}

void ComputedTorque::refer(double t, const ForwardDynamics& machine) {
  offsets_ = read_positions(machine) - planned_.at(t).positions;
}

void ComputedTorque::calc_correction(double t, const ForwardDynamics& machine, VectorXd& forces) {
  const MotionSample& wanted = planned_.at(t);
  const double p = wanted.state.p;
  const FollowedPose& pose = follower_.follow(p);
  if (pose.status != PoseStatus::ok) {
    throw NumericalError("the feedback cannot follow its plan at p = " + std::to_string(p));
  }
  const PoseModel& model =
      modeller_.calc(follower_, pose.motion, path_.task(p), path_.find_load_place(p));
  const VectorXd aim = wanted.positions + offsets_;
  VectorXd positions = read_positions(machine);
  take_out_turns(machine_.mechanism, aim, positions);
  const VectorXd error = aim - positions;
  VectorXd rate = wanted.rates;
  for (const DriveId id : machine_.mechanism.drives.ids()) {
    rate(row_of(id)) -= machine.drive_rate(id);
  }
  const double omega = feedback_.bandwidth;
  const VectorXd answer = omega * omega * error + 2.0 * feedback_.damping * omega * rate;
  // The drives' rates are those of the degrees of freedom, by Wᵀ.
  const VectorXd inverse = position_sizes_.cwiseInverse();
  const MatrixXd drive_rates = inverse.asDiagonal() * model.W.transpose();
  const VectorXd acceleration =
      drive_rates.completeOrthogonalDecomposition().solve(inverse.cwiseProduct(answer));
  const MatrixXd pushed = model.W * force_sizes_.asDiagonal();
  forces = force_sizes_.cwiseProduct(
      pushed.completeOrthogonalDecomposition().solve(model.mass() * acceleration));
}

void ComputedTorque::sample(double t, const ForwardDynamics& machine) {
  if (offsets_.size() == 0) refer(t, machine);
  if (feedback_.period == 0.0) return;
  if (t >= static_cast<double>(measurements_) * feedback_.period) {
    Command command{.t = t + feedback_.delay, .forces = {}};
    calc_correction(t, machine, command.forces);
    due_.push_back(std::move(command));
    ++measurements_;
  }
  while (!due_.empty() && due_.front().t <= t) {
    correction_ = due_.front().forces;
    due_.pop_front();
  }
}

double ComputedTorque::find_next_break() const {
  if (feedback_.period == 0.0) return kInfinity;
  const double next = static_cast<double>(measurements_) * feedback_.period;
  return due_.empty() ? next : std::min(next, due_.front().t);
}

const VectorXd& ComputedTorque::correct(double t, const ForwardDynamics& machine) {
  if (feedback_.period == 0.0) calc_correction(t, machine, correction_);
  return correction_;
}

}  // namespace simulation
}  // namespace globaldyn::inside
