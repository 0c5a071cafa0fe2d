#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/loops/loop_closing.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

Twist to_twist(const Pose& pose, BodyId body, const Screw& rate) {
  return {rate.linear + rate.angular.cross(pose[body].r), rate.angular};
}

// The share of an idle freedom in rates of the bodies; in their rate of change if `rates` is given.
double project_on_idle(const LoopStructure& structure, const LoopState& state, std::size_t k,
                       const Screws& bodies, const Screws* rates) {
  const double length = structure.mechanism->kinematic_length;
  const Pose& pose = state.tree.pose();
  double sum = 0.0;
  for (const BodyId b : moving_bodies(bodies)) {
    const Twist idle = to_twist(pose, b, state.idle_bodies[k][b]);
    Twist twist = to_twist(pose, b, bodies[b]);
    if (rates != nullptr) {
      const Twist rate = to_twist(pose, b, (*rates)[b]);
      twist.v -= rate.v.cross(rate.w);
    }
    sum += idle.v.dot(twist.v) / (length * length) + idle.w.dot(twist.w);
  }
  return sum;
}

void subtract_idle(const LoopState& state, std::size_t k, double share, Screws& bodies,
                   std::vector<double>& columns) {
  for (const BodyId b : moving_bodies(bodies)) {
    bodies[b].linear -= share * state.idle_bodies[k][b].linear;
    bodies[b].angular -= share * state.idle_bodies[k][b].angular;
  }
  for (std::size_t c = 0; c < columns.size(); ++c) columns[c] -= share * state.idle_columns[k][c];
}

// Without the first `count` idle freedoms.
void remove_idle(const LoopStructure& structure, const LoopState& state, std::size_t count,
                 Screws& bodies, std::vector<double>& columns, const Screws* rates) {
  for (std::size_t k = 0; k < count; ++k) {
    const double share = project_on_idle(structure, state, k, bodies, rates);
    subtract_idle(state, k, share, bodies, columns);
  }
}

// The idle degrees of freedom: what the free columns move while everything prescribed stays at
// rest.
void solve_idle(const LoopStructure& structure, LoopState& state, LoopScratch& scratch) {
  const std::size_t count = structure.free_columns.size();
  if (count == 0) return;
  for (std::size_t k = 0; k < scratch.free_entries.size(); ++k) {
    scratch.right[k] = -scratch.free_entries[k];
  }
  state.elimination.solve(scratch.right, scratch.solution, static_cast<int>(count));
  for (std::size_t f = 0; f < count; ++f) {
    std::vector<double>& columns = state.idle_columns[f];
    std::fill(columns.begin(), columns.end(), 0.0);
    nth(columns, structure.free_columns[f]) = 1.0;
    for (std::size_t k = 0; k < structure.kept_columns.size(); ++k) {
      nth(columns, structure.kept_columns[k]) = scratch.solution[k * count + f];
    }
    Screws& bodies = state.idle_bodies[f];
    state.tree.calc_rates(columns, bodies);
    remove_idle(structure, state, f, bodies, columns, nullptr);
    const double size = std::sqrt(project_on_idle(structure, state, f, bodies, nullptr));
    for (double& rate : columns) rate /= size;
    for (Screw& rate : bodies) rate = {rate.linear / size, rate.angular / size};
  }
}

// Rates of the columns for a unit rate of each task coordinate alone.
void solve_task_rates(const LoopStructure& structure, int tasks, LoopState& state,
                      LoopScratch& scratch) {
  const auto count = static_cast<std::size_t>(tasks);
  MatrixXd& rates = state.task_rates;
  std::fill(scratch.right.begin(), scratch.right.end(), 0.0);
  for (std::size_t i = 0; i < structure.equations.size(); ++i) {
    const LoopEquation& equation = structure.equations[i];
    if (equation.of != LoopEquation::Of::task) continue;
    scratch.right[i * count + static_cast<std::size_t>(equation.index)] = scratch.scales[i];
  }
  state.elimination.solve(scratch.right, scratch.solution, tasks);
  rates.setZero();
  for (std::size_t k = 0; k < structure.kept_columns.size(); ++k) {
    for (int t = 0; t < tasks; ++t) {
      rates(structure.kept_columns[k], t) =
          scratch.solution[k * count + static_cast<std::size_t>(t)];
    }
  }
  std::vector<double>& step = scratch.step;
  for (int t = 0; t < tasks && !structure.free_columns.empty(); ++t) {
    for (std::size_t c = 0; c < step.size(); ++c) step[c] = rates(static_cast<Eigen::Index>(c), t);
    state.tree.calc_rates(step, scratch.bodies);
    remove_idle(structure, state, state.idle_columns.size(), scratch.bodies, step, nullptr);
    for (std::size_t c = 0; c < step.size(); ++c) rates(static_cast<Eigen::Index>(c), t) = step[c];
  }
}

// z' from the once differentiated equations.
void solve_first(const Task& task, LoopState& state, LoopScratch& scratch) {
  for (std::size_t c = 0; c < state.first.size(); ++c) {
    state.first[c] = state.task_rates.row(static_cast<Eigen::Index>(c)).dot(task.target.first);
  }
  state.tree.calc_rates(state.first, scratch.rates);
  const Pose& pose = state.tree.pose();
  for (const BodyId b : moving_bodies(scratch.rates)) {
    state.motion.first[b] = to_twist(pose, b, scratch.rates[b]);
  }
}

// What of an equation's second derivative does not depend on accelerations of the columns.
double calc_bias(const ScalarRow& row, const LoopState& state, LoopScratch& scratch) {
  const Screw first = make_measures(row, state.tree.pose(), scratch.further);
  double bias = row.bias;
  const auto add_side = [&](const Screw& measure, BodyId body, double sign) {
    if (body == kGround) return;
    const Twist& twist = state.motion.first[body];
    bias += sign * (measure.dot(scratch.biases[body]) - measure.linear.dot(twist.v.cross(twist.w)));
  };
  add_side(first, row.body_b, 1.0);
  add_side(first, row.body_a, -1.0);
  for (std::size_t j = 0; j < row.more.size(); ++j) {
    add_side(scratch.further[j], row.more.used()[j].body_b, 1.0);
    add_side(scratch.further[j], row.more.used()[j].body_a, -1.0);
  }
  return bias;
}

// z'' from the twice differentiated equations.
void solve_second(const LoopStructure& structure, const Task& task, LoopState& state,
                  LoopScratch& scratch) {
  state.tree.calc_accelerations(state.first, {}, scratch.rates, scratch.biases);
  const KinematicState moving{state.tree.pose(), &state.motion.first};
  for (std::size_t i = 0; i < structure.equations.size(); ++i) {
    const LoopEquation& equation = structure.equations[i];
    const ScalarRow row = make_loop_row(*structure.mechanism, equation, task, moving);
    const double bias = calc_bias(row, state, scratch);
    const bool is_task = equation.of == LoopEquation::Of::task;
    const double wanted = is_task ? task.target.second(equation.index) : 0.0;
    scratch.right[i] = scratch.scales[i] * (wanted - bias);
  }
  state.elimination.solve(scratch.right, scratch.solution, 1);
  std::fill(state.second.begin(), state.second.end(), 0.0);
  for (std::size_t k = 0; k < structure.kept_columns.size(); ++k) {
    nth(state.second, structure.kept_columns[k]) = scratch.solution[k];
  }
  state.tree.calc_accelerations(state.first, state.second, scratch.rates, scratch.accelerations);
  const std::size_t idle = structure.free_columns.size();
  remove_idle(structure, state, idle, scratch.accelerations, state.second, &scratch.rates);
  const Pose& pose = state.tree.pose();
  for (const BodyId b : moving_bodies(scratch.rates)) {
    const Twist& twist = state.motion.first[b];
    Twist change = to_twist(pose, b, scratch.accelerations[b]);
    change.v -= twist.v.cross(twist.w);
    state.motion.second[b] = change;
  }
}

}  // namespace

void solve_loop_rates(const LoopStructure& structure, const Task& task, LoopState& state,
                      LoopScratch& scratch) {
  solve_idle(structure, state, scratch);
  solve_task_rates(structure, task.size(), state, scratch);
  solve_first(task, state, scratch);
  solve_second(structure, task, state, scratch);
  state.motion.pose = state.tree.pose();
}

}  // namespace core
}  // namespace globaldyn::inside
