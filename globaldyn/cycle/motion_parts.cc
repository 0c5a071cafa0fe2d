#include "globaldyn/cycle/motion_parts.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/drive_turns.h"

namespace globaldyn::inside {
inline namespace cycle {
namespace {

// The worse of two: what holds of the whole. It is given if nothing in it is planned.
PlanStatus find_worse(PlanStatus a, PlanStatus b) {
  const auto is_good = [](PlanStatus status) {
    return status == PlanStatus::optimal || status == PlanStatus::given;
  };
  if (is_good(a) && is_good(b)) return a == b ? a : PlanStatus::optimal;
  return is_good(a) || b == PlanStatus::exceeded ? b : a;
}

void add_plan(const MotionPart& part, PathPlan& whole) {
  const Plan& plan = part.plan.plan;
  Plan& all = whole.plan;
  all.status = all.p.empty() ? plan.status : find_worse(all.status, plan.status);
  all.is_proven = all.is_proven && plan.is_proven;
  if (plan.shortage != Shortage::none) all.shortage = plan.shortage;
  // Where it rests between two parts, there is one node.
  if (!all.p.empty()) {
    all.p.pop_back();
    all.x.pop_back();
  }
  for (const double p : plan.p) all.p.push_back(part.p_begin + p);
  all.x.insert(all.x.end(), plan.x.begin(), plan.x.end());
  all.segments.insert(all.segments.end(), plan.segments.begin(), plan.segments.end());
  all.time += plan.time;
  all.time_lower += plan.time_lower;
  all.work += plan.work;
  all.looks += plan.looks;
  all.bytes = std::max(all.bytes, plan.bytes);
  all.rounds = std::max(all.rounds, plan.rounds);
  whole.work += part.plan.work;
  if (whole.reason.empty()) whole.reason = part.plan.reason;
  if (whole.planner.method != PlanningMethod::regions) whole.planner = part.plan.planner;
}

// Whatever else results tell of places on the path.
void add_places(const MotionPart& part, PathPlan& whole) {
  for (const PathStop& stop : part.plan.stops) {
    whole.stops.push_back({part.p_begin + stop.p, stop.duration});
  }
  for (Stretch stretch : part.plan.stretches) {
    stretch.begin += part.first_node;
    stretch.end += part.first_node;
    whole.stretches.push_back(std::move(stretch));
  }
  for (const AccessibleSpeeds& one : part.plan.accessible) {
    whole.accessible.push_back({part.p_begin + one.p, one.d1});
  }
  for (const std::string& note : part.plan.notes) {
    if (std::find(whole.notes.begin(), whole.notes.end(), note) == whole.notes.end()) {
      whole.notes.push_back(note);
    }
  }
  whole.dwell += part.plan.dwell;
}

// It rests at the end of a part, be it for no time.
void add_rest(double p, double duration, PathPlan& whole) {
  whole.dwell += duration;
  if (!whole.stops.empty() && whole.stops.back().p == p) {
    whole.stops.back().duration += duration;
  } else {
    whole.stops.push_back({p, duration});
  }
}

// A stretch of its own where it waits.
void add_waiting(const MotionPart& part, PathPlan& whole) {
  add_rest(part.p_begin, part.leg->steps.front().dwell, whole);
  const std::size_t node = part.first_node;
  if (!whole.stretches.empty() && whole.stretches.back().begin == node) return;
  whole.stretches.push_back({node, node, {{"", "rest"}}});
}

void raise(const VectorXd& by, VectorXd& peaks) {
  peaks = peaks.size() == 0 ? by : peaks.cwiseMax(by);
}

void add(const VectorXd& values, VectorXd& sums) {
  sums = sums.size() == 0 ? values : VectorXd(sums + values);
}

// Of nothing, if forces are not looked at.
void add_use(const DriveUse& use, double duration, DriveUse& whole) {
  if (use.peak_force.size() == 0) return;
  raise(use.peak_force, whole.peak_force);
  raise(use.peak_power, whole.peak_power);
  raise(use.peak_speed, whole.peak_speed);
  const bool is_first = whole.least_speed.size() == 0;
  whole.least_speed =
      is_first ? use.least_speed : VectorXd(whole.least_speed.cwiseMin(use.least_speed));
  add(duration * use.rms_force.cwiseAbs2(), whole.rms_force);
  add(duration * use.rms_power.cwiseAbs2(), whole.rms_power);
  add(duration * use.rms_speed.cwiseAbs2(), whole.rms_speed);
  add(duration * use.mean_speed, whole.mean_speed);
  add(duration * use.heat, whole.heat);
  whole.heat_trace.append(use.heat_trace);
  whole.peak_supply = std::max(whole.peak_supply, use.peak_supply);
  whole.peak_return = std::max(whole.peak_return, use.peak_return);
  add(use.energy_of, whole.energy_of);
  add(use.braking_energy_of, whole.braking_energy_of);
  whole.energy += use.energy;
  whole.braking_energy += use.braking_energy;
  whole.max_violation = std::max(whole.max_violation, use.max_violation);
}

// From sums of squares.
void finish_use(double duration, DriveUse& whole) {
  if (whole.peak_force.size() == 0) return;
  for (VectorXd* mean : {&whole.rms_force, &whole.rms_power, &whole.rms_speed}) {
    *mean = (*mean / duration).cwiseSqrt();
  }
  whole.mean_speed /= duration;
  whole.heat /= duration;
}

// The steps of a part: of one that goes through several, each at its own time.
void add_steps(const MotionPart& part, std::vector<MotionStep>& steps) {
  double p = 0.0, t = part.begin;
  for (std::size_t i = 0; i < part.leg->steps.size(); ++i) {
    const CycleStep& asked = part.leg->steps[i];
    MotionStep step{.path = asked.path, .load = asked.load, .begin = t, .from = asked.from};
    step.to = asked.to;
    step.dwell = asked.dwell;
    step.end = part.end;
    step.p_begin = part.p_begin + p;
    step.p_end = step.p_begin;
    if (!asked.is_dwell()) {
      p = part.leg->ends[i];
      step.p_end = part.p_begin + p;
      const std::vector<double>& nodes = part.plan.plan.p;
      const auto node = std::lower_bound(nodes.begin(), nodes.end(), p);
      const bool is_last = i + 1 == part.leg->steps.size() || node == nodes.end();
      if (!is_last) {
        t = part.begin +
            part.plan.trajectory.arrives_at(static_cast<std::size_t>(node - nodes.begin()));
        step.end = t;
      }
    }
    steps.push_back(std::move(step));
  }
}

}  // namespace

MotionState rest_at(double t, double p) {
  return {.t = t, .p = p, .d1 = 0.0, .d2 = 0.0, .rests = true};
}

MotionState MotionPart::find_state(double t) const {
  if (leg->is_dwell()) return rest_at(t - begin, leg->place());
  return plan.trajectory.at(t - begin);
}

PlannedMotion join_parts(const std::vector<MotionPart>& parts) {
  PlannedMotion motion;
  PathPlan& whole = motion.plan;
  whole.plan.status = PlanStatus::given;  // of dwells alone
  whole.plan.is_proven = true;
  RecordJoiner fine(parts.front().leg->machine->mechanism);
  for (const MotionPart& part : parts) {
    if (part.leg->is_dwell()) {
      add_waiting(part, whole);
    } else {
      if (!whole.plan.p.empty()) add_rest(part.p_begin, 0.0, whole);
      add_plan(part, whole);
      add_places(part, whole);
      motion.p_max = part.p_begin + part.leg->path.p_max;
    }
    add_use(part.fine.use, part.end - part.begin, motion.use);
    fine.add(part, part.fine.record.samples);
    add_steps(part, motion.steps);
  }
  finish_use(parts.back().end, motion.use);
  motion.fine = fine.take();
  motion.max_violation = motion.use.max_violation;
  whole.trajectory = Trajectory(whole.plan, whole.stops);
  return motion;
}

void RecordJoiner::add(const MotionPart& part, std::vector<MotionSample> samples) {
  for (MotionSample& sample : samples) {
    sample.state.t += part.begin;
    sample.state.p += part.leg->is_dwell() ? part.p_begin - part.leg->place() : part.p_begin;
    take_out_turns(mechanism_, last_, sample.positions);
    last_ = sample.positions;
    record_.max_violation = std::max(record_.max_violation, sample.violation);
    record_.samples.push_back(std::move(sample));
  }
}

}  // namespace cycle
}  // namespace globaldyn::inside
