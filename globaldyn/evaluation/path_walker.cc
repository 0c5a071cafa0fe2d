#include "globaldyn/evaluation/path_walker.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/kinematics/assembly.h"
#include "core/kinematics/travel.h"

namespace globaldyn::inside {
inline namespace evaluation {

PathWalker::PathWalker(const Machine& machine, const Path& path, const EvaluationMethod& method)
    : machine_(machine),
      path_(path),
      follower_(machine.mechanism, machine.topology, path.task, 0.0, path.p_max,
                choose_solution(machine, method)),
      maker_(machine, method) {
  follower_.start_near(path.start);
}

const Sample& PathWalker::move_to(double p) {
  return maker_.make(p, follow(p), follower_.branch(), path_);
}

const Sample& PathWalker::move_to_limits(double p) {
  return maker_.make_limits(p, follow(p), follower_.branch(), path_);
}

const FollowedPose& PathWalker::follow(double p) {
  const FollowedPose& followed = follower_.follow(p);
  if (!is_checked_) {
    is_checked_ = true;
    refuse_misprescribed(machine_, path_, followed.motion.pose);
  }
  return followed;
}

namespace {

// Of the bodies, from the origin, m.
double find_farthest(const Pose& pose) {
  double farthest = 0.0;
  for (const BodyPose& body : pose) farthest = std::max(farthest, body.r.norm());
  return farthest;
}

}  // namespace

bool is_far_away(const Mechanism& mechanism, const Pose& pose) {
  // Ranks are decided at 3e-6 of a matrix whose entries are lever arms in lengths of the machine,
  // through a chain of bodies with the square of these.
  constexpr double kFar = 100.0;
  return find_farthest(pose) > kFar * mechanism.kinematic_length;
}

PrescriptionCheck check_path_start(const Machine& machine, const Path& path, const Pose& pose) {
  const Mechanism& mechanism = machine.mechanism;
  PrescriptionCheck check = check_prescription(mechanism, path.coordinates, pose);
  if (check.fits) return check;
  if (!is_far_away(mechanism, pose)) return check;
  const AssemblyOutcome joints = assemble(mechanism, machine.topology, {});
  if (joints.status != AssemblyStatus::ok ||
      !check_prescription(mechanism, path.coordinates, joints.pose).fits) {
    return check;
  }
  const double farthest = find_farthest(pose);
  const auto violations = find_travel_violations(mechanism, pose);
  check.wrong = fmt::format(
      "far from the machine: it begins {:.6g} m away, {:.2g} times the "
      "machine's size{}",
      farthest, farthest / mechanism.kinematic_length,
      violations.empty() ? "" : "; " + describe(violations, machine.units));
  check.expected =
      "expected places within its reach; numbers without a unit are in m: are some meant in mm?";
  return check;
}

void refuse_misprescribed(const Machine& machine, const Path& path, Pose pose) {
  if (pose.empty()) {
    const AssemblyOutcome joints = assemble(machine.mechanism, machine.topology, {});
    if (joints.status == AssemblyStatus::unreachable) return;
    pose = joints.pose;
  }
  const PrescriptionCheck check = check_path_start(machine, path, pose);
  if (check.fits) return;
  throw InputError(path.place, "path '" + path.name + "' is " + check.wrong, check.expected);
}

}  // namespace evaluation
}  // namespace globaldyn::inside
