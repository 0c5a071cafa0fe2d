#pragma once

#include "core/mechanism/mechanism.h"
#include "core/mechanism/topology.h"
#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// A machine as other programs' files can tell it, shown where its guesses lead to. Cylindrical and
/// planar joints are several one after the other, with links without mass between them, and so are
/// universal ones, unless those that nothing acts on are kept; what cannot be told otherwise is in
/// the remarks. @throws InputError naming `file` for joints at a constant distance, AssemblyError
/// if it cannot be assembled
[[nodiscard]] Robot make_robot(const Mechanism& mechanism, const Topology& topology,
                               const std::string& file, bool keep_universals = false);

}  // namespace exchange
}  // namespace globaldyn::inside
