#pragma once

#include <vector>

#include "core/base/interval.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn {

/// Where drives with Coulomb friction reverse along a path, so that their limits jump: intervals
/// of p 1e-12 of the path long, before and after which the friction has opposite signs. Rising.
/// Reversals are looked for between 513 poses and, where a drive nearly comes to rest, more.
[[nodiscard]] std::vector<Interval> find_reversals(const Machine& machine, const Path& path);

}  // namespace globaldyn
