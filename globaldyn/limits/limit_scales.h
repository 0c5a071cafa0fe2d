#pragma once

#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace limits {

/// The size of each drive's force for deciding ranks: its limit. Unlimited drives, and drives
/// limited to zero, count like the strongest of the others. Shape m; N or N m.
[[nodiscard]] VectorXd make_limit_scales(const Drives& drives);

}  // namespace limits
}  // namespace globaldyn::inside
