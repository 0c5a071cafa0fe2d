#pragma once

#include "core/description/frames.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// Reads `drives` and `springs` of the machine file into `mechanism`, whose bodies and joints
/// are there already. A drive's `limits` are left to whoever knows about limits.
void read_drives(const Node& root, const FrameTable& frames, Mechanism& mechanism);
void read_springs(const Node& root, const FrameTable& frames, Mechanism& mechanism);

}  // namespace globaldyn
