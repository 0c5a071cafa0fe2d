#pragma once

#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace inspection {

/// What in a machine file is possible but seldom meant, a line each: no word of gravity though
/// bodies rise and fall, motors that move a hundred times the inertia of their rotors, forces a
/// thousand times the machine's weight. `pose` is one of the path, if there is one.
[[nodiscard]] std::vector<std::string> list_doubts(const Machine& machine, const Path* path,
                                                   const Pose& pose);

}  // namespace inspection
}  // namespace globaldyn::inside
