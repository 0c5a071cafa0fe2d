#pragma once

#include "globaldyn/limits/limit_rows.h"

namespace globaldyn::inside {
inline namespace limits {

/// Turns the forces and limits of a machine about to move along its path into those of one that
/// rests there for a while: the Coulomb friction of every drive is then set-valued, up to its size
/// either way, whatever the path's direction. The map's forces are those without it, its slack says
/// how much it may be.
/// The rows of drives are made anew from the limits that `drives` have; other rows keep their
/// bounds.
void hold_still(const Drives& drives, DriveForceMap& map, LimitSystem& system);

}  // namespace limits
}  // namespace globaldyn::inside
