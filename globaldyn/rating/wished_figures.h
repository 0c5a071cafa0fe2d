#pragma once

#include <functional>

#include "globaldyn/criteria/path/path_model.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside {
inline namespace rating {

/// What criteria ask of motions that are best as a whole, if they do: of a path, or of a cycle.
/// @param plan the motion that is wished for
/// @param time in which `losses_at` are lost, s; 0: not known
/// @param place of the path or the cycle in its file
/// @throws InputError for losses without a time, or of drives without `loss_weight`
void add_wished_figures(const Machine& machine, const PathNeeds& needs,
                        const std::function<PathPlan(const MotionWish&)>& plan, double time,
                        const SourcePlace& place, PathModel& model);

}  // namespace rating
}  // namespace globaldyn::inside
