#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "optimize/store/study_header.h"

namespace globaldyn::inside {
inline namespace store {

/// A column of the exported table.
struct ExportColumn {
  std::string name;
  std::string role;  ///< "record" if every study has it
  std::string unit;
  const StudyColumn* study{nullptr};  ///< null if every study has it
};

/// All of them in order. `header` must outlive what is returned.
[[nodiscard]] std::vector<ExportColumn> list_export_columns(const StudyHeader& header);

/// The number of a categorical variable's choice; nothing if the value is not a choice.
[[nodiscard]] std::optional<std::size_t> find_choice(const StudyColumn& column, double value);

/// Asks whether ids are in a set.
class IdSet {
 public:
  explicit IdSet(std::vector<std::uint64_t> ids);
  [[nodiscard]] bool contains(std::uint64_t id) const;

 private:
  std::vector<std::uint64_t> sorted_;
};

/// Hands the cells of a design's row to `cells` in the order of list_export_columns():
/// add_integer(std::uint64_t), add_number(double) and add_text(std::string_view); add_nothing()
/// for a categorical variable without a value.
template <class Cells>
void visit_cells(const StudyHeader& header, const DesignRecord& record, bool is_pareto,
                 Cells& cells) {
  const auto visit_numbers = [&](const std::vector<double>& numbers) {
    for (const double number : numbers) cells.add_number(number);
  };
  cells.add_integer(record.id);
  cells.add_text(to_string(record.state));
  for (std::size_t i = 0; i < record.design.size(); ++i) {
    const StudyColumn& column = header.columns[i];
    if (column.choices.empty()) {
      cells.add_number(record.design[i]);
    } else if (const auto choice = find_choice(column, record.design[i])) {
      cells.add_text(column.choices[*choice]);
    } else {
      cells.add_nothing();
    }
  }
  visit_numbers(record.objectives);
  visit_numbers(record.constraints);
  cells.add_integer(is_pareto ? 1 : 0);
  visit_numbers(record.quantities);
  cells.add_number(record.violation);
  cells.add_number(record.wall_time);
  cells.add_text(record.reason);
}

}  // namespace store
}  // namespace globaldyn::inside
