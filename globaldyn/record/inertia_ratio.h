#pragma once

#include <optional>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace record {

/// A number of each drive that not every drive has.
using InertiaRatios = IdVector<DriveId, std::optional<double>>;

/// For every drive, the inertia that its motor moves, see calc_load_inertias(), over that of its
/// own rotor (the file's `rotor_inertia`): the largest at `count` equally spaced p of the path.
/// None for drives without a rotor, nor if the machine cannot follow the path, or comes to a
/// parallel singularity at one of these p.
[[nodiscard]] InertiaRatios find_inertia_ratios(const Machine& machine, const Path& path,
                                                int count = 61);

/// Infinite where there is none. Shape: m.
[[nodiscard]] VectorXd to_vector(const InertiaRatios& ratios);

}  // namespace record
}  // namespace globaldyn::inside
