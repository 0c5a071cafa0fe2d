#include "optimize/study/catalogue.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string.hpp>
#include <cmath>
#include <optional>
#include <unordered_set>

#include "core/description/csv_heading.h"
#include "core/description/formula_unit.h"
#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace study {
namespace {

// A header cell: the name of its column and the conversion of its numbers to SI.
struct Heading {
  CatalogueColumn column;
  double factor{1.0};
};

bool is_text(const std::string& name) {
  static constexpr std::array<std::string_view, 5> kTexts{"name", "maker", "series", "source",
                                                          "note"};
  return std::find(kTexts.begin(), kTexts.end(), name) != kTexts.end();
}

Heading read_column(const CsvCell& cell) {
  const CsvHeading text = read_heading(cell);
  check_symbol_name(text.name, cell.place);
  Heading heading;
  CatalogueColumn& column = heading.column;
  column.name = text.name;
  column.unit = text.unit.empty() ? "1" : text.unit;
  if (text.unit.empty() || is_currency(text.unit)) return heading;
  const Unit unit = read_unit(cell, text);
  heading.factor = unit.factor;
  column.dimension = unit.dimension;
  column.has_dimension = true;
  return heading;
}

void refuse_twice(const CsvCell& cell, std::unordered_set<std::string>& taken) {
  const std::string name = boost::trim_copy(cell.text.substr(0, cell.text.find('[')));
  if (!taken.insert(name).second) {
    throw InputError(cell.place, "column '" + name + "' twice", "expected it once");
  }
}

double read_value(const CsvCell& cell, const Heading& heading) {
  const double value = read_number(cell) * heading.factor;
  if (!std::isfinite(value)) {
    throw InputError(cell.place, "'" + cell.text + " " + heading.column.unit + "'",
                     "expected a finite number in SI");
  }
  return value;
}

void check_part(const CsvCell& name, std::unordered_set<std::string>& taken) {
  if (name.text.empty() || !taken.insert(name.text).second) {
    throw InputError(name.place,
                     name.text.empty() ? "a part without a name" : "'" + name.text + "' twice",
                     "expected a name of its own for every part");
  }
}

}  // namespace

Catalogue read_catalogue(const std::string& path, const Node& named_by) {
  const CsvTable table = read_csv_table(path, named_by);
  Catalogue catalogue;
  catalogue.file = path;
  std::vector<Heading> headings;
  std::vector<std::size_t> cells;  // which cells are numbers
  std::optional<std::size_t> names;
  std::unordered_set<std::string> taken;
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    const CsvCell& cell = table.header[i];
    refuse_twice(cell, taken);
    if (cell.text == "name") names = i;
    if (is_text(cell.text)) continue;
    headings.push_back(read_column(cell));
    cells.push_back(i);
    catalogue.columns.push_back(headings.back().column);
  }
  if (!names)
    throw InputError(whole_place(path), "no column 'name'", "expected one for the parts' names");
  taken.clear();
  for (const std::vector<CsvCell>& line : table.rows) {
    check_part(line[*names], taken);
    CatalogueRow row{line[*names].text, {}};
    for (std::size_t k = 0; k < cells.size(); ++k) {
      row.values.push_back(read_value(line[cells[k]], headings[k]));
    }
    catalogue.rows.push_back(std::move(row));
  }
  if (catalogue.rows.empty())
    throw InputError(whole_place(path), "no parts", "expected at least one");
  return catalogue;
}

}  // namespace study
}  // namespace globaldyn::inside
