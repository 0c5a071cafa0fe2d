#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// Builds the mechanism that a machine file describes from its keys name, materials, bodies,
/// joints, couplings, drives, springs, gravity, loads, load_cases, tool, assembly. Ignores other
/// keys. `drive_keys`: further keys of drives, which are read elsewhere; `folder`: where files
/// named in it are looked for; `load_case`: which one acts, or empty. @throws InputError at the
/// first error.
[[nodiscard]] Mechanism read_mechanism(const Node& root, const Parameters& parameters,
                                       const std::vector<std::string>& drive_keys,
                                       const std::string& folder, const std::string& load_case);

/// Reads all load cases of a machine file that can be read otherwise, so that faults in those that
/// do not act are not found only when they do. @returns the forces on the tool of them all.
/// @throws InputError at the first error
std::vector<ToolWrench> check_load_cases(const Node& root, const Parameters& parameters,
                                         const std::string& folder);

/// The top-level keys read by read_mechanism().
[[nodiscard]] std::vector<std::string> list_mechanism_keys();

}  // namespace core
}  // namespace globaldyn::inside
