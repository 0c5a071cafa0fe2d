#include "core/following/branch_follower.h"

#include <algorithm>
#include <cmath>

#include "core/base/cancel.h"
#include "core/base/constants.h"
#include "core/base/fallbacks.h"
#include "core/base/rotation.h"
#include "core/base/round_off.h"
#include "core/kinematics/prescription.h"
#include "core/kinematics/turns.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

Pose predict(const Motion& motion, double h) {
  Pose pose = motion.pose;
  Twists move(pose.size());
  for (const BodyId body : moving_bodies(pose)) {
    move[body].v = h * motion.first[body].v + 0.5 * h * h * motion.second[body].v;
    move[body].w = h * motion.first[body].w + 0.5 * h * h * motion.second[body].w;
  }
  move_by(pose, move);
  return pose;
}

// How far the pose found may be from the predicted one, in L and rad; beyond that the step counts
// as too long to distinguish branches.
constexpr double kFarFromPrediction = 0.03;

// Largest difference of two poses in L and rad.
double calc_difference(const Pose& a, const Pose& b, double length) {
  double largest = 0.0;
  for (const BodyId body : moving_bodies(a)) {
    largest = std::max({largest, (a[body].r - b[body].r).norm() / length,
                        find_rotation_vector(a[body].R * b[body].R.transpose()).norm()});
  }
  return largest;
}

// How far a motion is predicted to lead from its pose, in L and rad.
double calc_predicted_move(const Motion& motion, double h, double length) {
  double largest = 0.0;
  for (const BodyId body : moving_bodies(motion.pose)) {
    const Twist &first = motion.first[body], &second = motion.second[body];
    largest =
        std::max({largest, std::abs(h) * first.v.norm() / length, std::abs(h) * first.w.norm(),
                  0.5 * h * h * second.v.norm() / length, 0.5 * h * h * second.w.norm()});
  }
  return largest;
}

// Largest difference of two tasks in L and rad.
double calc_difference(const Mechanism& mechanism, const Task& a, const Task& b) {
  double largest = 0.0;
  for (std::size_t k = 0; k < a.coordinates.size(); ++k) {
    const TaskCoordinate& coordinate = a.coordinates[k];
    const auto i = static_cast<Eigen::Index>(k);
    double change = 0.0;
    if (coordinate.kind == TaskCoordinate::Kind::rotation) {
      change = find_rotation_vector(a.target.rotation * b.target.rotation.transpose()).norm();
    } else if (is_rotational(mechanism, coordinate)) {
      change = wrap_angle(a.target.value(i) - b.target.value(i));
    } else {
      change = (a.target.value(i) - b.target.value(i)) / mechanism.kinematic_length;
    }
    largest = std::max(largest, std::abs(change));
  }
  return largest;
}

// If a step that would move neither task nor machine by more than this (in L and rad) still fails,
// it is not too long: the branch has ended.
constexpr double kNoMove = 1e-9;
constexpr double kNoMoveInMaps = 1e-4;
// A task that moves by more than this over a step that cannot be shorter jumps.
constexpr double kJump = 1e-6;
// If a step moves by less than this, its length is not why the loop solver fails.
constexpr double kLoopsMove = 1e-3;
// Steps shorter than this fraction of the way are for getting past a difficult place or up to an
// end, which takes a few steps per halving; after so many attempts it is neither.
constexpr double kTiny = 1e-6;
constexpr int kMostTinyTries = 2000;

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

HomePose make_home(const Mechanism& mechanism, const Task& task, const Pose& pose) {
  return {task, pose, count_idle(mechanism, task.coordinates, pose)};
}

BranchFollower::BranchFollower(const Mechanism& mechanism, const Topology& topology,
                               double longest_step, SolveBy solve_by)
    : mechanism_(mechanism), longest_step_(longest_step), step_(longest_step) {
  if (solve_by == SolveBy::loops) loops_.emplace(mechanism, topology);
}

BranchFollower::BranchFollower(const Mechanism& mechanism, const Topology& topology,
                               const HomePose& home, SolveBy solve_by, Patience patience)
    : mechanism_(mechanism), patience_to_end_(patience), idle_count_(home.idle_count) {
  if (solve_by == SolveBy::loops) {
    loops_.emplace(mechanism, topology);
    home_loops_.emplace(mechanism, topology);
    prepare_home(home);
  }
  if (!idle_count_) idle_count_ = count_idle(mechanism_, home.task.coordinates, home.pose);
}

void BranchFollower::prepare_home(const HomePose& home) {
  // If the equations determine all columns, nothing is idle; that is cheaper to see than a rank.
  if (!idle_count_) {
    if (home_loops_->prepare(home.task, home.pose, 0)) {
      idle_count_ = 0;
      return;
    }
    idle_count_ = count_idle(mechanism_, home.task.coordinates, home.pose);
  }
  if (!home_loops_->prepare(home.task, home.pose, *idle_count_)) home_loops_.reset();
}

const FollowedPose& BranchFollower::begin_at(TaskFunction task, double p, const Pose& pose) {
  task_ = std::move(task);
  patience_ = 1;
  waited_ = 0;
  has_renewed_loops_ = false;
  at_loops_ = nullptr;
  task_.write(p, scratch_task_);
  if (home_loops_ && home_loops_->go_to(scratch_task_, pose)) {
    at_loops_ = &*home_loops_;
  } else if (loops_ && (is_sent() || idle_count() == 0) &&
             loops_->prepare(scratch_task_, pose, idle_count())) {
    at_loops_ = &*loops_;
  }
  if (at_loops_ == nullptr) {
    begin_densely(p, pose);
    return result_;
  }
  // The loops' equations determine all columns with what was counted as idle: that costs a fraction
  // of a rank of all bodies' equations.
  if (!idle_count_) idle_count_ = 0;
  last_pose_ = pose;
  take_loops(p);
  return result_;
}

// Tries one step from the station to p: does Newton find a pose close to the prediction, is it
// regular, and does the motion there lead back to where it came from?
BranchFollower::Trial BranchFollower::try_step(double p) const {
  const double h = p - station_->p;
  Trial trial;
  const Task task = task_(p);
  AngleMotion angles;
  write_angle_motion(mechanism_, station_->motion, angles);
  Pose pose = predict(station_->motion, h);
  for (std::size_t i = 0; i < pose.angles.size(); ++i) {
    pose.angles[i] = angles.value[i] + h * angles.first[i] + 0.5 * h * h * angles.second[i];
  }
  const Pose predicted = pose;
  const NewtonOutcome newton = solve_position(mechanism_, task, pose);
  if (!newton.converged) return trial;
  const double length = mechanism_.kinematic_length;
  trial.status = PoseStatus::lost_branch;
  if (calc_difference(pose, predicted, length) > kFarFromPrediction) return trial;
  MotionOutcome motion = solve_motion(mechanism_, task, pose, idle_count());
  trial.smallest_ratio = motion.smallest_ratio;
  trial.motion = std::move(motion.motion);
  if (motion.status == MotionStatus::singular) {
    trial.status = PoseStatus::singular;
    return trial;
  }
  count_turns(mechanism_, task, h, angles, trial.motion);
  const Pose back = predict(trial.motion, -h);
  if (calc_difference(back, station_->motion.pose, length) > 2.0 * kFarFromPrediction) {
    return trial;
  }
  trial.status = PoseStatus::ok;
  return trial;
}

// The same step along the loops. If the solver is not sure, nothing is changed.
BranchFollower::Trial BranchFollower::try_step_by_loops(double p) {
  Trial trial;
  if (at_loops_ == nullptr) return trial;
  task_.write(p, scratch_task_);
  if (!at_loops_->advance(scratch_task_, p - station_->p, kFarFromPrediction)) return trial;
  trial.status = PoseStatus::ok;
  trial.smallest_ratio = at_loops_->pivot_ratio();
  station_->p = p;
  station_->motion = at_loops_->motion();
  patience_ = 1;
  return trial;
}

// Chooses the loops' equations at the station, but less and less often if they keep failing.
void BranchFollower::prepare_loops() {
  at_loops_ = nullptr;
  if (!loops_ || !station_) return;
  if (++waited_ < patience_) return;
  waited_ = 0;
  constexpr int kMostPatience = 64;
  patience_ = std::min(2 * patience_, kMostPatience);
  task_.write(station_->p, scratch_task_);
  if (loops_->prepare(scratch_task_, station_->motion.pose, idle_count())) at_loops_ = &*loops_;
}

// How far a step to `next` would move task or machine, in L and rad.
double BranchFollower::calc_move(double next) const {
  const double machine =
      calc_predicted_move(station_->motion, next - station_->p, mechanism_.kinematic_length);
  return std::max(machine, calc_difference(mechanism_, task_(next), task_(station_->p)));
}

// After a step that failed by the loops, whose solver is where it was: shortens the step, or
// chooses other equations. For a machine sent from pose to pose both cost less than a dense
// attempt. False if neither is left to try.
bool BranchFollower::ease_loops(double next, double p) {
  if (at_loops_ == nullptr || !is_sent() || is_shortest(next, p)) return false;
  const double least = patience_to_end_ == Patience::quick ? kNoMoveInMaps : kLoopsMove;
  if (calc_move(next) > least) {
    step_ = 0.5 * std::abs(next - station_->p);
    return true;
  }
  if (has_renewed_loops_) return false;
  has_renewed_loops_ = true;
  waited_ = patience_;
  prepare_loops();
  return at_loops_ != nullptr;
}

// Whether p can hardly tell the two ends of a step apart on the way to it. A task that jumps moves
// by as much on every step across, so that nothing else would end their shortening.
bool BranchFollower::is_shortest(double next, double p) const {
  const double size = std::max(std::abs(station_->p), std::abs(p));
  return is_zero(next - station_->p, size, 4.0 * round_off::kEpsilon);
}

// Whether a failed step to `next` on the way to p may have been too long.
bool BranchFollower::may_be_too_long(double next, double p) const {
  if (is_shortest(next, p)) return false;
  return calc_move(next) > (patience_to_end_ == Patience::quick ? kNoMoveInMaps : kNoMove);
}

// Follows the branch to p. False: it ends before.
bool BranchFollower::advance(double p) {
  const double longest = longest_step_.value_or(std::abs(p - station_->p));
  if (is_sent()) step_ = longest;
  jumps_ = false;
  const double tiny = kTiny * std::abs(p - station_->p);
  int tiny_tries = 0;
  while (true) {
    const double way = p - station_->p;
    const double next = step_ >= std::abs(way) ? p : station_->p + std::copysign(step_, way);
    if (std::abs(next - station_->p) < tiny && ++tiny_tries > kMostTinyTries) return false;
    ++tries_;
    Trial trial = try_step_by_loops(next);
    if (trial.status != PoseStatus::ok) {
      if (ease_loops(next, p)) continue;
      const bool gives_up = at_loops_ != nullptr && patience_to_end_ == Patience::quick;
      if (gives_up && next != p) return false;
      trial = try_step(next);
      if (loops_ && trial.status == PoseStatus::ok) count(Fallback::dense_step);
      if (trial.status == PoseStatus::ok) {
        station_ = Station{next, std::move(trial.motion)};
        prepare_loops();
      }
    }
    if (trial.status == PoseStatus::ok) {
      has_renewed_loops_ = false;
      step_ = std::min(2.0 * step_, longest);
      if (next != p) continue;
      arrive(trial.smallest_ratio);
      return true;
    }
    if (trial.status == PoseStatus::singular && next == p) {
      at_loops_ = nullptr;
      stop_at_singularity(trial.motion.pose, trial.smallest_ratio, p);
      return true;
    }
    if (!may_be_too_long(next, p)) {
      jumps_ = calc_difference(mechanism_, task_(next), task_(station_->p)) > kJump;
      step_ = longest;
      return false;
    }
    step_ = 0.5 * std::abs(next - station_->p);
  }
}

// Sets the result to the station.
void BranchFollower::arrive(double smallest_ratio) {
  result_.status = PoseStatus::ok;
  result_.reason = {};
  result_.motion = station_->motion;
  result_.smallest_ratio = smallest_ratio;
  const bool is_by_home = home_loops_ && at_loops_ == &*home_loops_;
  result_.orientation = is_by_home ? home_loops_->orientation() : 0;
}

void BranchFollower::stop_at_singularity(const Pose& pose, double smallest_ratio, double p) {
  result_ = {};
  result_.status = PoseStatus::singular;
  result_.reason = {"the machine's Jacobian loses rank", p};
  result_.smallest_ratio = smallest_ratio;
  result_.motion.pose = pose;
  last_pose_ = pose;
}

// Sets station and result to where the loop solver is.
void BranchFollower::take_loops(double p) {
  if (!station_) station_.emplace();
  station_->p = p;
  station_->motion = at_loops_->motion();
  arrive(at_loops_->pivot_ratio());
}

void BranchFollower::begin_densely(double p, const Pose& pose) {
  const Task task = task_(p);
  if (!idle_count_) idle_count_ = count_idle(mechanism_, task.coordinates, pose);
  MotionOutcome motion = solve_motion(mechanism_, task, pose, idle_count());
  if (motion.status == MotionStatus::singular) {
    stop_at_singularity(pose, motion.smallest_ratio, p);
    station_.reset();
    lost_at_ = p;
    return;
  }
  if (loops_) count(Fallback::dense_step);
  last_pose_ = pose;
  station_ = Station{p, std::move(motion.motion)};
  take_prescribed_turns(mechanism_, task, station_->motion.pose);
  arrive(motion.smallest_ratio);
  prepare_loops();
}

double BranchFollower::find_distance(double p) const {
  if (!station_) return kInfinity;
  const double h = p - station_->p;
  return at_loops_ != nullptr ? at_loops_->find_distance(h) : std::abs(h);
}

void BranchFollower::leave() {
  if (!station_) return;
  last_pose_ = station_->motion.pose;
  lost_at_ = station_->p;
  station_.reset();
  at_loops_ = nullptr;
}

void BranchFollower::end_branch() {
  leave();
  result_ = {};
  result_.reason = {jumps_ ? "the path jumps" : "the branch ends", lost_at_};
}

const FollowedPose& BranchFollower::follow(double p) {
  throw_if_cancelled();
  if (!station_) return result_;  // it ended before; the result says why
  if (station_->p == p && result_.status == PoseStatus::ok) return result_;
  if (!advance(p)) end_branch();
  return result_;
}

}  // namespace core
}  // namespace globaldyn::inside
