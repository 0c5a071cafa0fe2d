#include "globaldyn/plan/rows/table_field.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace plan {
namespace {

void require(bool holds, const std::string& wrong, const std::string& expected) {
  if (!holds) throw InputError(whole_place("plan of a table"), wrong, expected);
}

void check_options(const CoefficientTable& table, const PlanOptions& options) {
  require(options.tolerance > 0.0, "tolerance " + std::to_string(options.tolerance),
          "expected > 0");
  const auto& gates = options.gates;
  const bool spans =
      gates.size() >= 2 && gates.front().p == table.p.front() && gates.back().p == table.p.back();
  require(spans, "gates that do not span the table",
          "expected one at its first and one at its last node");
  for (std::size_t i = 0; i < gates.size(); ++i) {
    const std::string which = "gate " + std::to_string(i);
    require(i == 0 || gates[i].p > gates[i - 1].p, which + " is not after the one before",
            "expected gates at rising p");
    const bool is_range =
        gates[i].least >= 0.0 && gates[i].least <= gates[i].most && std::isfinite(gates[i].least);
    require(is_range, which + " allows no x >= 0", "expected 0 <= least <= most");
  }
}

}  // namespace

TableField::TableField(const CoefficientTable& table) : table_(table) {
  check_table(table);
  for (std::size_t i = 0; i < table.segment_count(); ++i) {
    parts_.push_back({table.p[i], table.p[i + 1]});
  }
  is_straight_ = std::all_of(table.b.begin(), table.b.end(), [](double b) { return b == 0.0; });
}

void TableField::write(std::size_t part, double p, RowsAt& rows) {
  rows.resize(table_.rows);
  const SmoothPart& of = parts_[part];
  const double share = std::clamp((p - of.begin) / (of.end - of.begin), 0.0, 1.0);
  const std::size_t begin = part * table_.rows, end = begin + table_.rows;
  const bool is_near_begin = share < 0.5;  // exact at both ends, and where both are the same
  const auto mix = [&](double from, double at) {
    const double rise = at - from;
    return is_near_begin ? from + share * rise : at - (1.0 - share) * rise;
  };
  const auto blend = [&](const std::vector<double>& entries, std::vector<double>& to) {
    for (std::size_t k = 0; k < table_.rows; ++k) to[k] = mix(entries[begin + k], entries[end + k]);
  };
  const auto blend_limits = [&](const std::vector<double>& entries, std::vector<double>& to) {
    for (std::size_t k = 0; k < table_.rows; ++k) {
      const double from = entries[begin + k], at = entries[end + k];
      // A limit that is infinite at one end does not hold in between.
      to[k] = std::isinf(from) ? from : std::isinf(at) ? at : mix(from, at);
    }
  };
  blend(table_.a, rows.a);
  if (!table_.b.empty()) blend(table_.b, rows.b);
  blend(table_.c, rows.c);
  blend(table_.d, rows.d);
  blend_limits(table_.low, rows.low);
  blend_limits(table_.high, rows.high);
}

Plan plan_table(const CoefficientTable& table, PlanOptions options) {
  TableField field(table);
  if (options.gates.empty()) options.gates = {{table.p.front(), 0, 0}, {table.p.back(), 0, 0}};
  check_options(table, options);
  return plan_rows(field, options);
}

}  // namespace plan
}  // namespace globaldyn::inside
