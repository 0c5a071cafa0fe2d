#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// Builds the mechanism that a machine file describes from its keys name, materials, bodies,
/// joints, couplings, drives, springs, gravity, loads, tool, assembly. Ignores other keys.
/// @throws InputError at the first error. `drive_keys`: further keys of drives, which are read
/// elsewhere.
[[nodiscard]] Mechanism read_mechanism(const Node& root, const Parameters& parameters,
                                       const std::vector<std::string>& drive_keys);

/// The top-level keys read by read_mechanism().
[[nodiscard]] std::vector<std::string> list_mechanism_keys();

}  // namespace globaldyn
