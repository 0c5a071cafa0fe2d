#include "optimize/study/catalogue.h"

#include <algorithm>
#include <array>
#include <boost/algorithm/string.hpp>
#include <cctype>
#include <cmath>
#include <optional>
#include <unordered_set>

#include "core/expression/expression.h"

namespace globaldyn {
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

bool is_currency(const std::string& unit) {
  return unit.size() == 3 && std::all_of(unit.begin(), unit.end(), [](char c) {
           return std::isupper(static_cast<unsigned char>(c)) != 0;
         });
}

void check_name(const std::string& name, const SourcePlace& place) {
  const bool fits = !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
                    std::all_of(name.begin(), name.end(), [](char c) {
                      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
                    });
  if (!fits) {
    throw InputError(place, "'" + name + "' is no name of a column",
                     "expected letters, digits and underscores, such as 'peak_force [N]'");
  }
}

Scope units_only() {
  return [](const std::string& name, const SourcePlace& place) -> Symbol {
    throw InputError(place, "'" + name + "' is no unit", suggest_name(name, list_unit_names()));
  };
}

// Signs belong to exponents only: `[m + 5]` would be a number, not a unit.
bool is_unit(const std::string& text) {
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text[0])) == 0) return false;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if ((text[i] == '+' || text[i] == '-') && text[i - 1] != '^') return false;
  }
  return true;
}

// The unit in SI units.
double read_unit(const CsvCell& cell, CatalogueColumn& column) {
  const auto refuse = [&] {
    throw InputError(cell.place, "'" + column.unit + "' is no unit",
                     "expected one in brackets: 'mass [kg]'");
  };
  if (!is_unit(column.unit)) refuse();
  const Expression one = Expression::parse("1 " + column.unit, cell.place, units_only());
  const double factor = one.evaluate();
  if (!(factor > 0.0) || !std::isfinite(factor)) refuse();
  column.dimension = one.dimension();
  column.has_dimension = true;
  return factor;
}

Heading read_heading(const CsvCell& cell) {
  Heading heading;
  CatalogueColumn& column = heading.column;
  const std::size_t open = cell.text.find('[');
  column.name = boost::trim_copy(cell.text.substr(0, open));
  check_name(column.name, cell.place);
  column.unit = "1";
  if (open == std::string::npos) return heading;
  if (cell.text.back() != ']') {
    throw InputError(cell.place, "'" + cell.text + "'", "expected a unit in brackets: 'mass [kg]'");
  }
  column.unit = boost::trim_copy(cell.text.substr(open + 1, cell.text.size() - open - 2));
  if (!is_currency(column.unit)) heading.factor = read_unit(cell, column);
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
    headings.push_back(read_heading(cell));
    cells.push_back(i);
    catalogue.columns.push_back(headings.back().column);
  }
  if (!names)
    throw InputError({path, 0, 0}, "no column 'name'", "expected one for the parts' names");
  taken.clear();
  for (const std::vector<CsvCell>& line : table.rows) {
    check_part(line[*names], taken);
    CatalogueRow row{line[*names].text, {}};
    for (std::size_t k = 0; k < cells.size(); ++k) {
      row.values.push_back(read_value(line[cells[k]], headings[k]));
    }
    catalogue.rows.push_back(std::move(row));
  }
  if (catalogue.rows.empty()) throw InputError({path, 0, 0}, "no parts", "expected at least one");
  return catalogue;
}

}  // namespace globaldyn
