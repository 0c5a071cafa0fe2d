#include "globaldyn/simulation/machine_simulation.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/kinematics/acting_rows.h"

namespace globaldyn {
namespace {

// A plan may ask for this much more than a motor's limit: see kMostViolation.
constexpr double kSlack = 1e-6;

// What motors make of the forces asked for.
class Motors {
 public:
  explicit Motors(const Machine& machine)
      : machine_(machine), saturated_(machine.limits.size(), 0) {}

  void limit(const ForwardDynamics& dynamics, VectorXd& forces) const {
    for (std::size_t k = 0; k < machine_.limits.size(); ++k) {
      const int drive = static_cast<int>(k);
      forces(drive) = limit(k, dynamics.drive_rate(drive), forces(drive));
    }
  }

  // Counts drives that are asked for more than they can.
  void count(const VectorXd& rates, const VectorXd& asked) {
    ++rows_;
    for (std::size_t k = 0; k < machine_.limits.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      if (limit(k, rates(at), asked(at)) != asked(at)) ++saturated_[k];
    }
  }

  [[nodiscard]] std::vector<double> list_shares() const {
    std::vector<double> shares;
    for (const int count : saturated_) shares.push_back(rows_ > 0 ? 1.0 * count / rows_ : 0.0);
    return shares;
  }

 private:
  [[nodiscard]] double limit(std::size_t k, double rate, double force) const {
    const DriveLimit& limit = machine_.limits[k];
    const Interval range = limit.at(rate);
    const double size = limit.share_size();
    const double slack = std::isfinite(size) ? kSlack * size : 0.0;
    if (range.low > range.high) return 0.5 * (range.low + range.high);
    return std::clamp(force, range.low - slack, range.high + slack);
  }

  const Machine& machine_;
  std::vector<int> saturated_;
  int rows_{0};
};

// Rotary drives continue from turn to turn.
void take_out_turns(const Mechanism& mechanism, const VectorXd& last, VectorXd& positions) {
  for (Eigen::Index k = 0; k < last.size(); ++k) {
    const double period = find_period(mechanism, nth(mechanism.drives, k).coordinate);
    if (period == 0.0) continue;
    positions(k) += period * std::round((last(k) - positions(k)) / period);
  }
}

MachineSimulation prepare(const Machine& machine, const SimulationOptions& options) {
  MachineSimulation simulation;
  simulation.machine = machine.mechanism.name;
  simulation.formulation =
      options.formulation != nullptr ? options.formulation->key : std::string("auto");
  for (const Drive& drive : machine.mechanism.drives) simulation.drives.push_back(drive.name);
  simulation.has_tool = machine.mechanism.tool.has_value();
  simulation.options = options;
  return simulation;
}

// Runs with what `ask` wants of the motors at (t, machine); `compare` tells how far a tool frame is
// from where it should be.
template <class Ask, class Compare>
void run(const Machine& machine, const Pose& pose, const Twists& twists, ForceLaw law,
         const Ask& ask, const Compare& compare, MachineSimulation& simulation) {
  Motors motors(machine);
  law.calc_forces = [&](double t, const ForwardDynamics& dynamics, VectorXd& forces) {
    ask(t, forces);
    motors.limit(dynamics, forces);
  };
  VectorXd asked(machine.mechanism.drive_count());
  const auto take = [&](const SimulationSample& sample) {
    SimulationRow row{.t = sample.t,
                      .positions = sample.positions,
                      .rates = sample.rates,
                      .forces = sample.forces,
                      .drift = sample.drift,
                      .kinetic = sample.kinetic,
                      .potential = sample.potential,
                      .work = sample.work};
    if (const auto& tool = machine.mechanism.tool) {
      row.tool = place(nth(sample.pose, tool->body), tool->frame);
      row.tracking = compare(sample.t, row.tool);
    }
    ask(sample.t, asked);
    motors.count(sample.rates, asked);
    if (!simulation.rows.empty()) {
      take_out_turns(machine.mechanism, simulation.rows.back().positions, row.positions);
    }
    simulation.tracking_error = std::max(simulation.tracking_error, row.tracking);
    simulation.rows.push_back(std::move(row));
  };
  simulation.result =
      simulate(machine.mechanism, machine.topology, pose, twists, law, simulation.options, take);
  simulation.saturated_shares = motors.list_shares();
}

}  // namespace

MachineSimulation simulate_machine(const Machine& machine, const Pose& pose, const Twists& twists,
                                   const std::vector<DriveForce>& forces,
                                   const SimulationOptions& options) {
  MachineSimulation simulation = prepare(machine, options);
  const auto ask = [&](double t, VectorXd& asked) {
    asked.setZero();
    for (const DriveForce& one : forces) {
      asked(one.drive) = one.force.evaluate(std::span(&t, 1));
    }
  };
  const auto compare = [](double /*t*/, const Frame& /*tool*/) { return 0.0; };
  run(machine, pose, twists, {}, ask, compare, simulation);
  return simulation;
}

MachineSimulation replay_plan(const Machine& machine, PlannedForces& planned,
                              const std::string& path, const SimulationOptions& options) {
  MachineSimulation simulation = prepare(machine, options);
  simulation.path = path;
  simulation.options.duration = std::min(options.duration, planned.duration());
  ForceLaw law;
  law.find_next_break = [&](double t) { return planned.find_next_switch(t); };
  law.find_p = [&](double t) { return planned.place_at(t); };
  const auto ask = [&](double t, VectorXd& asked) { asked = planned.at(t).forces; };
  const auto compare = [&](double t, const Frame& tool) {
    return (tool.origin - planned.at(t).tool.origin).norm();
  };
  run(machine, planned.start_pose(), planned.start_twists(), law, ask, compare, simulation);
  return simulation;
}

}  // namespace globaldyn
