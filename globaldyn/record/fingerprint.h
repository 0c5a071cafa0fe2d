#pragma once

#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace record {

/// 16 hexadecimal digits that tell a machine with its settings, load case and path from others: of
/// all numbers of the mechanism, the drives' limits, and the path at some p. What a file calls
/// things, how it is written and in which units makes no difference.
[[nodiscard]] std::string make_fingerprint(const Machine& machine, const Path& path);

/// One of several fingerprints and other texts, in their order.
[[nodiscard]] std::string make_fingerprint(const std::vector<std::string>& parts);

}  // namespace record
}  // namespace globaldyn::inside
