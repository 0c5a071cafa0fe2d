#include "globaldyn/path/load_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// A table may go on for this share of the path: tables are written with few digits, as 6.2832 for a
// full turn.
constexpr double kBeyond = 1e-3;

// Up to rounding errors, as WrenchTable::at() does.
bool covers(const WrenchTable& table, double end) {
  const double slack = round_off::kSolved * end;
  return table.p.front() <= slack && table.p.back() >= end - slack;
}

// Whether it has loads at p that the path never gets to.
bool has_loads_beyond(const WrenchTable& table, double p_max) {
  for (std::size_t i = 0; i < table.p.size(); ++i) {
    const bool is_beyond = table.p[i] < -kBeyond * p_max || table.p[i] > (1.0 + kBeyond) * p_max;
    if (is_beyond && !table.rows[i].isZero(0.0)) return true;
  }
  return false;
}

// In the parameter that loads are over.
double find_end(const Path& path) {
  return path.find_load_place(path.p_max);
}

bool is_for(const WrenchTable& table, const Path& path) {
  return covers(table, find_end(path)) && !has_loads_beyond(table, find_end(path));
}

std::string describe(const ToolWrench& wrench) {
  const WrenchTable& table = *wrench.table;
  const std::string owner =
      wrench.load_case.empty() ? "" : fmt::format(" of load case '{}'", wrench.load_case);
  return fmt::format("the table '{}'{} has loads for p = {:g} … {:g}", table.file, owner,
                     table.p.front(), table.p.back());
}

InputError make_short_error(const ToolWrench& wrench, const Path& path, double end) {
  return {
      wrench.table->place,
      fmt::format("{}, path '{}' asks for those at p = 0 … {:g}", describe(wrench), path.name, end),
      "expected a table from the path's start to its end"};
}

InputError make_long_error(const ToolWrench& wrench, const Path& path) {
  constexpr double kDegrees = 180.0 / std::numbers::pi, kAbout = 0.02;
  const double times = wrench.table->p.back() / find_end(path);
  const bool is_in_degrees = std::abs(times / kDegrees - 1.0) < kAbout;
  return {wrench.table->place,
          fmt::format("{}, path '{}' goes from p = 0 to {:g}: loads beyond would never act",
                      describe(wrench), path.name, find_end(path)),
          std::string("expected a table from the path's start to its end") +
              (is_in_degrees ? ", with the heading 'p [deg]' if it is in degrees" : "")};
}

}  // namespace

std::vector<InputError> find_unfit_tables(const std::vector<ToolWrench>& wrenches, const Path& path,
                                          double p, const std::vector<Path>& all) {
  std::vector<InputError> found;
  const double end = path.find_load_place(p);
  for (const ToolWrench& wrench : wrenches) {
    if (!wrench.table) continue;
    const WrenchTable& table = *wrench.table;
    if (!covers(table, end)) {
      found.push_back(make_short_error(wrench, path, end));
      continue;
    }
    if (!has_loads_beyond(table, find_end(path))) continue;
    const bool is_shared = std::any_of(all.begin(), all.end(),
                                       [&](const Path& other) { return is_for(table, other); });
    if (!is_shared) found.push_back(make_long_error(wrench, path));
  }
  return found;
}

void require_loads(const std::vector<ToolWrench>& wrenches, const Path& path, double end,
                   const std::vector<Path>& all) {
  const std::vector<InputError> found = find_unfit_tables(wrenches, path, end, all);
  if (!found.empty()) throw found.front();
}

std::vector<std::string> list_loads_beyond(const std::vector<ToolWrench>& wrenches,
                                           const Path& path) {
  std::vector<std::string> found;
  for (const ToolWrench& wrench : wrenches) {
    if (!wrench.table || !has_loads_beyond(*wrench.table, find_end(path))) continue;
    found.push_back(fmt::format("{}, of which path '{}' meets those up to p = {:g}",
                                describe(wrench), path.name, find_end(path)));
  }
  return found;
}

}  // namespace path
}  // namespace globaldyn::inside
