#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// Reads the map `paths`; `folder` is where files named in it are looked for, `values` are given
/// for what paths leave open.
/// @throws InputError
[[nodiscard]] std::vector<Path> read_paths(const Node& node, const Parameters& parameters,
                                           const Mechanism& mechanism, const std::string& folder,
                                           const OpenValues& values = {});

}  // namespace path
}  // namespace globaldyn::inside
