#pragma once

#include <string>
#include <vector>

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace limits {

/// The keys of a drive that are limits.
[[nodiscard]] std::vector<std::string> list_drive_limit_keys();

/// Reads the limits of every drive that the mechanism has read from the same file; a drive without
/// any is unlimited, except for a cable, which cannot push. @throws InputError
void read_drive_limits(const Node& root, const Parameters& parameters, Drives& drives);

}  // namespace limits
}  // namespace globaldyn::inside
