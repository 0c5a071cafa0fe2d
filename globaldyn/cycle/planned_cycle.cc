#include "globaldyn/cycle/planned_cycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/round_off.h"
#include "globaldyn/cycle/motion_parts.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/motion/path_analysis.h"
#include "globaldyn/motion/slow_down.h"
#include "globaldyn/motion/wished_plan.h"
#include "globaldyn/record/fingerprint.h"
#include "globaldyn/record/inertia_ratio.h"

namespace globaldyn::inside {
inline namespace cycle {
namespace {

RecordOptions make_leg_options(const CycleLeg& leg, const PlannedMotionOptions& options) {
  RecordOptions record{.choice = options.choice,
                       .preload = options.preload,
                       .threads = options.threads,
                       .formulation = options.plan.method.formulation,
                       .reserve = options.plan.reserve};
  // Forces do not change where it waits.
  const bool is_smooth = options.choice == ForceChoice::smooth;
  if (leg.is_dwell() && is_smooth) record.choice = ForceChoice::minimum;
  if (options.reactions) record.reactions = list_reactions(leg.machine->mechanism);
  return record;
}

// A brake takes what the motors would have to, as far as it holds.
void put_brakes_on(const Drives& drives, MotionSample& sample) {
  sample.violation = 0.0;
  sample.exceeded.clear();
  for (const DriveId k : drives.ids()) {
    const double force = std::abs(sample.forces(row_of(k))), most = drives[k].limit.brake;
    if (!(force > most)) continue;
    sample.violation = std::max(sample.violation, force / most - 1.0);
    sample.exceeded.push_back(
        {{drives[k].name, "brake"}, force - most, sample.state.t, sample.state.p});
  }
  sample.stiction += sample.forces - sample.gear_losses;
  sample.forces.setZero();
  sample.gear_losses.setZero();
}

// Plans the legs of one cycle and puts them together.
class CyclePlanner {
 public:
  CyclePlanner(const Machine& machine, const Cycle& cycle, const PlannedMotionOptions& options)
      : machine_(machine), cycle_(cycle), options_(options) {
    options_.plan.start = options_.plan.end = {};
    options_.plan.closed = false;
    options_.plan.start_pose = {};
  }

  PlannedMotion plan() {
    try {
      legs_ = make_cycle_legs(machine_, cycle_);
    } catch (const CycleLegError& error) {
      return fail_to_follow(error);
    }
    for (const CycleLeg& leg : legs_) {
      MotionPart part;
      part.leg = &leg;
      if (!leg.is_dwell()) {
        part.plan = plan_leg(leg);
        if (!part.plan.has_motion()) return fail(leg, std::move(part.plan));
      }
      parts_.push_back(std::move(part));
    }
    if (options_.plan.wish.is_any() && !plan_wished()) return fail_to_wish();
    const double shortest = wished_.wished ? wished_.wished->fastest : find_time();
    const double period = find_multiple(cycle_.period.value_or(find_time()), options_.multiple_of);
    if (!take_period(find_time(), period)) return fail_in_time(shortest);
    set_times();
    for (MotionPart& part : parts_) {
      part.leg->is_dwell() ? look_at_dwell(part) : look_at_motion(part);
      if (!unable_.empty()) return fail_to_wait(part);
    }
    return finish(shortest);
  }

 private:
  [[nodiscard]] std::unique_ptr<PathAnalysis> look_at(const CycleLeg& leg) const {
    return std::make_unique<PathAnalysis>(*leg.machine, leg.path,
                                          make_survey_options(leg.path, options_.plan));
  }

  // What is wished for is of all legs together: their looks are kept for it.
  PathPlan plan_leg(const CycleLeg& leg) {
    std::unique_ptr<PathAnalysis> look = look_at(leg);
    PathPlanOptions alone = options_.plan;
    alone.wish = {};
    PathPlan plan = look->plan(alone);
    if (options_.plan.wish.is_any()) looks_.push_back(std::move(look));
    return plan;
  }

  // All legs together as they are wished for. False: there are no such motions.
  bool plan_wished() {
    std::vector<std::unique_ptr<PathAnalysis>> of_dwells;
    std::vector<WishedLeg> legs;
    auto next = looks_.begin();
    for (const MotionPart& part : parts_) {
      const CycleLeg& leg = *part.leg;
      if (is_given(leg)) {
        refuse_energy();
        legs.push_back(tell_given(part));
        ++next;
        continue;
      }
      if (leg.is_dwell()) of_dwells.push_back(look_at(leg));
      PathAnalysis& look = leg.is_dwell() ? *of_dwells.back() : **next++;
      legs.push_back({.machine = leg.machine.get(),
                      .path = &leg.path,
                      .survey = &look.survey_of_motions(options_.plan.work),
                      .plan = part.plan,
                      .waits = leg.is_dwell()});
      if (!leg.is_dwell()) continue;
      legs.back().place = leg.place();
      legs.back().duration = leg.steps.front().dwell;
      legs.back().is_braked = leg.steps.front().hold == Hold::brake;
    }
    if (std::all_of(legs.begin(), legs.end(),
                    [](const WishedLeg& leg) { return leg.waits || leg.is_given; })) {
      throw InputError(cycle_.place,
                       "a motion of cycle '" + cycle_.name +
                           "' that is best as a whole, with steps that are all given",
                       "expected a step that is planned");
    }
    wished_ = make_wished_plans(legs, options_.plan);
    if (!wished_.wished) return false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (!legs[i].is_given) parts_[i].plan = std::move(legs[i].plan);
    }
    return !cycle_.period || fills_period();
  }

  void refuse_energy() const {
    if (!options_.plan.wish.least_energy) return;
    throw InputError(
        cycle_.place,
        "least energy of cycle '" + cycle_.name + "', with steps whose motion is given",
        "expected steps that are planned");
  }

  static bool is_given(const CycleLeg& leg) { return leg.path.given && !leg.is_dwell(); }

  // With the forces that its record has.
  [[nodiscard]] WishedLeg tell_given(const MotionPart& part) const {
    MotionPart given = part;
    look_at_motion(given);
    const double duration = part.plan.time();
    return {.machine = part.leg->machine.get(),
            .path = &part.leg->path,
            .plan = {},
            .duration = duration,
            .is_given = true,
            .squares = duration * given.fine.use.rms_force.cwiseAbs2()};
  }

  // What is lost least in a period may need less than the period, where standing still costs
  // nothing: who says so in the file gets it.
  bool fills_period() {
    const double pause = *cycle_.period - find_time();
    if (pause <= 2.0 * options_.plan.tolerance * *cycle_.period) return true;
    wished_.status = PlanStatus::gave_up;
    wished_.reason = fmt::format(
        "gave up: least is lost if the cycle pauses for {:.4g} s of its period of {:.6g} s; "
        "expected "
        "a dwell as long as that, held by brakes or motors, or another period",
        pause, *cycle_.period);
    return false;
  }

  PlannedMotion fail_to_wish() const {
    PlannedMotion motion;
    name(motion);
    motion.plan.plan.status = wished_.status;
    motion.plan.reason = wished_.reason;
    motion.share_done = 0.0;
    return motion;
  }

  [[nodiscard]] static double find_time(const MotionPart& part) {
    return part.leg->is_dwell() ? part.leg->steps.front().dwell : part.plan.time();
  }

  [[nodiscard]] double find_time() const {
    double time = 0.0;
    for (const MotionPart& part : parts_) time += find_time(part);
    return time;
  }

  // Motions last longer; waiting and motions that are given do not. False: the cycle cannot take
  // that time.
  bool take_period(double shortest, double period) {
    if (period == shortest) return true;
    double moving = 0.0;
    for (const MotionPart& part : parts_) {
      if (!part.leg->path.given) moving += part.plan.plan.time;
    }
    if (moving == 0.0) return false;
    const double factor = 1.0 + (period - shortest) / moving;
    if (factor < 1.0 - round_off::kSame) return false;
    for (MotionPart& part : parts_) {
      const bool is_planned = !part.leg->is_dwell() && !part.leg->path.given;
      if (is_planned && factor > 1.0) slow_down(factor, part.plan);
    }
    return true;
  }

  // The last end is the time itself, whatever the sums of roundings.
  void set_times() {
    double t = 0.0, p = 0.0;
    std::size_t node = 0;
    for (MotionPart& part : parts_) {
      part.begin = t;
      part.p_begin = p;
      part.first_node = node;
      const bool waits = part.leg->is_dwell();
      t += waits ? find_time(part) : part.plan.trajectory.duration();
      part.end = t;
      if (waits) continue;
      p += part.leg->path.p_max;
      node += part.plan.plan.segments.size();
    }
  }

  void look_at_motion(MotionPart& part) const {
    PlannedMotionOptions options = options_;
    options.rate = 0.0;
    options.samples = 2;
    PlannedMotion motion = record_plan(*part.leg->machine, part.leg->path, part.plan, options);
    part.plan = std::move(motion.plan);
    part.fine = {std::move(motion.fine), std::move(motion.use)};
  }

  [[nodiscard]] std::vector<MotionSample> record(const MotionPart& part,
                                                 const std::vector<MotionState>& states) const {
    if (states.empty()) return {};
    RecordOptions options = make_leg_options(*part.leg, options_);
    SmoothingWork work;
    options.smoothing = &work;
    const std::optional<Machine> sharing = share_as_planned(part.plan, *part.leg->machine);
    const Machine& machine = sharing ? *sharing : *part.leg->machine;
    return record_leg(machine, *part.leg, states, options);
  }

  // The same force all the time.
  void look_at_dwell(MotionPart& part) {
    const double duration = part.end - part.begin, p = part.leg->place();
    part.fine.record.samples = record(part, {rest_at(0.0, p), rest_at(duration, p)});
    const MotionSample& sample = part.fine.record.samples.front();
    DriveUse& use = part.fine.use;
    use.peak_force = use.rms_force = sample.forces.cwiseAbs();
    for (VectorXd* none :
         {&use.peak_power, &use.rms_power, &use.peak_speed, &use.rms_speed, &use.least_speed,
          &use.mean_speed, &use.energy_of, &use.braking_energy_of}) {
      none->setZero(sample.forces.size());
    }
    use.heat.resize(sample.forces.size());
    for (const DriveId k : part.leg->machine->mechanism.drives.ids()) {
      const double rated = part.leg->machine->mechanism.drives[k].limit.rated;
      use.heat(row_of(k)) = std::pow(sample.forces(row_of(k)) / rated, 2);
    }
    use.heat_trace.add(duration, use.heat);
    use.max_violation = sample.violation;
    if (sample.violation > kMostViolation) name_unable(part, sample);
  }

  void name_unable(const MotionPart& part, const MotionSample& sample) {
    for (const ExceededLimit& one : sample.exceeded) {
      if (one.limit.limit == "brake") unable_.push_back({one.limit, one.by, false});
    }
    if (!unable_.empty()) return;
    for (const DriveId k : part.leg->machine->mechanism.drives.ids()) {
      const Drive& drive = part.leg->machine->mechanism.drives[k];
      const Interval range = calc_force_range_at_rest(drive.limit);
      const double force = sample.forces(row_of(k));
      const double missing = std::max(range.low - force, force - range.high);
      if (!(missing > 0.0)) continue;
      const std::string limit = force > range.high ? "max" : "min";
      unable_.push_back({{drive.name, limit}, missing, false});
    }
    if (unable_.empty()) unable_.push_back({{"", "rest"}, sample.violation, false});
  }

  PlannedMotion finish(double shortest) {
    PlannedMotion motion = join_parts(parts_);
    name(motion);
    motion.shortest = shortest;
    motion.plan.wished = wished_.wished;
    motion.plan.notes.insert(motion.plan.notes.end(), wished_.notes.begin(), wished_.notes.end());
    motion.plan.plan.time = parts_.back().end - motion.plan.dwell;
    motion.record = record_all(motion.plan.time());
    if (options_.checks == 0) {
      motion.use = {};
      return motion;
    }
    raise_peaks(motion.record, motion.use);
    motion.max_violation = std::max(motion.max_violation, motion.use.max_violation);
    return motion;
  }

  MotionRecord record_all(double duration) const {
    const std::vector<double> times = list_record_times(duration, options_);
    RecordJoiner joiner(machine_.mechanism);
    auto next = times.begin();
    for (const MotionPart& part : parts_) {
      const bool is_last = &part == &parts_.back();
      std::vector<MotionState> states;
      for (; next != times.end() && (is_last || *next < part.end); ++next) {
        states.push_back(part.find_state(*next));
      }
      joiner.add(part, record(part, states));
    }
    return joiner.take();
  }

  // What is the same whether it moves or not.
  void name(PlannedMotion& motion) const {
    motion.is_cycle = true;
    motion.plan.machine = machine_.mechanism.name;
    motion.plan.path = cycle_.name;
    motion.plan.has_tool = machine_.mechanism.tool.has_value();
    motion.plan.options = options_.plan;
    motion.choice = options_.choice;
    motion.preload = options_.preload;
    motion.rule = machine_.preload;
    for (const Drive& drive : machine_.mechanism.drives) {
      motion.drives.push_back(drive.name);
      motion.is_cable.push_back(drive.kind == Drive::Kind::cable ? 1 : 0);
    }
    if (options_.reactions) motion.reaction_names = list_reaction_names(machine_.mechanism);
    motion.fingerprint = make_fingerprint(legs_);
  }

  // Of its first step, from 1.
  [[nodiscard]] std::size_t number_of(const CycleLeg& leg) const {
    std::size_t number = 1;
    for (const CycleLeg* one = legs_.data(); one != &leg; ++one) number += one->steps.size();
    return number;
  }

  [[nodiscard]] std::string call(const CycleLeg& leg) const {
    const CycleStep& step = leg.steps.front();
    const std::string load = step.load.empty() ? "" : ", load " + step.load;
    return step.is_dwell() ? fmt::format("step {}, a dwell{}", number_of(leg), load)
                           : fmt::format("step {}, path {}{}", number_of(leg), step.path, load);
  }

  PlannedMotion fail(const CycleLeg& leg, PathPlan plan) const {
    PlannedMotion motion;
    motion.plan = std::move(plan);
    name(motion);
    motion.p_max = leg.path.p_max;
    motion.plan.reason = call(leg) + ": " + motion.plan.reason;
    motion.share_done = find_share(number_of(leg) - 1);
    return motion;
  }

  [[nodiscard]] double find_share(std::size_t steps) const {
    return static_cast<double>(steps) / static_cast<double>(cycle_.steps.size());
  }

  PlannedMotion fail_to_follow(const CycleLegError& error) const {
    PlannedMotion motion;
    motion.plan.plan.status = PlanStatus::unreachable;
    name(motion);
    motion.plan.failure = error.failure;
    motion.plan.reason = error.what();
    motion.share_done = find_share(error.step);
    return motion;
  }

  PlannedMotion fail_in_time(double shortest) const {
    PlannedMotion motion;
    motion.plan.plan.status = PlanStatus::infeasible;
    name(motion);
    motion.shortest = shortest;
    const double period = cycle_.period.value_or(shortest);
    motion.plan.reason =
        period > shortest
            ? fmt::format(
                  "the cycle takes {:.9g} s: nothing in it is planned that could last longer",
                  shortest)
            : fmt::format("a period of {:.6g} s is too short: the cycle takes {:.9g} s at least",
                          period, shortest);
    return motion;
  }

  PlannedMotion fail_to_wait(const MotionPart& part) const {
    PlannedMotion motion;
    motion.plan.plan.status = PlanStatus::infeasible;
    name(motion);
    const bool is_braked = part.leg->steps.front().hold == Hold::brake;
    motion.plan.reason = fmt::format("{}: the {} cannot hold the machine there", call(*part.leg),
                                     is_braked ? "brakes" : "drives");
    motion.plan.plan.obstacle = Obstacle{.p = part.leg->place(), .limits = unable_};
    return motion;
  }

  const Machine& machine_;
  const Cycle& cycle_;
  PlannedMotionOptions options_;
  std::vector<CycleLeg> legs_;
  std::vector<MotionPart> parts_;
  std::vector<std::unique_ptr<PathAnalysis>>
      looks_;                         // at legs that move, if anything is wished for
  WishedLegs wished_;                 // if anything is wished for
  std::vector<MissingLimit> unable_;  // limits that a dwell would need to be wider
};

}  // namespace

std::vector<MotionSample> record_leg(const CycleLeg& leg, const std::vector<MotionState>& states,
                                     const RecordOptions& options) {
  return record_leg(*leg.machine, leg, states, options);
}

std::vector<MotionSample> record_leg(const Machine& machine, const CycleLeg& leg,
                                     const std::vector<MotionState>& states,
                                     const RecordOptions& options) {
  std::vector<MotionSample> samples = record_motion(machine, leg.path, states, options).samples;
  if (leg.is_dwell() && leg.steps.front().hold == Hold::brake) {
    for (MotionSample& sample : samples) put_brakes_on(leg.machine->mechanism.drives, sample);
  }
  return samples;
}

std::string make_fingerprint(const std::vector<CycleLeg>& legs) {
  std::vector<std::string> prints;
  for (const CycleLeg& leg : legs) {
    prints.push_back(inside::make_fingerprint(*leg.machine, leg.path));
    prints.push_back(fmt::format("{} {}", leg.steps.front().dwell, leg.place()));
  }
  return inside::make_fingerprint(prints);
}

namespace {

// How long a cycle with a period takes is known: what is wished for is then the one of all motions
// of that time that loses least.
void take_period(const Cycle& cycle, MotionWish& wish) {
  if (!cycle.period) return;
  if (wish.time > 0.0 && wish.time != *cycle.period) {
    throw InputError(cycle.place,
                     fmt::format("a time of {:.9g} s for cycle '{}' with a period of {:.9g} s",
                                 wish.time, cycle.name, *cycle.period),
                     "expected one of them");
  }
  if (!wish.within_rated && !wish.is_least()) {
    throw InputError(cycle.place,
                     "what changes of forces in cycle '" + cycle.name + "' are worth in its period",
                     "expected least losses, or least energy, as well, of whose unit it is");
  }
  if (!wish.least_energy) wish.least_losses = true;
  wish.time = *cycle.period;
}

}  // namespace

PlannedMotion plan_cycle(const Machine& machine, const Cycle& cycle,
                         const PlannedMotionOptions& options) {
  PlannedMotionOptions wished = options;
  MotionWish& wish = wished.plan.wish;
  if (wish.is_any()) take_period(cycle, wish);
  if (wish.is_least() && wish.time <= 0.0 && wish.time_worth <= 0.0) {
    throw InputError(cycle.place, "least losses of cycle '" + cycle.name + "' in any time",
                     "expected a time, a period of the cycle, or what a second is worth");
  }

  return CyclePlanner(machine, cycle, wished).plan();
}

InertiaRatios find_cycle_inertia_ratios(const Machine& machine, const Cycle& cycle) {
  InertiaRatios largest(machine.mechanism.drives.size());
  try {
    for (const CycleLeg& leg : make_cycle_legs(machine, cycle)) {
      if (leg.is_dwell()) continue;
      const InertiaRatios ratios = find_inertia_ratios(*leg.machine, leg.path);
      for (const DriveId k : ratios.ids()) {
        if (ratios[k]) largest[k] = std::max(largest[k].value_or(*ratios[k]), *ratios[k]);
      }
    }
  } catch (const CycleLegError&) {
    return InertiaRatios(largest.size());
  }
  return largest;
}

IdVector<DriveId, MotorUse> find_cycle_use(const Machine& machine, const Cycle& cycle,
                                           const PlannedMotion& motion) {
  if (!motion.plan.has_motion()) return {};
  return find_motor_use(machine, motion, find_cycle_inertia_ratios(machine, cycle));
}

}  // namespace cycle
}  // namespace globaldyn::inside
