#pragma once

#include <optional>

#include "globaldyn/criteria/pose/pose_model.h"

namespace globaldyn::inside {
inline namespace criteria {

/// What each drive moves while the others are held, its own rotor included, kg or kg m^2. None at
/// parallel singularities, where drives do not move one by one; to be asked for only of machines
/// with as many drives as degrees of freedom (W is square).
[[nodiscard]] std::optional<VectorXd> calc_drive_inertias(const PoseModel& model);

}  // namespace criteria
}  // namespace globaldyn::inside
