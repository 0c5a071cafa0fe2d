#include "core/loops/loop_closing.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"
#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Of dimensionless values: twice in a row, as one residual may be small by chance.
constexpr double kConverged = round_off::kSolved;
// Steps that start within reach converge quadratically: 0.5, 0.1, 1e-2, 1e-4, 1e-8, 1e-16, and one
// more that confirms.
constexpr int kMostIterations = 8;
// In rad or kinematic lengths: a longer step of a column leads to some other branch.
constexpr double kLongest = 0.5;

// Values and entries of all kept equations at the tree's state; returns the largest value.
double evaluate_loops(const LoopStructure& structure, const Task& task, LoopState& state,
                      LoopScratch& scratch) {
  const Mechanism& mechanism = *structure.mechanism;
  const KinematicState at{state.tree.pose(), nullptr};
  const std::size_t free_count = structure.free_columns.size();
  double largest = 0.0;
  for (std::size_t i = 0; i < structure.equations.size(); ++i) {
    const LoopEquation& equation = structure.equations[i];
    const ScalarRow row = make_loop_row(mechanism, equation, task, at);
    const double scale = scale_of(mechanism, row);
    const Screw measure = make_measures(row, state.tree.pose(), scratch.further);
    scratch.scales[i] = scale;
    scratch.values[i] = scale * row.value;
    largest = std::max(largest, std::abs(scratch.values[i]));
    if (!std::isfinite(scratch.values[i])) return kInfinity;
    const auto entry = [&](std::size_t k) {
      return scale * calc_entry(equation, k, state.tree, measure, scratch.further);
    };
    const auto entries = state.elimination.entries(static_cast<int>(i));
    for (std::size_t k = 0; k < equation.first_free; ++k) entries[k] = entry(k);
    for (std::size_t k = equation.first_free; k < equation.columns.size(); ++k) {
      const auto f = static_cast<std::size_t>(nth(structure.place, equation.columns[k]));
      scratch.free_entries[i * free_count + f] = entry(k);
    }
  }
  return largest;
}

// Moves the tree by a Newton step; false if it is too long.
bool make_step(const LoopStructure& structure, LoopState& state, LoopScratch& scratch) {
  state.elimination.solve(scratch.values, scratch.solution, 1);
  std::fill(scratch.step.begin(), scratch.step.end(), 0.0);
  for (std::size_t k = 0; k < structure.kept_columns.size(); ++k) {
    if (!(std::abs(scratch.solution[k]) < kLongest)) return false;
    nth(scratch.step, structure.kept_columns[k]) = -scratch.solution[k];
  }
  for (std::size_t c = 0; c < scratch.step.size(); ++c) scratch.moved[c] += scratch.step[c];
  state.tree.move(scratch.step);
  return true;
}

bool iterate(const LoopStructure& structure, const Task& task, LoopState& state,
             LoopScratch& scratch) {
  double last = kInfinity;
  for (int i = 0; i < kMostIterations; ++i) {
    state.tree.update();
    const double residual = evaluate_loops(structure, task, state, scratch);
    if (std::isinf(residual)) return false;
    state.pivot_ratio = state.elimination.factorise();
    if (state.pivot_ratio < kSurePivots) return false;
    const bool is_exact = residual <= round_off::kNumber;  // one more step would gain nothing
    if (is_exact || (last <= kConverged && residual <= kConverged)) return true;
    last = residual;
    if (!make_step(structure, state, scratch)) return false;
  }
  return false;
}

bool are_dependent_rows_met(const LoopStructure& structure, const Task& task,
                            const SpanningTree& tree) {
  // What is implied by others that are known to kConverged and have pivots above kSurePivots.
  const Mechanism& mechanism = *structure.mechanism;
  return std::all_of(
      structure.dependent.begin(), structure.dependent.end(), [&](const LoopEquation& equation) {
        const ScalarRow row = make_loop_row(mechanism, equation, task, {tree.pose(), nullptr});
        return std::abs(scale_of(mechanism, row) * row.value) <= round_off::kRank;
      });
}

}  // namespace

bool close_loops(const LoopStructure& structure, const Task& task, LoopState& state,
                 LoopScratch& scratch) {
  std::fill(scratch.moved.begin(), scratch.moved.end(), 0.0);
  if (!iterate(structure, task, state, scratch)) return false;
  if (!are_dependent_rows_met(structure, task, state.tree)) return false;
  solve_loop_rates(structure, task, state, scratch);
  return true;
}

}  // namespace core
}  // namespace globaldyn::inside
