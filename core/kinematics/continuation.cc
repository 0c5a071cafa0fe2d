#include "core/kinematics/continuation.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/prescription.h"

namespace globaldyn {
namespace {

Pose predict(const Motion& motion, double h) {
  Pose pose = motion.pose;
  Twists move(pose.size());
  for (std::size_t body = 1; body < pose.size(); ++body) {
    move[body].v = h * motion.first[body].v + 0.5 * h * h * motion.second[body].v;
    move[body].w = h * motion.first[body].w + 0.5 * h * h * motion.second[body].w;
  }
  step(pose, move);
  return pose;
}

// Largest difference of two poses in L and rad.
double calc_difference(const Pose& a, const Pose& b, double length) {
  double largest = 0.0;
  for (std::size_t body = 1; body < a.size(); ++body) {
    largest = std::max({largest, (a[body].r - b[body].r).norm() / length,
                        find_rotation_vector(a[body].R * b[body].R.transpose()).norm()});
  }
  return largest;
}

std::string at(double p) {
  return " at p = " + std::to_string(p);
}

}  // namespace

const char* to_string(PoseStatus status) {
  switch (status) {
    case PoseStatus::ok:
      return "ok";
    case PoseStatus::unreachable:
      return "unreachable";
    case PoseStatus::singular:
      return "singular";
    case PoseStatus::lost_branch:
      return "lost_branch";
  }
  return "";
}

PathFollower::PathFollower(const Mechanism& mechanism, const Topology& topology, TaskFunction task,
                           double p_begin, double p_end)
    : mechanism_(mechanism),
      topology_(topology),
      task_(std::move(task)),
      range_(std::abs(p_end - p_begin)),
      step_(range_ / 32.0) {}

// One step from the station to p, judged: does Newton find a pose near the prediction, is it
// regular, and does the motion there lead back to where it came from?
PathFollower::Trial PathFollower::try_step(double p) const {
  constexpr double kFarFromPrediction = 0.03;
  const double h = p - station_->p;
  Trial trial;
  Pose pose = predict(station_->motion, h);
  const Pose predicted = pose;
  const Task task = task_(p);
  const NewtonOutcome newton = solve_position(mechanism_, task, pose);
  if (!newton.converged) return trial;
  const double length = mechanism_.characteristic_length;
  trial.status = PoseStatus::lost_branch;
  if (calc_difference(pose, predicted, length) > kFarFromPrediction) return trial;
  MotionOutcome motion = solve_motion(mechanism_, task, pose, idle_count_);
  trial.smallest_ratio = motion.smallest_ratio;
  trial.motion = std::move(motion.motion);
  if (motion.status == MotionStatus::singular) {
    trial.status = PoseStatus::singular;
    return trial;
  }
  const Pose back = predict(trial.motion, -h);
  if (calc_difference(back, station_->motion.pose, length) > 2.0 * kFarFromPrediction) {
    return trial;
  }
  trial.status = PoseStatus::ok;
  return trial;
}

// Follows the branch to p, or reports why it ends on the way (nothing: it ends before p, and a
// new start must be tried).
std::optional<FollowedPose> PathFollower::advance(double p) {
  constexpr double kSmallestStep = 1e-9;
  FollowedPose result;
  while (true) {
    const double h = std::min(step_, p - station_->p);
    const double next = step_ >= p - station_->p ? p : station_->p + h;
    Trial trial = try_step(next);
    if (trial.status == PoseStatus::ok) {
      station_ = Station{next, trial.motion};
      step_ = std::min(2.0 * step_, range_ / 32.0);
      if (next != p) continue;
      result.status = PoseStatus::ok;
      result.motion = std::move(trial.motion);
      result.smallest_ratio = trial.smallest_ratio;
      return result;
    }
    if (trial.status == PoseStatus::singular && next == p) {
      result.status = PoseStatus::singular;
      result.reason = "the machine's Jacobian loses rank" + at(p);
      result.smallest_ratio = trial.smallest_ratio;
      last_pose_ = trial.motion.pose;
      result.motion.pose = trial.motion.pose;
      return result;
    }
    step_ = 0.5 * std::min(step_, h);
    if (step_ < kSmallestStep * range_) {
      step_ = range_ / 32.0;
      return std::nullopt;
    }
  }
}

FollowedPose PathFollower::finish(const Pose& pose, double p, PoseStatus status_if_regular,
                                  const std::string& reason) {
  FollowedPose result;
  const Task task = task_(p);
  if (idle_count_ < 0) idle_count_ = count_idle(mechanism_, task.coordinates, pose);
  MotionOutcome motion = solve_motion(mechanism_, task, pose, idle_count_);
  result.smallest_ratio = motion.smallest_ratio;
  last_pose_ = pose;
  if (motion.status == MotionStatus::singular) {
    result.status = PoseStatus::singular;
    result.reason = "the machine's Jacobian loses rank" + at(p);
    result.motion.pose = pose;
    return result;
  }
  result.status = status_if_regular;
  result.reason = status_if_regular == PoseStatus::ok ? "" : reason;
  result.motion = std::move(motion.motion);
  if (result.status == PoseStatus::ok) station_ = Station{p, result.motion};
  return result;
}

FollowedPose PathFollower::start_at(double p) {
  const Task task = task_(p);
  const bool first = !started_;
  AssemblyOutcome assembly;
  if (last_pose_) assembly = assemble_near(mechanism_, task, *last_pose_);
  if (assembly.status != AssemblyStatus::ok) {
    // A path that stays out of reach is searched thoroughly once, then only quickly: one more
    // sample out of reach should not cost more than many within.
    constexpr int kQuickGuesses = 4;
    const int guesses =
        searched_in_vain_ ? std::min(kQuickGuesses, mechanism_.restarts) : mechanism_.restarts;
    assembly = assemble_quickly(mechanism_, topology_, task, guesses);
    searched_in_vain_ = assembly.status != AssemblyStatus::ok;
  }
  if (assembly.status == AssemblyStatus::ok) {
    started_ = true;
    const bool on_branch = first || !mechanism_.branch.empty();
    return finish(assembly.pose, p, on_branch ? PoseStatus::ok : PoseStatus::lost_branch,
                  "the branch that the path began on ends" + at(lost_at_) +
                      ", and the file names no branch conditions by which to choose another");
  }
  FollowedPose result;
  const bool wrong_branch = assembly.status == AssemblyStatus::wrong_branch;
  result.status = wrong_branch ? PoseStatus::lost_branch : PoseStatus::unreachable;
  result.reason = assembly.reason;
  return result;
}

FollowedPose PathFollower::pose_at(double p) {
  if (station_ && station_->p == p) {
    FollowedPose result;
    result.status = PoseStatus::ok;
    result.motion = station_->motion;
    return result;
  }
  if (station_) {
    last_pose_ = station_->motion.pose;
    if (auto followed = advance(p)) return std::move(*followed);
    last_pose_ = station_->motion.pose;
    lost_at_ = station_->p;
    station_.reset();
  }
  return start_at(p);
}

}  // namespace globaldyn
