#include "globaldyn/path/csv.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/description/csv_table.h"

namespace globaldyn {
namespace {

void check_header(const CsvTable& table, const std::vector<std::string>& allowed) {
  std::vector<std::string> seen;
  for (const CsvCell& cell : table.header) {
    if (std::find(allowed.begin(), allowed.end(), cell.text) == allowed.end()) {
      throw InputError(cell.place, "unknown column '" + cell.text + "'",
                       suggest_name(cell.text, allowed));
    }
    if (std::find(seen.begin(), seen.end(), cell.text) != seen.end()) {
      throw InputError(cell.place, "column '" + cell.text + "' twice", "expected it once");
    }
    seen.push_back(cell.text);
  }
}

void check_increasing(const CsvTable& table, std::size_t column, const std::vector<double>& p) {
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (i == 0 ? p[i] == 0.0 : p[i] > p[i - 1]) continue;
    throw InputError(
        table.rows[i][column].place,
        fmt::format("p = {} {}", p[i], i == 0 ? "at first" : fmt::format("after {}", p[i - 1])),
        "expected p to increase from 0");
  }
}

}  // namespace

CsvColumns read_csv(const std::string& path, const std::vector<std::string>& allowed,
                    const Node& named_by) {
  const CsvTable table = read_csv_table(path, named_by);
  check_header(table, allowed);
  if (table.rows.size() < 2) {
    throw InputError({path, 0, 0}, "fewer than two points", "expected at least two");
  }
  CsvColumns columns;
  for (const std::vector<CsvCell>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      columns[table.header[i].text].push_back(read_number(row[i]));
    }
  }
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    if (table.header[i].text == "p") check_increasing(table, i, columns["p"]);
  }
  return columns;
}

}  // namespace globaldyn
