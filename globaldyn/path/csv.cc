#include "globaldyn/path/csv.h"

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
  return columns;
}

}  // namespace globaldyn
