#pragma once

#include "globaldyn/path/read_orientation.h"

namespace globaldyn::inside {
inline namespace path {

/// Reads {tangential: {offset, up, turn, lift}} under `orientation` of a path, if it is there. With
/// `turn: at corners` the curve gets stretches of p of its own at its sharp corners, in which it
/// stands still but for `lift`, and the tool turns by the angle of the corner.
/// @param curve that it follows @throws InputError
[[nodiscard]] std::optional<OrientationReading> read_tangential(const Node& path,
                                                                const Parameters& parameters,
                                                                std::optional<CurveReading>& curve);

}  // namespace path
}  // namespace globaldyn::inside
