#pragma once

#include "globaldyn/record/loss_curve.h"
#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
inline namespace cycle {

/// How much less motors lose in a cycle that takes more time, see the one of paths. A period of the
/// cycle is left out of account.
/// @throws InputError as plan_cycle()
[[nodiscard]] LossCurve find_loss_curve(const Machine& machine, const Cycle& cycle,
                                        const PlannedMotionOptions& options, int points);

}  // namespace cycle
}  // namespace globaldyn::inside
