#pragma once

#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace limits {

/// What a motor can exert at the rate dq_k/dt of its drive, by all limits of its force, N or N m.
[[nodiscard]] Interval calc_force_range(const DriveLimit& limit, double rate);

/// What a motor that stands still can exert.
[[nodiscard]] Interval calc_force_range_at_rest(const DriveLimit& limit);

/// What is surely left of that behind the gear, whichever way the power flows.
[[nodiscard]] Interval calc_range_behind_gear(const Drive& drive, double rate);

/// The size to which fractions of the force limit refer, N or N m: its smaller side; for a drive
/// that acts one way only, such as a cable, its largest force.
[[nodiscard]] double find_share_size(const DriveLimit& limit);

/// What a motor bears for ever at the rate of its drive, N or N m; infinite if that is not known.
[[nodiscard]] double find_rated_force(const DriveLimit& limit, double rate);

}  // namespace limits
}  // namespace globaldyn::inside
