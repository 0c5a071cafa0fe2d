#pragma once

#include <string>
#include <vector>

#include "core/mechanism/tool_wrench.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace path {

/// The tables of loads that cannot be meant for a path as far as p = `end`: one message for each,
/// with the place of its name in the machine file. They are
/// - those that do not reach from its start to `end`: a table has to cover the way to a pose, not
///   the pose alone, because machines are followed from their path's start;
/// - those with loads beyond the path's own end, where they would never act, unless the table is
///   shared with another path, which it covers from end to end.
/// @param all the paths of the machine file
[[nodiscard]] std::vector<InputError> find_unfit_tables(const std::vector<ToolWrench>& wrenches,
                                                        const Path& path, double end,
                                                        const std::vector<Path>& all);

/// Refuses such tables before anything is calculated. @throws InputError for the first of them
void require_loads(const std::vector<ToolWrench>& wrenches, const Path& path, double end,
                   const std::vector<Path>& all);

/// For each table that is shared with a longer path: which of its loads do not act on this one.
[[nodiscard]] std::vector<std::string> list_loads_beyond(const std::vector<ToolWrench>& wrenches,
                                                         const Path& path);

}  // namespace path
}  // namespace globaldyn::inside
