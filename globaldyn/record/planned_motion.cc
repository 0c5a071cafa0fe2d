#include "globaldyn/record/planned_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/record/fingerprint.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

std::vector<double> list_times(double duration, const PlannedMotionOptions& options) {
  if (options.rate > 0.0) return list_times_at(options.rate, duration);
  std::vector<double> times;
  for (int i = 0; i < options.samples; ++i) {
    times.push_back(duration * i / std::max(1, options.samples - 1));
  }
  if (options.samples > 1) times.back() = duration;  // which rounding errors may miss
  return times;
}

std::vector<MotionState> list_states(const PlannedMotion& motion,
                                     const PlannedMotionOptions& options) {
  if (!motion.smoothing) {
    const Trajectory& trajectory = motion.plan.trajectory;
    return trajectory.at(list_times(trajectory.duration(), options));
  }
  const SmoothMotion smooth(motion.smoothing->plan.trajectory, motion.smoothing->window);
  return smooth.at(list_times(smooth.duration(), options));
}

// All six components of every joint.
void list_reactions(const Mechanism& mechanism, PlannedMotion& motion, RecordOptions& options) {
  for (const JointId j : mechanism.joints.ids()) {
    for (int i = 0; i < 6; ++i) {
      options.reactions.push_back({j, i >= 3, i % 3});
      motion.reaction_names.push_back(mechanism.joints[j].name + "." + (i >= 3 ? "m" : "") +
                                      "xyz"[i % 3]);
    }
  }
}

void check(const Machine& machine, const Path& path, const PlannedMotionOptions& options,
           const RecordOptions& record, PlannedMotion& motion) {
  FineMotion fine = replay_finely(machine, path, motion.plan.trajectory, record, options.checks);
  if (motion.smoothing) {
    const SmoothMotion smooth(motion.smoothing->plan.trajectory, motion.smoothing->window);
    const auto enough = static_cast<std::size_t>(options.checks);
    fine = replay_finely(machine, path, make_course(smooth, enough), record);
  }
  motion.fine = std::move(fine.record);
  motion.use = fine.use;
}

// What the plan has left of the work allowed.
SmoothingWork make_smoothing_work(const PathPlan& plan, std::size_t allowed) {
  SmoothingWork work;
  if (allowed != 0) work.allowed = std::max<std::size_t>(1, allowed - std::min(allowed, plan.work));
  return work;
}

void count_smoothing(const SmoothingWork& work, PathPlan& plan) {
  plan.work += work.done;
  if (!work.is_short) return;
  plan.notes.push_back(
      "forces could change less: the work allowed was used up; --work allows more");
}

// Whatever was looked at while planning.
void mark_as_inaccurate(PlannedMotion& motion) {
  PathPlan& plan = motion.plan;
  if (plan.status() == PlanStatus::optimal) {
    plan.reason = fmt::format(
        "the motion exceeds limits by up to {:.2g} of them where they had not been looked at",
        motion.max_violation);
  }
  plan.plan.status = PlanStatus::inaccurate;
}

}  // namespace

PlannedMotion plan_motion(const Machine& machine, const Path& path,
                          const PlannedMotionOptions& options) {
  PathAnalysis analysis(machine, path, make_survey_options(path, options.plan));
  return plan_motion(analysis, options);
}

PlannedMotion plan_motion(PathAnalysis& analysis, const PlannedMotionOptions& options) {
  const Machine& machine = analysis.machine();
  const Path& path = analysis.path();
  PlannedMotion motion;
  motion.plan = analysis.plan(options.plan);
  motion.p_max = path.p_max;
  motion.choice = options.choice;
  motion.preload = options.preload;
  motion.fingerprint = make_fingerprint(machine, path);
  for (const Drive& drive : machine.mechanism.drives) {
    motion.drives.push_back(drive.name);
    motion.is_cable.push_back(drive.kind == Drive::Kind::cable ? 1 : 0);
  }
  if (!motion.plan.has_motion()) return motion;
  SmoothingWork smoothing = make_smoothing_work(motion.plan, options.plan.work);
  RecordOptions record{.choice = options.choice,
                       .preload = options.preload,
                       .threads = options.threads,
                       .formulation = options.plan.method.formulation,
                       .reserve = options.plan.reserve,
                       .smoothing = &smoothing};
  if (options.rise_time > 0.0) {
    motion.smoothing = smooth_plan(analysis, options.plan, options.rise_time, record);
  }
  if (options.checks > 0) check(machine, path, options, record, motion);
  if (options.reactions) list_reactions(machine.mechanism, motion, record);
  motion.record = record_motion(machine, path, list_states(motion, options), record);
  count_smoothing(smoothing, motion.plan);
  if (options.checks > 0) raise_peaks(motion.record, motion.use);
  motion.max_violation = motion.use.max_violation;
  if (motion.max_violation > kMostViolation) mark_as_inaccurate(motion);
  return motion;
}

}  // namespace record
}  // namespace globaldyn::inside
