#pragma once

#include <optional>

#include "globaldyn/criteria/pose/pose_model.h"

namespace globaldyn::inside {
inline namespace criteria {

/// What each drive's motor moves while the others are held, its own rotor not included, kg or
/// kg m². With more drives than degrees of freedom they cannot all be held: then while they move as
/// little as they can, of what the drives do together its own part: with the least sum of
/// force²/limit, which on one axis are equal shares of limits. None at parallel singularities,
/// where drives do not move one by one.
[[nodiscard]] std::optional<VectorXd> calc_load_inertias(const PoseModel& model);

}  // namespace criteria
}  // namespace globaldyn::inside
