#include "globaldyn/simulation/start_pose.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/rotation.h"
#include "core/kinematics/assembly.h"
#include "core/kinematics/travel.h"
#include "core/kinematics/turns.h"

namespace globaldyn::inside {
inline namespace simulation {
namespace {

Task make_held_task(const std::vector<HeldCoordinate>& held) {
  Task task;
  task.target.value.resize(static_cast<Eigen::Index>(held.size()));
  for (std::size_t i = 0; i < held.size(); ++i) {
    task.coordinates.push_back({TaskCoordinate::Kind::joint, 0, held[i].coordinate});
    task.target.value(static_cast<Eigen::Index>(i)) = held[i].value;
  }
  task.target.first.setZero(task.size());
  task.target.second.setZero(task.size());
  return task;
}

bool is_counted(const Mechanism& mechanism, const CoordinateIndex& index) {
  const std::vector<int>& counted = mechanism.joints[index.joint].counted;
  return !counted.empty() && nth(counted, index.coordinate) >= 0;
}

// From the task to where the coordinates are, by the shorter way round where turns do not matter.
VectorXd find_ways_back(const Mechanism& mechanism, const Task& task, const Pose& pose) {
  VectorXd ways(task.size());
  for (int k = 0; k < task.size(); ++k) {
    const TaskCoordinate& coordinate = nth(task.coordinates, k);
    const double way = calc_coordinate(mechanism, coordinate.joint, pose) - task.target.value(k);
    const bool comes_round =
        is_rotational(mechanism, coordinate) && !is_counted(mechanism, coordinate.joint);
    ways(k) = comes_round ? wrap_angle(way) : way;
  }
  return ways;
}

int count_steps(const Mechanism& mechanism, const Task& task, const VectorXd& ways) {
  constexpr double kStep = 0.1;  // rad or kinematic lengths
  constexpr double kMost = 1000.0;
  double farthest = 0.0;
  for (int k = 0; k < task.size(); ++k) {
    const bool turns = is_rotational(mechanism, nth(task.coordinates, k));
    const double unit = turns ? 1.0 : mechanism.kinematic_length;
    farthest = std::max(farthest, std::abs(ways(k)) / unit);
  }
  return static_cast<int>(std::clamp(std::ceil(farthest / kStep), 1.0, kMost));
}

// Not ok if it does not get there.
AssemblyOutcome move_to_task(const Mechanism& mechanism, const Task& task, const Pose& home) {
  const VectorXd ways = find_ways_back(mechanism, task, home);
  const int steps = count_steps(mechanism, task, ways);
  AssemblyOutcome outcome{AssemblyStatus::ok, home, 0.0, 1, {}};
  Task next = task;
  for (int i = 1; i <= steps && outcome.status == AssemblyStatus::ok; ++i) {
    const double left = static_cast<double>(steps - i) / steps;
    next.target.value = task.target.value + left * ways;
    outcome = assemble_near(mechanism, next, outcome.pose);
  }
  // Of joints that have turned along: as where a machine is assembled.
  if (outcome.status == AssemblyStatus::ok) choose_turns(mechanism, task, outcome.pose);
  return outcome;
}

void refuse_beyond_travel(const Machine& machine, const Pose& pose) {
  const auto violations = find_travel_violations(machine.mechanism, pose);
  if (violations.empty()) return;
  throw InputError(option_place("--at"), describe(violations, machine.units),
                   "expected values within travel");
}

}  // namespace

Pose find_start_pose(const Machine& machine, const std::vector<HeldCoordinate>& held) {
  const Mechanism& mechanism = machine.mechanism;
  const AssemblyOutcome home = assemble(mechanism, machine.topology, {});
  if (home.status != AssemblyStatus::ok) {
    throw Error("the machine cannot be assembled: " + home.reason);
  }
  if (held.empty()) return home.pose;
  const Task task = make_held_task(held);
  AssemblyOutcome outcome = move_to_task(mechanism, task, home.pose);
  if (outcome.status != AssemblyStatus::ok) {
    outcome = assemble(mechanism, machine.topology, task);
  }
  if (outcome.status != AssemblyStatus::ok) {
    throw InputError(option_place("--at"), outcome.reason,
                     "expected values that the joints can have together");
  }
  refuse_beyond_travel(machine, outcome.pose);
  return std::move(outcome.pose);
}

StartState find_start(const Machine& machine, const SimulationStart& start) {
  StartState state;
  if (start.path.empty()) {
    state.pose = find_start_pose(machine, start.held);
  } else {
    const Task task = find_path(machine, start.path).task(0.0);
    AssemblyOutcome outcome = assemble(machine.mechanism, machine.topology, task);
    if (outcome.status != AssemblyStatus::ok) {
      throw Error("the machine cannot be assembled: " + outcome.reason);
    }
    state.pose = std::move(outcome.pose);
  }
  state.twists = find_twists(machine.mechanism, machine.topology, state.pose, start.speeds);
  return state;
}

}  // namespace simulation
}  // namespace globaldyn::inside
