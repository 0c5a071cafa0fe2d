#include "globaldyn/record/planned_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/round_off.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/slow_down.h"
#include "globaldyn/record/fingerprint.h"

namespace globaldyn::inside {
inline namespace record {
namespace {

std::vector<MotionState> list_states(const PlannedMotion& motion,
                                     const PlannedMotionOptions& options) {
  const Trajectory& trajectory = motion.plan.trajectory;
  return trajectory.at(list_record_times(trajectory.duration(), options));
}

void check(const Machine& machine, const Path& path, const PlannedMotionOptions& options,
           const RecordOptions& record, PlannedMotion& motion) {
  FineMotion fine = replay_finely(machine, path, motion.plan.trajectory, record, options.checks);
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

// Of each limit the largest amount.
std::vector<ExceededLimit> list_exceeded(const std::vector<const MotionRecord*>& records) {
  std::vector<ExceededLimit> all;
  for (const MotionRecord* record : records) {
    for (const MotionSample& sample : record->samples) {
      for (const ExceededLimit& one : sample.exceeded) {
        const auto known = std::find_if(all.begin(), all.end(), [&](const ExceededLimit& other) {
          return other.limit == one.limit;
        });
        if (known == all.end()) {
          all.push_back(one);
        } else if (one.by > known->by) {
          *known = one;
        }
      }
    }
  }
  return all;
}

std::string describe_exceeded(const std::vector<ExceededLimit>& exceeded) {
  std::string text;
  for (const ExceededLimit& one : exceeded) {
    text += fmt::format("{} {} {} by {:.4g} at t = {:.5g} s", text.empty() ? "" : ",",
                        one.limit.name, one.limit.limit, one.by, one.t);
  }
  return "the motion that is given exceeds limits:" + text;
}

// Whatever was looked at while planning.
void mark_as_inaccurate(PlannedMotion& motion) {
  PathPlan& plan = motion.plan;
  if (plan.given) {
    plan.plan.status = PlanStatus::exceeded;
    plan.given->exceeded = list_exceeded({&motion.fine, &motion.record});
    plan.reason = describe_exceeded(plan.given->exceeded);
    return;
  }
  if (plan.status() == PlanStatus::optimal) {
    plan.reason = fmt::format(
        "the motion exceeds limits by up to {:.2g} of them where they had not been looked at",
        motion.max_violation);
  }
  plan.plan.status = PlanStatus::inaccurate;
}

// By which share drives, or all together, exceed what power they have; it is no limit at single p.
double find_excess_power(const Machine& machine, const DriveUse& use) {
  double most = 0.0;
  for (const DriveId k : machine.mechanism.drives.ids()) {
    const double power = machine.mechanism.drives[k].limit.power;
    if (std::isinf(power) || use.peak_power.size() == 0) continue;
    most = std::max(most, use.peak_power(row_of(k)) / power - 1.0);
  }
  most = std::max(most, use.peak_supply / machine.supply.power - 1.0);
  return std::max(most, use.peak_return / machine.supply.back - 1.0);
}

// What a motion that is given is not held against.
void note_motion_limits(const Machine& machine, const Path& path, PlannedMotion& motion) {
  std::vector<std::string>& notes = motion.plan.notes;
  if (!path.jerk_limits.empty()) {
    notes.push_back("the tool's 'jerk_limit' is not compared with a motion that is given");
  }
  const auto note_supply = [&](const char* what, double power, double limit) {
    if (power <= limit) return;
    notes.push_back(fmt::format("the drives {} {:.4g} W at a time, more than the supply's {:.4g} W",
                                what, power, limit));
  };
  note_supply("would need", motion.use.peak_supply, machine.supply.power);
  note_supply("would give back", motion.use.peak_return, machine.supply.back);
  for (const DriveId k : machine.mechanism.drives.ids()) {
    const Drive& drive = machine.mechanism.drives[k];
    const double power = motion.use.peak_power.size() > 0 ? motion.use.peak_power(row_of(k)) : 0.0;
    if (power > drive.limit.power) {
      notes.push_back(fmt::format("{} would need a power of {:.4g} W, more than its {:.4g} W",
                                  drive.name, power, drive.limit.power));
    }
    if (std::isfinite(drive.limit.rate) || std::isfinite(drive.limit.jerk)) {
      notes.push_back("'rate' and 'max_jerk' of " + drive.name +
                      " are not compared with a motion that is given");
    }
  }
}

// All but its forces.
PlannedMotion start_motion(const Machine& machine, const Path& path, PathPlan plan,
                           const PlannedMotionOptions& options) {
  PlannedMotion motion;
  motion.plan = std::move(plan);
  motion.p_max = path.p_max;
  motion.open = path.open;
  motion.choice = options.choice;
  motion.preload = options.preload;
  motion.rule = machine.preload;
  motion.fingerprint = make_fingerprint(machine, path);
  for (const Drive& drive : machine.mechanism.drives) {
    motion.drives.push_back(drive.name);
    motion.is_cable.push_back(drive.kind == Drive::Kind::cable ? 1 : 0);
  }
  return motion;
}

RecordOptions make_record_options(const PlannedMotionOptions& options, SmoothingWork& smoothing) {
  return {.choice = options.choice,
          .preload = options.preload,
          .threads = options.threads,
          .formulation = options.plan.method.formulation,
          .reserve = options.plan.reserve,
          .smoothing = &smoothing};
}

// Its forces, at all times that were asked for, and whether they keep to the limits.
void look_at(const Machine& machine, const Path& path, const PlannedMotionOptions& options,
             RecordOptions& record, PlannedMotion& motion) {
  if (options.checks > 0) check(machine, path, options, record, motion);
  if (options.reactions) {
    record.reactions = list_reactions(machine.mechanism);
    motion.reaction_names = list_reaction_names(machine.mechanism);
  }
  motion.record = record_motion(machine, path, list_states(motion, options), record);
  count_smoothing(*record.smoothing, motion.plan);
  if (options.checks > 0) raise_peaks(motion.record, motion.use);
  motion.max_violation = motion.use.max_violation;
  if (motion.plan.given) {
    note_motion_limits(machine, path, motion);
  } else {
    motion.max_violation = std::max(motion.max_violation, find_excess_power(machine, motion.use));
  }
  if (motion.max_violation > kMostViolation) mark_as_inaccurate(motion);
}

}  // namespace

std::optional<Machine> share_as_planned(const PathPlan& plan, const Machine& machine) {
  if (!plan.preload) return std::nullopt;
  Machine with = machine;
  with.preload = {.kind = PreloadRule::Kind::table, .forces = {}, .table = *plan.preload};
  return with;
}

PlannedMotion plan_motion(const Machine& machine, const Path& path,
                          const PlannedMotionOptions& options) {
  PathAnalysis analysis(machine, path, make_survey_options(path, options.plan));
  return plan_motion(analysis, options);
}

std::size_t PlannedMotion::find_step(double t) const {
  std::size_t i = 0;
  while (i + 1 < steps.size() && steps[i + 1].begin <= t) ++i;
  return i;
}

double find_multiple(double time, double step) {
  if (!(step > 0.0)) return time;
  const double steps = time / step;
  return step * std::ceil(steps * (1.0 - round_off::kSolved));
}

std::vector<double> list_record_times(double duration, const PlannedMotionOptions& options) {
  if (options.rate > 0.0) return list_times_at(options.rate, duration);
  std::vector<double> times;
  for (int i = 0; i < options.samples; ++i) {
    times.push_back(duration * i / std::max(1, options.samples - 1));
  }
  if (options.samples > 1) times.back() = duration;  // which rounding errors may miss
  return times;
}

PlannedMotion plan_motion(PathAnalysis& analysis, const PlannedMotionOptions& options) {
  const Path& path = analysis.path();
  PathPlan plan = analysis.plan(options.plan);
  const std::optional<Machine> sharing = share_as_planned(plan, analysis.machine());
  const Machine& machine = sharing ? *sharing : analysis.machine();
  PlannedMotion motion = start_motion(machine, path, std::move(plan), options);
  if (!motion.plan.has_motion()) return motion;
  if (options.multiple_of > 0.0) {
    const double longer = find_multiple(motion.plan.time(), options.multiple_of);
    slow_down((longer - motion.plan.dwell) / motion.plan.plan.time, motion.plan);
  }
  SmoothingWork smoothing = make_smoothing_work(motion.plan, options.plan.work);
  RecordOptions record = make_record_options(options, smoothing);
  look_at(machine, path, options, record, motion);
  return motion;
}

PlannedMotion record_plan(const Machine& given, const Path& path, PathPlan plan,
                          const PlannedMotionOptions& options) {
  const std::optional<Machine> sharing = share_as_planned(plan, given);
  const Machine& machine = sharing ? *sharing : given;
  PlannedMotion motion = start_motion(machine, path, std::move(plan), options);
  if (!motion.plan.has_motion()) return motion;
  SmoothingWork smoothing = make_smoothing_work(motion.plan, options.plan.work);
  RecordOptions record = make_record_options(options, smoothing);
  look_at(machine, path, options, record, motion);
  return motion;
}

}  // namespace record
}  // namespace globaldyn::inside
