#include "globaldyn/evaluation/path_walker.h"

#include "core/kinematics/assembly.h"
#include "core/kinematics/prescription.h"

namespace globaldyn {

PathWalker::PathWalker(const Machine& machine, const Path& path, const EvaluationMethod& method)
    : machine_(machine),
      path_(path),
      follower_(machine.mechanism, machine.topology, path.task, 0.0, path.p_max,
                choose_solution(machine, method)),
      maker_(machine, method) {}

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

void refuse_misprescribed(const Machine& machine, const Path& path, Pose pose) {
  if (pose.empty()) {
    const AssemblyOutcome joints = assemble(machine.mechanism, machine.topology, {});
    if (joints.status == AssemblyStatus::unreachable) return;
    pose = joints.pose;
  }
  const PrescriptionCheck check = check_prescription(machine.mechanism, path.coordinates, pose);
  if (check.fits) return;
  throw InputError(path.place, "path '" + path.name + "' is " + check.wrong, check.expected);
}

}  // namespace globaldyn
