#include "globaldyn/motion/closure.h"

#include <algorithm>

#include "core/base/round_off.h"
#include "core/kinematics/freedoms.h"

namespace globaldyn::inside {
inline namespace motion {
namespace {

// The machine at one end of a path.
struct PathEnd {
  Task task;
  Motion motion;
};

// How bodies would have to move to get from one pose to the other, in kinematic lengths.
VectorXd find_difference(const Pose& from, const Pose& to, double length) {
  VectorXd difference(6 * static_cast<Eigen::Index>(from.size() - 1));
  for (const BodyId i : moving_bodies(from)) {
    const Eigen::Index at = first_row_of(i);
    difference.segment<3>(at) = (to[i].r - from[i].r) / length;
    difference.segment<3>(at + 3) = find_rotation_vector(to[i].R * from[i].R.transpose());
  }
  return difference;
}

// Moves the machine idly as close to a pose as possible: by the idle part of the difference,
// repeatedly, because idle degrees of freedom change on the way.
void move_idly(const Mechanism& mechanism, const Pose& to, PathEnd& end) {
  constexpr int kMostSteps = 50;
  Pose& pose = end.motion.pose;
  int idle_count = 0;
  for (int i = 0; i < kMostSteps; ++i) {
    const MatrixXd idle = make_idle_kernel(mechanism, end.task.coordinates, pose);
    idle_count = static_cast<int>(idle.cols());
    if (idle_count == 0) return;
    const VectorXd share = idle.transpose() * find_difference(pose, to, mechanism.kinematic_length);
    move_by(pose, make_twists(idle * share, mechanism));
    if (!solve_position(mechanism, end.task, pose).converged) break;
    if (share.norm() <= round_off::kSum) break;
  }
  const MotionOutcome outcome = solve_motion(mechanism, end.task, pose, idle_count);
  if (outcome.status == MotionStatus::ok) end.motion = outcome.motion;
}

// The largest difference of two sets of rates.
double compare(const Twists& a, const Twists& b, double length) {
  double largest = 0.0;
  for (const BodyId i : a.ids()) {
    largest = std::max({largest, (a[i].v - b[i].v).norm() / length, (a[i].w - b[i].w).norm()});
  }
  return largest;
}

}  // namespace

std::string find_gap(const Machine& machine, const Path& path, PathSurvey& survey) {
  const Mechanism& mechanism = machine.mechanism;
  const double length = mechanism.kinematic_length;
  const auto go_to = [&](double p) { return PathEnd{path.task(p), survey.visit(p).motion}; };
  PathEnd begin = go_to(0.0), end = go_to(path.p_max);
  const Pose home = begin.motion.pose;
  // The start as well, so that the rates of both are found alike.
  move_idly(mechanism, home, begin);
  move_idly(mechanism, home, end);
  if (!(find_difference(end.motion.pose, home, length).lpNorm<Eigen::Infinity>() <=
        round_off::kSame)) {
    return "the machine's pose";
  }
  const double size = compare(begin.motion.first, Twists(home.size()), length);
  const double rate = compare(begin.motion.first, end.motion.first, length);
  return rate <= round_off::kSame * size ? "" : "the direction of motion";
}

}  // namespace motion
}  // namespace globaldyn::inside
