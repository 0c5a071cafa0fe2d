#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// Builds the mechanism a machine file describes: its keys name, materials, bodies, joints,
/// couplings, drives, springs, gravity, loads, tool, assembly. Does not look at other keys.
/// @throws InputError at the first mistake.
/// `drive_keys`: further keys of drives, which others read.
[[nodiscard]] Mechanism read_mechanism(const Node& root, const Parameters& parameters,
                                       const std::vector<std::string>& drive_keys);

/// The keys of the top level read by read_mechanism().
[[nodiscard]] std::vector<std::string> list_mechanism_keys();

}  // namespace globaldyn
