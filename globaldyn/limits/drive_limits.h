#pragma once

#include <vector>

#include "core/description/quantities.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// What each drive can exert on its coordinate, n⁻ <= n_k <= n⁺ (N or N m), in the drives' order.
/// The file's limits are the motor's; here they are scaled by gear ratio and efficiency.
using DriveLimits = std::vector<Interval>;

/// Reads the `limits` of every drive; a drive without any is unlimited,
/// but for a cable, which cannot push. @throws InputError
[[nodiscard]] DriveLimits read_drive_limits(const Node& root, const Parameters& parameters,
                                            const Mechanism& mechanism);

}  // namespace globaldyn
