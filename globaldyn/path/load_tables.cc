#include "globaldyn/path/load_tables.h"

#include <fmt/format.h>

namespace globaldyn {

std::vector<InputError> find_short_tables(const std::vector<ToolWrench>& wrenches, const Path& path,
                                          double end) {
  std::vector<InputError> found;
  for (const ToolWrench& wrench : wrenches) {
    if (!wrench.table) continue;
    const WrenchTable& table = *wrench.table;
    if (table.p.front() <= 0.0 && table.p.back() >= end) continue;
    const std::string owner =
        wrench.load_case.empty() ? "" : fmt::format(" of load case '{}'", wrench.load_case);
    found.emplace_back(
        table.place,
        fmt::format("the table '{}'{} has loads for p = {:g} … {:g}, path '{}' asks "
                    "for those at p = 0 … {:g}",
                    table.file, owner, table.p.front(), table.p.back(), path.name, end),
        "expected a table from the path's start to its end");
  }
  return found;
}

void require_loads(const std::vector<ToolWrench>& wrenches, const Path& path, double end) {
  const std::vector<InputError> found = find_short_tables(wrenches, path, end);
  if (!found.empty()) throw found.front();
}

}  // namespace globaldyn
