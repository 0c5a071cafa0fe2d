#pragma once

#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside {
inline namespace motion {

/// Makes a plan's motion slower: the same places in a time that is longer by a factor >= 1; stops
/// last as long as they do. What held it back does no longer: of its stretches only stops are left.
/// Whether it keeps to limits has to be looked at anew: those that a slower motion may exceed are
/// few, such as that of a drive too weak to hold what it can move in passing.
void slow_down(double factor, PathPlan& plan);

}  // namespace motion
}  // namespace globaldyn::inside
