#include "optimize/store/export_table.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace store {

std::vector<ExportColumn> list_export_columns(const StudyHeader& header) {
  std::vector<ExportColumn> columns{{"id", "record", "1"}, {"state", "record", ""}};
  const auto add_pareto = [&] { columns.push_back({"pareto", "record", "1"}); };
  bool has_pareto = false;
  for (const StudyColumn& column : header.columns) {
    if (column.role == StudyColumn::Role::quantity && !has_pareto) {
      add_pareto();
      has_pareto = true;
    }
    columns.push_back({column.name, to_string(column.role), column.unit.si, &column});
  }
  if (!has_pareto) add_pareto();
  columns.push_back({"violation", "record", "1"});
  columns.push_back({"wall_time", "record", "s"});
  columns.push_back({"reason", "record", ""});
  return columns;
}

std::optional<std::size_t> find_choice(const StudyColumn& column, double value) {
  const auto count = static_cast<double>(column.choices.size());
  if (!(value >= 0.0 && value < count) || value != std::floor(value)) return std::nullopt;
  return static_cast<std::size_t>(value);
}

IdSet::IdSet(std::vector<std::uint64_t> ids) : sorted_(std::move(ids)) {
  std::sort(sorted_.begin(), sorted_.end());
}

bool IdSet::contains(std::uint64_t id) const {
  return std::binary_search(sorted_.begin(), sorted_.end(), id);
}

}  // namespace store
}  // namespace globaldyn::inside
