#include <fmt/compile.h>
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "core/base/write_file.h"
#include "optimize/store/export.h"
#include "optimize/store/export_table.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

class CsvText {
 public:
  void add_integer(std::uint64_t number) {
    begin_cell();
    fmt::format_to(std::back_inserter(text_), FMT_COMPILE("{}"), number);
  }

  void add_number(double number) {
    begin_cell();
    if (!std::isnan(number)) fmt::format_to(std::back_inserter(text_), FMT_COMPILE("{}"), number);
  }

  void add_nothing() { begin_cell(); }

  void add_text(std::string_view text) {
    begin_cell();
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
      text_ += text;
      return;
    }
    text_ += '"';
    for (const char c : text) text_.append(c == '"' ? 2u : 1u, c);
    text_ += '"';
  }

  void end_row() {
    text_ += '\n';
    is_first_ = true;
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void begin_cell() {
    if (!is_first_) text_ += ',';
    is_first_ = false;
  }

  std::string text_;
  bool is_first_{true};
};

}  // namespace

std::string to_csv(const StudyStore& store, const std::vector<std::uint64_t>& pareto) {
  const IdSet set(pareto);
  CsvText csv;
  for (const ExportColumn& column : list_export_columns(store.header())) csv.add_text(column.name);
  csv.end_row();
  store.for_each([&](const DesignRecord& record) {
    visit_cells(store.header(), record, set.contains(record.id), csv);
    csv.end_row();
  });
  return csv.text();
}

void write_csv(const StudyStore& store, const std::vector<std::uint64_t>& pareto,
               const std::string& file) {
  write_file(file, to_csv(store, pareto));
}

}  // namespace store
}  // namespace globaldyn::inside
