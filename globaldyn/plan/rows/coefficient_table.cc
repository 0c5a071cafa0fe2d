#include "globaldyn/plan/rows/coefficient_table.h"

#include <cmath>
#include <string>

#include "core/base/constants.h"
#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

void demand(bool holds, const std::string& wrong, const std::string& expected) {
  if (!holds) throw InputError(whole_place("coefficient table"), wrong, expected);
}

void demand_of(bool holds, const CoefficientTable& table, std::size_t entry,
               const std::string& wrong, const std::string& expected) {
  if (holds) return;
  const std::string which = "row " + std::to_string(entry % table.rows) + " of node " +
                            std::to_string(entry / table.rows) + ' ';
  demand(false, which + wrong, expected);
}

void check_sizes(const CoefficientTable& table) {
  demand(table.rows > 0, "no rows", "expected at least one");
  demand(table.p.size() >= 2, "fewer than two nodes", "expected two or more");
  const std::size_t count = table.p.size() * table.rows;
  for (const auto* entries : {&table.a, &table.b, &table.c, &table.d, &table.low, &table.high}) {
    const bool is_left_out = entries == &table.b && entries->empty();
    demand(is_left_out || entries->size() == count, std::to_string(entries->size()) + " entries",
           "expected " + std::to_string(count) + ", nodes times rows");
  }
}

// Whether a limit that is finite at this entry holds on a segment beside it.
bool holds_beside(const CoefficientTable& table, const std::vector<double>& limit,
                  std::size_t entry) {
  const std::size_t m = table.rows;
  const bool before = entry >= m && std::isfinite(limit[entry - m]);
  const bool after = entry + m < limit.size() && std::isfinite(limit[entry + m]);
  return before || after;
}

}  // namespace

void check_table(const CoefficientTable& table) {
  check_sizes(table);
  for (std::size_t i = 0; i < table.p.size(); ++i) {
    demand(std::isfinite(table.p[i]) && (i == 0 || table.p[i] > table.p[i - 1]),
           "p does not rise at node " + std::to_string(i), "expected finite, rising p");
  }
  for (std::size_t i = 0; i < table.low.size(); ++i) {
    const bool is_finite = std::isfinite(table.a[i]) && std::isfinite(table.c[i]) &&
                           std::isfinite(table.d[i]) &&
                           (table.b.empty() || std::isfinite(table.b[i]));
    demand_of(is_finite, table, i, "is not finite", "expected finite coefficients");
    const bool is_range =
        table.low[i] <= table.high[i] && table.low[i] < kInfinity && table.high[i] > -kInfinity;
    demand_of(is_range, table, i, "has low > high", "expected low <= high");
    for (const auto* limit : {&table.low, &table.high}) {
      demand_of(!std::isfinite((*limit)[i]) || holds_beside(table, *limit, i), table, i,
                "has a limit that is infinite at both neighbours",
                "expected it finite at one of them, where it then holds");
    }
  }
}

}  // namespace plan
}  // namespace globaldyn::inside
