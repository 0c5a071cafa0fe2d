#pragma once

#include <string>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace machine {

/// Reads a table of forces over p, CSV: a column `p` and one for each of the machine's drives,
/// called as it is, in N or N m or with a unit (`F1 [kN]`), of the drive's coordinate.
/// @throws InputError at the place of the mistake
[[nodiscard]] PreloadTable read_preload_table(const std::string& file, const Machine& machine);

}  // namespace machine
}  // namespace globaldyn::inside
