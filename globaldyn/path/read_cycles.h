#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "globaldyn/path/cycle.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// Reads the map `cycles` of a machine file with these paths and load cases. @throws InputError
[[nodiscard]] std::vector<Cycle> read_cycles(const Node& node, const Parameters& parameters,
                                             const std::vector<Path>& paths,
                                             const std::vector<std::string>& load_cases);

}  // namespace path
}  // namespace globaldyn::inside
