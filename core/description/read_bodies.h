#pragma once

#include "core/description/frames.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// Reads `materials` and `bodies` of the machine file into `mechanism` (ground first), and
/// enters them and their named frames in `frames`.
void read_bodies(const Node& root, FrameTable& frames, Mechanism& mechanism);

}  // namespace core
}  // namespace globaldyn::inside
