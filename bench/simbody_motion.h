#pragma once

#include "bench/simbody_model.h"
#include "core/kinematics/motion.h"

namespace globaldyn::inside {

/// A motion along a path in Simbody's coordinates, for a path speed of 1 and no path acceleration:
/// q, u = z', udot = z''.
struct SimbodyMotion {
  SimTK::Vector q;
  SimTK::Vector u;
  SimTK::Vector udot;
};

/// The state with these poses and rates, realized to the stage of velocities.
/// @throws NumericalError if mobilizers or constraints cannot have them.
[[nodiscard]] SimTK::State fit_state(const SimbodyModel& model, const Pose& pose,
                                     const Twists& twists);

/// @throws NumericalError if mobilizers or constraints cannot follow the motion.
[[nodiscard]] SimbodyMotion fit(const SimbodyModel& model, const Motion& motion);

}  // namespace globaldyn::inside
