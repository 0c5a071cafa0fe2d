#pragma once

#include "core/bodies/scalar_row.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// A pose determines the coordinate up to multiples of this: 2 pi for an angle, except for that of
/// a screw; 0: fully. For sums see CoordinateSum.
[[nodiscard]] double find_period(const Mechanism& mechanism, const ActingCoordinate& coordinate);

/// The row of what a drive or spring acts on.
[[nodiscard]] ScalarRow make_acting_row(const Mechanism& mechanism,
                                        const ActingCoordinate& coordinate,
                                        const KinematicState& state);

/// The row of what a spring's curve is over.
[[nodiscard]] ScalarRow make_curve_row(const Mechanism& mechanism, const Spring& spring,
                                       const KinematicState& state);

/// The row of a drive's own coordinate q_k (a cable's is minus its length).
[[nodiscard]] ScalarRow make_drive_row(const Mechanism& mechanism, const Drive& drive,
                                       const KinematicState& state);

}  // namespace core
}  // namespace globaldyn::inside
