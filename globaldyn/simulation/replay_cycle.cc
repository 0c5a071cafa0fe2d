#include "globaldyn/simulation/replay_cycle.h"

#include <algorithm>
#include <cmath>

#include "core/kinematics/drive_turns.h"
#include "globaldyn/cycle/motion_parts.h"
#include "globaldyn/cycle/planned_cycle.h"

namespace globaldyn::inside {
inline namespace simulation {
namespace {

// The stored plan of one leg, whose nodes are those from p on.
StoredPlan cut_leg(const StoredPlan& whole, double p, const Path& path) {
  const double length = path.p_max;
  StoredPlan leg = whole;
  const std::vector<double>& nodes = whole.plan.p;
  const auto first = std::lower_bound(nodes.begin(), nodes.end(), p);
  const auto last = std::lower_bound(nodes.begin(), nodes.end(), p + length);
  if (first == nodes.end() || last == nodes.end() || *first != p || *last != p + length) {
    throw Error("the plan has no nodes where the cycle's legs begin and end");
  }
  const auto from = first - nodes.begin(), to = last - nodes.begin();
  leg.plan.p.clear();
  for (auto node = first; node <= last; ++node) leg.plan.p.push_back(*node - p);
  leg.plan.p.back() = length;
  leg.plan.x.assign(whole.plan.x.begin() + from, whole.plan.x.begin() + to + 1);
  leg.plan.segments.assign(whole.plan.segments.begin() + from, whole.plan.segments.begin() + to);
  // Those at its ends may be a dwell's.
  leg.stops.clear();
  const auto add_end = [&](double at) {
    for (const PathStop& stop : path.stops) {
      if (stop.p == at) leg.stops.push_back(stop);
    }
  };
  add_end(0.0);
  for (const PathStop& stop : whole.stops) {
    if (stop.p > p && stop.p < p + length) leg.stops.push_back({stop.p - p, stop.duration});
  }
  add_end(length);
  return leg;
}

// Simulates leg after leg.
class CycleReplay {
 public:
  CycleReplay(const std::vector<CycleLeg>& legs, const StoredPlan& stored,
              const ReplayOptions& options)
      : legs_(legs), stored_(stored), options_(options) {
    samples_per_second_ = std::max(options.simulation.samples - 1, 1) / options.simulation.duration;
  }

  MachineSimulation run() {
    for (const CycleLeg& leg : legs_) {
      MachineSimulation part = leg.is_dwell() ? wait(leg) : move(leg);
      const bool is_done = part.result.status == SimulationStatus::done;
      add(leg, std::move(part));
      if (!is_done) break;
    }
    judge_tracking(whole_);
    return std::move(whole_);
  }

 private:
  ReplayOptions cut(double duration) const {
    ReplayOptions options = options_;
    options.simulation.duration = duration;
    options.simulation.samples =
        1 + std::max(1, static_cast<int>(std::lround(duration * samples_per_second_)));
    options.start = start_;
    if (options.simulation.work > 0) {
      options.simulation.work = std::max(1L, options.simulation.work - whole_.right_sides);
    }
    return options;
  }

  MachineSimulation move(const CycleLeg& leg) {
    const StoredPlan stored = cut_leg(stored_, p_, leg.path);
    PlannedForces planned(*leg.machine, leg.path, stored);
    p_ += leg.path.p_max;
    return replay_plan(*leg.machine, leg.path, planned, cut(planned.duration()));
  }

  // What is asked of the motors while it waits.
  MotionSample find_hold(const CycleLeg& leg) const {
    RecordOptions record{.choice = stored_.choice, .preload = stored_.preload};
    record.reserve = stored_.reserve;
    return record_leg(leg, {rest_at(0.0, leg.place())}, record).front();
  }

  MachineSimulation wait(const CycleLeg& leg) {
    const MotionSample hold = find_hold(leg);
    const Mechanism& mechanism = leg.machine->mechanism;
    if (!start_) start_ = StartState{leg.path.start, Twists(leg.path.start.size())};
    ReplayOptions options = cut(leg.steps.front().dwell);
    const bool is_braked = leg.steps.front().hold == Hold::brake;
    if (is_braked) return stand(leg, hold, options);
    std::vector<DriveForce> forces;
    for (const DriveId k : mechanism.drives.ids()) {
      const double lost = hold.gear_losses(row_of(k));
      forces.push_back({k, Expression(hold.forces(row_of(k)) - lost), lost});
    }
    MachineSimulation part =
        simulate_machine(*leg.machine, start_->pose, start_->twists, forces, options.simulation);
    compare(hold, part);
    return part;
  }

  // A brake lets nothing move.
  MachineSimulation stand(const CycleLeg& leg, const MotionSample& hold,
                          const ReplayOptions& options) const {
    SimulationOptions still = options.simulation;
    still.duration = 0.0;
    still.samples = 1;
    const std::vector<DriveForce> none;
    const Twists rest(leg.path.start.size());
    MachineSimulation part = simulate_machine(*leg.machine, start_->pose, rest, none, still);
    const SimulationRow row = part.rows.front();
    part.rows.clear();
    const int last = options.simulation.samples - 1;
    for (int i = 0; i <= last; ++i) {
      part.rows.push_back(row);
      part.rows.back().t = options.simulation.duration * i / last;
    }
    part.result.time = options.simulation.duration;
    compare(hold, part);
    return part;
  }

  // Where it is, and where it should be.
  static void compare(const MotionSample& hold, MachineSimulation& part) {
    if (!part.has_tool) return;
    for (SimulationRow& row : part.rows) {
      row.tracking = (row.tool.origin - hold.tool.origin).norm();
      const Matrix3d turn = row.tool.axes * hold.tool.axes.transpose();
      row.turning = find_rotation_vector(turn).norm();
    }
  }

  // The machine under the next load, where this one has ended.
  void hand_over(const CycleLeg& leg, const StartState& end) {
    const auto next = std::next(legs_.begin(), static_cast<std::ptrdiff_t>(done_));
    start_ = end;
    if (next == legs_.end()) return;
    start_ = change_load(leg.machine->mechanism, end, next->machine->mechanism);
  }

  static StartState change_load(const Mechanism& from, const StartState& state,
                                const Mechanism& to) {
    StartState changed{move_pose(from, state.pose, to), state.twists};
    for (const BodyId body : moving_bodies(state.pose)) {
      const Vector3d step = changed.pose[body].r - state.pose[body].r;
      changed.twists[body].v += changed.twists[body].w.cross(step);
    }
    return changed;
  }

  void add(const CycleLeg& leg, MachineSimulation part) {
    ++done_;
    hand_over(leg, part.end);
    const bool is_first = done_ == 1;
    if (is_first) {
      whole_ = std::move(part);
      whole_.band = options_.band;
      whole_.options.duration = options_.simulation.duration;
      whole_.feedback = options_.feedback;
    } else {
      append(std::move(part));
    }
    t_ = whole_.result.time;
  }

  void append(MachineSimulation part) {
    SimulationResult &all = whole_.result, &one = part.result;
    all.status = one.status;
    all.reason = one.reason;
    all.time = t_ + one.time;
    all.count.steps += one.count.steps;
    all.count.right_sides += one.count.right_sides;
    all.max_drift = std::max(all.max_drift, one.max_drift);
    all.energy_error = std::max(all.energy_error, one.energy_error);
    all.max_kinetic = std::max(all.max_kinetic, one.max_kinetic);
    all.energy_size = std::max(all.energy_size, one.energy_size);
    all.restarts += one.restarts;
    all.stick_slips += one.stick_slips;
    whole_.runs = std::max(whole_.runs, part.runs);
    whole_.right_sides += part.right_sides;
    whole_.step_tolerance = std::min(whole_.step_tolerance, part.step_tolerance);
    whole_.energy_is_bounded = whole_.energy_is_bounded && part.energy_is_bounded;
    whole_.drift_is_bounded = whole_.drift_is_bounded && part.drift_is_bounded;
    whole_.end = part.end;
    add_shares(part);
    VectorXd last = whole_.rows.back().positions;
    whole_.rows.pop_back();  // which the next one begins with
    for (SimulationRow& row : part.rows) {
      row.t += t_;
      take_out_turns(legs_.front().machine->mechanism, last, row.positions);
      last = row.positions;
      whole_.rows.push_back(std::move(row));
    }
  }

  // Of rows, before they are added.
  void add_shares(const MachineSimulation& part) {
    const auto before = static_cast<double>(whole_.rows.size());
    const auto more = static_cast<double>(part.rows.size());
    for (const DriveId k : whole_.saturated_shares.ids()) {
      double& share = whole_.saturated_shares[k];
      share = (before * share + more * part.saturated_shares[k]) / (before + more);
    }
  }

  const std::vector<CycleLeg>& legs_;
  const StoredPlan& stored_;
  const ReplayOptions& options_;
  double samples_per_second_{0.0};
  std::optional<StartState> start_;  // of the next leg
  std::size_t done_{0};              // legs
  double p_{0.0};                    // of the whole, where the next leg begins
  double t_{0.0};                    // s, likewise
  MachineSimulation whole_;
};

}  // namespace

MachineSimulation replay_cycle(const Machine& machine, const Cycle& cycle, const StoredPlan& stored,
                               const ReplayOptions& options) {
  const std::vector<CycleLeg> legs = make_cycle_legs(machine, cycle);
  if (stored.fingerprint != make_fingerprint(legs)) {
    throw InputError(cycle.place, "the plan is of another cycle, machine or other settings",
                     "expected a plan of cycle '" + cycle.name + "' as it is now");
  }
  MachineSimulation simulation = CycleReplay(legs, stored, options).run();
  simulation.path = cycle.name;
  simulation.is_cycle = true;
  return simulation;
}

}  // namespace simulation
}  // namespace globaldyn::inside
