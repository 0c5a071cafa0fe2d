#pragma once

#include "core/description/frames.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// Reads `drives` and `springs` of the machine file into `mechanism`, which already has its bodies
/// and joints. `further_keys` of drives, such as limits, are left to others.
void read_drives(const Node& root, const FrameTable& frames,
                 const std::vector<std::string>& further_keys, Mechanism& mechanism);
void read_springs(const Node& root, const FrameTable& frames, Mechanism& mechanism);

}  // namespace core
}  // namespace globaldyn::inside
