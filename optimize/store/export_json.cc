#include <fmt/compile.h>
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "core/base/write_file.h"
#include "globaldyn/storage/json.h"
#include "optimize/store/export.h"
#include "optimize/store/export_table.h"

namespace globaldyn::inside {
inline namespace store {
namespace {

std::string to_text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The designs' objects are written directly as text: a tree of JSON values would take some ten
// times the memory and time.
class JsonRows {
 public:
  explicit JsonRows(const std::vector<ExportColumn>& columns) {
    for (const ExportColumn& column : columns) keys_.push_back(to_text(column.name) + ": ");
  }

  void add_integer(std::uint64_t number) {
    begin_cell();
    fmt::format_to(std::back_inserter(text_), FMT_COMPILE("{}"), number);
  }

  void add_number(double number) {
    if (!std::isfinite(number)) return add_nothing();
    begin_cell();
    fmt::format_to(std::back_inserter(text_), FMT_COMPILE("{}"), number);
    // Readers take "-0" for an integer, which has no sign.
    if (number == 0.0 && std::signbit(number)) text_ += ".0";
  }

  void add_nothing() {
    begin_cell();
    text_ += "null";
  }

  void add_text(std::string_view text) {
    begin_cell();
    text_ += to_text(text);
  }

  void end_row() {
    text_ += '}';
    cell_ = 0;
    is_first_row_ = false;
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  void begin_cell() {
    if (cell_ > 0) {
      text_ += ", ";
    } else {
      text_ += is_first_row_ ? "\n{" : ",\n{";
    }
    text_ += keys_[cell_++];
  }

  std::vector<std::string> keys_;
  std::string text_;
  std::size_t cell_{0};
  bool is_first_row_{true};
};

Json to_json(const ExportColumn& column) {
  Json json{{"name", column.name}, {"role", column.role}, {"unit", column.unit}};
  if (column.study == nullptr) return json;
  const StudyColumn& study = *column.study;
  if (!study.description.empty()) json["description"] = study.description;
  if (!study.choices.empty()) json["choices"] = study.choices;
  if (study.is_integer) json["integer"] = true;
  if (study.is_maximized) json["maximized"] = true;
  return json;
}

}  // namespace

std::string to_json(const StudyStore& store, const std::vector<std::uint64_t>& pareto) {
  const StudyHeader& header = store.header();
  const IdSet set(pareto);
  const std::vector<ExportColumn> columns = list_export_columns(header);
  Json listed = Json::array();
  for (const ExportColumn& column : columns) listed.push_back(to_json(column));
  JsonRows rows(columns);
  store.for_each([&](const DesignRecord& record) {
    visit_cells(header, record, set.contains(record.id), rows);
    rows.end_row();
  });
  return fmt::format(
      "{{\"schema\": \"globaldyn/study/1\", \"program\": {}, \"study\": {},\n\"columns\": {},"
      "\n\"designs\": [{}]}}\n",
      to_text(header.program), to_text(header.name), to_text(listed), rows.text());
}

void write_json(const StudyStore& store, const std::vector<std::uint64_t>& pareto,
                const std::string& file) {
  write_file(file, to_json(store, pareto));
}

}  // namespace store
}  // namespace globaldyn::inside
