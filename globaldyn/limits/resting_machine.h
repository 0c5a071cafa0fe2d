#pragma once

#include "globaldyn/limits/limit_rows.h"

namespace globaldyn {

/// Turns the forces and limits of a machine about to move along its path into those of one that
/// rests there for a while: the Coulomb friction of every drive is then set-valued, up to its size
/// either way, whatever the path's direction. The map's forces are those without it, its slack says
/// how much it may be.
/// @param limits of the drives, for their rows; other rows keep their bounds
void hold_still(const Mechanism& mechanism, const DriveLimits& limits, DriveForceMap& map,
                LimitSystem& system);

}  // namespace globaldyn
