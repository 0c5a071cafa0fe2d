#pragma once

#include <vector>

#include "core/base/interval.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn {

/// Where drives with Coulomb friction reverse along a path, so that their limits jump: intervals of
/// p, 2e-9 of the path long with the reversal in the middle, at whose ends the friction has
/// opposite signs. Rising. Reversals are looked for between 513 poses and, where a drive nearly
/// comes to rest, more.
[[nodiscard]] std::vector<Interval> find_reversals(const Machine& machine, const Path& path);

}  // namespace globaldyn
