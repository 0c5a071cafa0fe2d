#pragma once

#include <vector>

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"
#include "globaldyn/limits/reaction_limits.h"

namespace globaldyn::inside {
inline namespace limits {

/// Reads `reactions` of the machine file. @throws InputError
[[nodiscard]] std::vector<ReactionLimit> read_reaction_limits(const Node& root,
                                                              const Parameters& parameters,
                                                              const Mechanism& mechanism);

}  // namespace limits
}  // namespace globaldyn::inside
