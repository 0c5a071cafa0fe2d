#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"
#include "globaldyn/clearance/clearance.h"

namespace globaldyn::inside {
inline namespace clearance {

/// Reads `clearance` of the machine file, if present. @throws InputError
[[nodiscard]] std::optional<Clearance> read_clearance(const Node& root,
                                                      const Parameters& parameters,
                                                      const Mechanism& mechanism);

}  // namespace clearance
}  // namespace globaldyn::inside
