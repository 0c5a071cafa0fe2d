#pragma once

#include <string>
#include <vector>

#include "core/mechanism/tool_wrench.h"
#include "globaldyn/path/path.h"

namespace globaldyn {

/// The tables of loads that do not reach from the start of a path to its p = `end`: one message
/// for each, with the place of its name in the machine file. A table has to cover the way to a
/// pose, not the pose alone, because machines are followed from their path's start.
[[nodiscard]] std::vector<InputError> find_short_tables(const std::vector<ToolWrench>& wrenches,
                                                        const Path& path, double end);

/// Refuses such tables before anything is calculated. @throws InputError for the first of them
void require_loads(const std::vector<ToolWrench>& wrenches, const Path& path, double end);

}  // namespace globaldyn
