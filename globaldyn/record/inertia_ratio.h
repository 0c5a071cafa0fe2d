#pragma once

#include <optional>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace record {

/// For every drive, the inertia that its motor moves with the other drives held, over that of its
/// own rotor (the file's `rotor_inertia`): the largest at `count` equally spaced p of the path.
/// None for drives without a rotor, and of machines with more drives than degrees of freedom,
/// whose drives do not move one by one; nor if the machine cannot follow the path, or comes to a
/// parallel singularity at one of these p.
[[nodiscard]] IdVector<DriveId, std::optional<double>> find_inertia_ratios(const Machine& machine,
                                                                           const Path& path,
                                                                           int count);

}  // namespace record
}  // namespace globaldyn::inside
