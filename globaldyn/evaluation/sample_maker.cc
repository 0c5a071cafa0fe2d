#include "globaldyn/evaluation/sample_maker.h"

#include "core/base/round_off.h"
#include "core/kinematics/acting_rows.h"
#include "globaldyn/limits/limit_scales.h"

namespace globaldyn::inside {
inline namespace evaluation {
namespace {

// The drive or spring whose end points coincide, so that it has no direction; empty if none.
std::string find_without_direction(const Mechanism& mechanism, const Pose& pose) {
  constexpr double kCoincide = round_off::kSolved;
  const auto coincide = [&](const ActingCoordinate& coordinate) {
    if (!std::holds_alternative<PointPair>(coordinate)) return false;
    const double length = make_acting_row(mechanism, coordinate, {pose, nullptr}).value;
    return length <= kCoincide * mechanism.kinematic_length;
  };
  for (const Drive& drive : mechanism.drives) {
    if (coincide(drive.coordinate)) return "drive " + drive.name;
  }
  for (const Spring& spring : mechanism.springs) {
    if (coincide(spring.coordinate)) return "spring " + spring.name;
  }
  return "";
}

}  // namespace

SampleStatus to_sample_status(PoseStatus status) {
  switch (status) {
    case PoseStatus::ok:
      return SampleStatus::ok;
    case PoseStatus::unreachable:
      return SampleStatus::unreachable;
    case PoseStatus::singular:
      return SampleStatus::singular;
    case PoseStatus::lost_branch:
      return SampleStatus::lost_branch;
  }
  return SampleStatus::unreachable;
}

const char* to_string(SampleStatus status) {
  switch (status) {
    case SampleStatus::ok:
      return "ok";
    case SampleStatus::unreachable:
      return "unreachable";
    case SampleStatus::singular:
      return "singular";
    case SampleStatus::lost_branch:
      return "lost_branch";
    case SampleStatus::out_of_travel:
      return "out_of_travel";
    case SampleStatus::colliding:
      return "colliding";
  }
  return "";
}

namespace {

// Bounds on reactions need the constraint forces.
void add_reactions(const Machine& machine, const MovingMachine& moving,
                   const MotionEquations& equations, const DriveForceMap& map,
                   LimitSystem& system) {
  if (machine.reactions.empty()) return;
  std::vector<ReactionComponent> components;
  for (const ReactionLimit& limit : machine.reactions) components.push_back(limit.component);
  const std::vector<Reaction> reactions =
      calc_reactions(moving, equations, map.forces, map.V, components);
  refuse_undetermined(machine.reactions, reactions, machine.mechanism);
  write_reactions(machine.reactions, reactions, system);
}

}  // namespace

PoseDynamics calc_dynamics(const Machine& machine, const Task& task, const Motion& motion, double p,
                           const Formulation* formulation) {
  const MovingMachine moving{machine.mechanism, machine.topology, task, motion, p};
  const MotionEquations equations = make_equations(moving, formulation);
  PoseDynamics dynamics{
      make_drive_force_map(equations, make_limit_scales(machine.mechanism.drives)), {}, {}};
  apply(machine.preload, p, dynamics.map);
  dynamics.limits.labels = make_machine_labels(machine);
  update_limit_system(machine.mechanism.drives, dynamics.map, dynamics.limits);
  write_joint_accelerations(list_joint_accelerations(machine.mechanism), machine.mechanism, motion,
                            machine.reactions.size(), dynamics.limits);
  add_reactions(machine, moving, equations, dynamics.map, dynamics.limits);
  dynamics.region = make_region(dynamics.limits);
  return dynamics;
}

SolveBy choose_solution(const Machine& machine, const EvaluationMethod& method) {
  const bool along_loops = machine.reactions.empty() && method.formulation == nullptr;
  return along_loops ? method.solve_by : SolveBy::dense;
}

SampleMaker::SampleMaker(const Machine& machine, const EvaluationMethod& method)
    : machine_(machine),
      formulation_(method.formulation),
      dynamics_(machine.mechanism),
      force_solver_(make_limit_scales(machine.mechanism.drives)),
      region_solver_(method.region),
      joint_accelerations_(list_joint_accelerations(machine.mechanism)),
      pose_check_(machine) {
  limits_.labels = make_machine_labels(machine);
}

const Sample& SampleMaker::make(double p, const FollowedPose& followed,
                                const BranchFollower& branch, const Path& path) {
  find_limits(p, followed, branch, path);
  if (sample_.status == SampleStatus::ok) region_solver_.solve(limits_, sample_.region);
  return sample_;
}

const Sample& SampleMaker::make_limits(double p, const FollowedPose& followed,
                                       const BranchFollower& branch, const Path& path) {
  find_limits(p, followed, branch, path);
  sample_.region = {};
  return sample_;
}

void SampleMaker::find_limits(double p, const FollowedPose& followed, const BranchFollower& branch,
                              const Path& path) {
  sample_.p = p;
  sample_.kinematic_ratio = followed.smallest_ratio;
  sample_.orientation = followed.orientation;
  sample_.status = to_sample_status(followed.status);
  sample_.reason = followed.reason;
  if (sample_.status != SampleStatus::ok) {
    sample_ = Sample{p, sample_.status, followed.reason};
    sample_.kinematic_ratio = followed.smallest_ratio;
    return;
  }
  sample_.motion = followed.motion;
  if (auto fault = pose_check_.find_fault(sample_.motion.pose)) {
    clear_result(fault->status, std::move(fault->reason));
    return;
  }
  const auto stray = find_without_direction(machine_.mechanism, sample_.motion.pose);
  if (!stray.empty()) {
    clear_result(SampleStatus::singular, stray + " has no direction: its two points coincide");
    return;
  }
  if (const auto& tool = machine_.mechanism.tool) {
    sample_.tool = place(sample_.motion.pose[tool->body], tool->frame);
  }
  fill_map_and_limits(branch, path);
  write_joint_accelerations(joint_accelerations_, machine_.mechanism, sample_.motion,
                            machine_.reactions.size(), limits_);
  if (branch.idle_count() > 0) refuse_driven_idle(machine_, sample_.map.residual, path.place);
}

// The last pose's data must not be mistaken for this one's.
void SampleMaker::clear_result(SampleStatus status, std::string reason) {
  sample_.status = status;
  sample_.reason = {std::move(reason)};
  sample_.tool = {};
  sample_.map = {};
  sample_.region = {};
}

void SampleMaker::fill_map_and_limits(const BranchFollower& branch, const Path& path) {
  if (const LoopSolver* const loops = branch.loops()) {
    const double loads_at = path.find_load_place(sample_.p);
    force_solver_.solve(dynamics_.calc(*loops, branch.task(), loads_at), sample_.map);
    apply(machine_.preload, loads_at, sample_.map);
    update_limit_system(machine_.mechanism.drives, sample_.map, limits_);
    return;
  }
  path.task.write(sample_.p, task_);
  const MovingMachine moving{machine_.mechanism, machine_.topology, task_, sample_.motion,
                             path.find_load_place(sample_.p)};
  const MotionEquations equations = make_equations(moving, formulation_);
  sample_.map = make_drive_force_map(equations, make_limit_scales(machine_.mechanism.drives));
  apply(machine_.preload, moving.p, sample_.map);
  update_limit_system(machine_.mechanism.drives, sample_.map, limits_);
  add_reactions(machine_, moving, equations, sample_.map, limits_);
}

}  // namespace evaluation
}  // namespace globaldyn::inside
