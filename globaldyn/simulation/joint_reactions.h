#pragma once

#include <vector>

#include "core/formulations/reactions.h"
#include "core/simulation/simulation.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace simulation {

/// The reactions of these joints at an instant of a simulation, in the order asked for, N or N m;
/// NaN where redundant constraints could share them in any way. They follow from the accelerations
/// that the simulation had, by the balance of all bodies.
[[nodiscard]] std::vector<double> calc_simulated_reactions(
    const Machine& machine, const SimulationSample& sample,
    const std::vector<ReactionComponent>& components);

}  // namespace simulation
}  // namespace globaldyn::inside
