#pragma once

#include <string>
#include <vector>

#include "core/mechanism/tool_wrench.h"
#include "globaldyn/path/path.h"

namespace globaldyn {

/// The tables of loads that do not reach from the start of a path to `end`: one message for each,
/// with the place of its name in the machine file.
[[nodiscard]] std::vector<InputError> find_short_tables(const std::vector<ToolWrench>& wrenches,
                                                        const Path& path, double end);

/// Refuses them before anything is calculated. @throws InputError
void require_loads(const std::vector<ToolWrench>& wrenches, const Path& path, double end);

}  // namespace globaldyn
