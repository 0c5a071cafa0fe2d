#pragma once

#include "globaldyn/simulation/machine_simulation.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// Whether a simulation has anything to draw: two samples and more.
[[nodiscard]] bool can_be_drawn(const MachineSimulation& simulation);

/// The positions and speeds of the drives and the forces of their motors over time (motion), those
/// that turn beside those that shift; of a machine without drives where its tool is, and of one
/// that has neither nothing. Simulations that ended early say why, in this picture and in the next
/// two, which all need can_be_drawn().
[[nodiscard]] Picture draw_simulated_motion(const Machine& machine,
                                            const MachineSimulation& simulation);

/// How far constraints drifted, and with a plan how far the tool was from it, over time (drift).
[[nodiscard]] Picture draw_drift(const Machine& machine, const MachineSimulation& simulation);

/// Kinetic energy, potential energy and work since the start over time, and what is missing in
/// their balance (energy).
[[nodiscard]] Picture draw_energy(const Machine& machine, const MachineSimulation& simulation);

}  // namespace globaldyn::inside::report
