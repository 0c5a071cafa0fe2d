#pragma once

#include "globaldyn/record/force_choice.h"
#include "globaldyn/record/nearest_point.h"

namespace globaldyn::inside {
inline namespace record {

/// The preload y with which the motors' own forces are closest to `wanted` (m), if friction at rest
/// takes what it can of particular + V y: a quadratic program in y and the friction of each drive.
/// @param slabs the rows of the problem, of y
/// @return false if no preload keeps all limits
[[nodiscard]] bool find_relieved_forces(const ForceProblem& problem, const std::vector<Slab>& slabs,
                                        const VectorXd& wanted, VectorXd& y);

}  // namespace record
}  // namespace globaldyn::inside
