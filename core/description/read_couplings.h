#pragma once

#include "core/description/frames.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// Reads `of: {COORDINATE: factor, …}`. Factors are numbers, lengths (m of the sum per rad of a
/// rotating joint) or inverse lengths (rad of the sum per metre of a sliding joint); the resulting
/// terms are all in m, or all in rad. @throws InputError
[[nodiscard]] CoordinateSum read_sum(const Node& node, const Parameters& parameters,
                                     const Mechanism& mechanism);

/// Reads `couplings`, by name: `of` as above, `equals` (0 if not given). @throws InputError
void read_couplings(const Node& root, const FrameTable& frames, Mechanism& mechanism);

}  // namespace core
}  // namespace globaldyn::inside
