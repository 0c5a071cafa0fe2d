#pragma once

#include "globaldyn/cycle/cycle_legs.h"
#include "globaldyn/simulation/machine_simulation.h"

namespace globaldyn::inside {
inline namespace simulation {

/// Drives a machine through a planned cycle, as replay_plan() does along a path: each leg begins
/// where the simulation of the one before has left the machine, and as fast, though under another
/// load. Where it waits, motors exert all the time what holds the planned pose; a brake stops the
/// machine where it is. Each leg's samples are at equal distances in time, about those asked for.
/// @param options without errors, and as long as the cycle
/// @throws InputError if the plan is of other legs
[[nodiscard]] MachineSimulation replay_cycle(const Machine& machine, const Cycle& cycle,
                                             const StoredPlan& stored,
                                             const ReplayOptions& options);

}  // namespace simulation
}  // namespace globaldyn::inside
