#include "globaldyn/evaluation/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/formulations/cardan_equations.h"
#include "core/kinematics/joint_rows.h"
#include "core/kinematics/prescription.h"
#include "core/kinematics/travel.h"
#include "globaldyn/region/region_solver.h"

namespace globaldyn {
namespace {

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

std::string describe_all(const std::vector<TravelViolation>& violations) {
  std::string text = "joint travel exceeded: ";
  for (std::size_t i = 0; i < violations.size(); ++i) {
    text += (i == 0 ? "" : "; ") + describe(violations[i]);
  }
  return text;
}

// An idle freedom is left out of the task; if the equations cannot be satisfied without moving
// it, leaving it out was wrong.
void refuse_driven_idle_freedom(const Machine& machine, const Path& path, const DriveForceMap& map,
                                int idle_count) {
  constexpr double kDriven = 1e-6;
  if (idle_count == 0 || map.residual <= kDriven) return;
  throw InputError(path.place,
                   std::to_string(idle_count) + " freedom(s) of '" + machine.mechanism.name +
                       "' move neither tool nor drive, but inertia or load would move them",
                   "expected a joint, drive or prescribed coordinate that holds them");
}

// The drive or spring whose end points coincide, so that it has no direction; empty if none.
std::string find_without_direction(const Mechanism& mechanism, const Pose& pose) {
  constexpr double kCoincide = 1e-12;
  const auto coincide = [&](const ActingCoordinate& coordinate) {
    if (!std::holds_alternative<PointPair>(coordinate)) return false;
    const double length = make_acting_row(mechanism, coordinate, {pose, nullptr}).value;
    return length <= kCoincide * mechanism.characteristic_length;
  };
  for (const Drive& drive : mechanism.drives) {
    if (coincide(drive.coordinate)) return "drive " + drive.name;
  }
  for (const Spring& spring : mechanism.springs) {
    if (coincide(spring.coordinate)) return "spring " + spring.name;
  }
  return "";
}

class PathEvaluator {
 public:
  PathEvaluator(const Machine& machine, const Path& path, const EvaluationOptions& options)
      : machine_(machine),
        path_(path),
        options_(options),
        follower_(machine.mechanism, machine.topology, path.task, 0.0, path.p_max) {}

  Sample evaluate_at(double p) {
    Sample sample;
    sample.p = p;
    FollowedPose followed = follower_.pose_at(p);
    sample.kinematic_ratio = followed.smallest_ratio;
    sample.status = to_sample_status(followed.status);
    sample.reason = followed.reason;
    if (!checked_) check_prescribed(followed);
    if (sample.status != SampleStatus::ok) return sample;
    sample.motion = std::move(followed.motion);
    const auto violations = find_travel_violations(machine_.mechanism, sample.motion.pose);
    if (!violations.empty()) {
      sample.status = SampleStatus::out_of_travel;
      sample.reason = describe_all(violations);
      return sample;
    }
    const auto stray = find_without_direction(machine_.mechanism, sample.motion.pose);
    if (!stray.empty()) {
      sample.status = SampleStatus::singular;
      sample.reason = stray + " has no direction: its two points coincide";
      return sample;
    }
    fill(sample);
    return sample;
  }

 private:
  // Once per path: a badly chosen path is an error, not a singularity. Where the path's start is
  // out of reach, the joints alone decide.
  void check_prescribed(const FollowedPose& followed) {
    checked_ = true;
    const Mechanism& mechanism = machine_.mechanism;
    Pose pose = followed.motion.pose;
    if (pose.empty()) {
      const AssemblyOutcome joints = assemble(mechanism, machine_.topology, {});
      if (joints.status == AssemblyStatus::unreachable) return;
      pose = joints.pose;
    }
    const PrescriptionCheck check = check_prescription(mechanism, path_.coordinates, pose);
    if (check.fits) return;
    throw InputError(path_.place, "path '" + path_.name + "' is " + check.wrong, check.expected);
  }

  void fill(Sample& sample) const {
    if (const auto& tool = machine_.mechanism.tool) {
      sample.tool = place(sample.motion.pose[static_cast<std::size_t>(tool->body)], tool->frame);
    }
    PoseDynamics dynamics = calc_dynamics(machine_, path_.task(sample.p), sample.motion, sample.p);
    refuse_driven_idle_freedom(machine_, path_, dynamics.map, follower_.idle_count());
    sample.map = std::move(dynamics.map);
    sample.region = std::move(dynamics.region);
    for (const double d1 : options_.bounds_at) {
      sample.d2_at.emplace_back(d1, sample.region.d2_range(d1));
    }
  }

  const Machine& machine_;
  const Path& path_;
  const EvaluationOptions& options_;
  PathFollower follower_;
  bool checked_{false};
};

std::vector<const Path*> select_paths(const Machine& machine,
                                      const std::vector<std::string>& names) {
  std::vector<const Path*> paths;
  for (const std::string& name : names) paths.push_back(&find_path(machine, name));
  if (names.empty()) {
    for (const Path& path : machine.paths) paths.push_back(&path);
  }
  return paths;
}

std::vector<double> select_p(const Machine& machine, const Path& path,
                             const EvaluationOptions& options) {
  if (options.at.empty()) return path.make_samples(options.samples);
  constexpr double kRoundOff = 1e-12;
  const auto print = [](double value) { return fmt::format("{}", value); };
  std::vector<double> selected;
  for (const double p : options.at) {
    if (!(p >= -kRoundOff * path.p_max && p <= path.p_max * (1.0 + kRoundOff))) {
      throw InputError({machine.file, 0, 0},
                       "p = " + print(p) + " is not on path '" + path.name + "'",
                       "expected 0 … " + print(path.p_max));
    }
    selected.push_back(std::clamp(p, 0.0, path.p_max));
  }
  return selected;
}

// Follows the path in rising p whatever the order asked for, starting at p = 0 so that the
// branch is the file's.
PathEvaluation evaluate_path(const Machine& machine, const Path& path,
                             const EvaluationOptions& options, const std::function<void()>& count) {
  const std::vector<double> wanted = select_p(machine, path, options);
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
  PathEvaluator evaluator(machine, path, options);
  PathEvaluation result{path.name, path.p_max, std::vector<Sample>(wanted.size())};
  if (!order.empty() && wanted[order[0]] > 0.0) (void)evaluator.evaluate_at(0.0);
  for (const std::size_t i : order) {
    result.samples[i] = evaluator.evaluate_at(wanted[i]);
    count();
  }
  return result;
}

std::vector<TaskCoordinate> list_watched(const std::vector<const Path*>& paths) {
  std::vector<TaskCoordinate> watched;
  for (const Path* path : paths) {
    for (const TaskCoordinate& coordinate : path->coordinates) {
      if (std::find(watched.begin(), watched.end(), coordinate) == watched.end()) {
        watched.push_back(coordinate);
      }
    }
  }
  return watched;
}

void summarize(const Machine& machine, const std::vector<const Path*>& paths,
               Evaluation& evaluation) {
  int redundancy = machine.mechanism.drive_count();
  const Pose* pose = nullptr;
  for (const PathEvaluation& path : evaluation.paths) {
    for (const Sample& sample : path.samples) {
      if (sample.status != SampleStatus::ok) continue;
      if (pose == nullptr) pose = &sample.motion.pose;
      redundancy = std::min(redundancy, sample.map.redundancy());
    }
  }
  AssemblyOutcome joints;
  if (pose == nullptr) {
    // No pose on any path: the joints alone still tell what the machine is.
    joints = assemble(machine.mechanism, machine.topology, {});
    if (joints.status == AssemblyStatus::unreachable) return;
    pose = &joints.pose;
  }
  const Mobility mobility =
      analyze_mobility(machine.mechanism, machine.topology, list_watched(paths), *pose);
  evaluation.n_dof = mobility.n_dof;
  evaluation.redundancy = pose == &joints.pose ? mobility.redundancy : redundancy;
}

}  // namespace

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
  }
  return "";
}

PoseDynamics calc_dynamics(const Machine& machine, const Task& task, const Motion& motion,
                           double p) {
  const MotionEquations equations = make_cardan_equations(machine.mechanism, task, motion, p);
  PoseDynamics dynamics{make_drive_force_map(equations, machine.limits), {}};
  dynamics.region = make_region(make_limit_system(machine.mechanism, dynamics.map, machine.limits));
  return dynamics;
}

Evaluation evaluate(const Machine& machine, const EvaluationOptions& options) {
  const std::vector<const Path*> paths = select_paths(machine, options.paths);
  Evaluation evaluation;
  evaluation.machine = machine.mechanism.name;
  evaluation.n_bodies = machine.mechanism.body_count();
  for (const Drive& drive : machine.mechanism.drives) evaluation.drives.push_back(drive.name);
  const std::size_t per_path =
      options.at.empty() ? static_cast<std::size_t>(options.samples) : options.at.size();
  const double total = static_cast<double>(std::max<std::size_t>(1, paths.size() * per_path));
  double done = 0.0;
  const auto count = [&] {
    done += 1.0;
    if (options.progress) options.progress(done / total);
  };
  for (const Path* path : paths) {
    evaluation.paths.push_back(evaluate_path(machine, *path, options, count));
  }
  summarize(machine, paths, evaluation);
  return evaluation;
}

}  // namespace globaldyn
