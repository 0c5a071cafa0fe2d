#pragma once

#include "core/loops/loop_state.h"

namespace globaldyn::inside {
inline namespace core {

/// Moves the tree to the task by Newton and finds how it moves there: pose, z' and z'', rates per
/// task coordinate, idle freedoms, pivots. `scratch.moved` becomes how far the columns went. False
/// if it is not sure: near singularities, and where dependent equations are not met; then nothing
/// but the history holds any more.
[[nodiscard]] bool close_loops(const LoopStructure& structure, const Task& task, LoopState& state,
                               LoopScratch& scratch);

/// What close_loops() finds last, at a pose on the task whose equations have been factorised, with
/// their scales and free entries in `scratch`.
void solve_loop_rates(const LoopStructure& structure, const Task& task, LoopState& state,
                      LoopScratch& scratch);

}  // namespace core
}  // namespace globaldyn::inside
