#pragma once

#include "globaldyn/limits/drive_limits.h"

namespace globaldyn {

/// The size of each drive's force for deciding ranks: its limit. Unlimited drives, and drives
/// limited to zero, count like the strongest of the others. Shape m; N or N m.
[[nodiscard]] VectorXd make_limit_scales(const DriveLimits& limits);

}  // namespace globaldyn
