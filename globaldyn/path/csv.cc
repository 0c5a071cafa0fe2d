#include "globaldyn/path/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/description/csv_heading.h"

namespace globaldyn::inside {
inline namespace path {
namespace {

// What a heading says: a column's name, and what its numbers are multiplied by.
struct Column {
  std::string name;
  double factor{1.0};
};

// A name of a joint's coordinate has a dot.
CsvHeading read_dotted_heading(const CsvCell& cell) {
  CsvCell plain = cell;
  const std::size_t unit = plain.text.find('[');
  std::replace(plain.text.begin(), plain.text.begin() + static_cast<std::ptrdiff_t>(unit), '.',
               '_');
  CsvHeading heading = read_heading(plain);
  heading.name = cell.text.substr(0, heading.name.size());
  return heading;
}

const char* suggest_unit(const Dimension& dimension, const char*& of) {
  of = dimension == dimension::length ? "length" : dimension == dimension::time ? "time" : "angle";
  return dimension == dimension::length ? "mm" : dimension == dimension::time ? "s" : "deg";
}

Column read_column(const CsvCell& cell, const std::vector<CsvColumnKind>& allowed) {
  const bool has_unit = cell.text.find('[') != std::string::npos;
  const CsvHeading heading = has_unit ? read_dotted_heading(cell) : CsvHeading{cell.text, {}};
  const auto kind = std::find_if(allowed.begin(), allowed.end(), [&](const CsvColumnKind& one) {
    return one.name == heading.name;
  });
  if (kind == allowed.end()) {
    std::vector<std::string> names;
    for (const CsvColumnKind& one : allowed) names.push_back(one.name);
    throw InputError(cell.place, "unknown column '" + heading.name + "'",
                     suggest_name(heading.name, names));
  }
  if (!has_unit) return {heading.name, 1.0};
  const Unit unit = read_unit(cell, heading);
  if (unit.dimension != kind->dimension) {
    const char* of = nullptr;
    const char* such = suggest_unit(kind->dimension, of);
    throw InputError(cell.place, "'" + cell.text + "'",
                     fmt::format("expected a unit of {}, such as '{} [{}]'", of, kind->name, such));
  }
  return {heading.name, unit.factor};
}

std::vector<Column> read_header(const CsvTable& table, const std::vector<CsvColumnKind>& allowed) {
  std::vector<Column> columns;
  for (const CsvCell& cell : table.header) {
    const Column column = read_column(cell, allowed);
    const bool is_again = std::any_of(columns.begin(), columns.end(), [&](const Column& other) {
      return other.name == column.name;
    });
    if (is_again) {
      throw InputError(cell.place, "column '" + column.name + "' twice", "expected it once");
    }
    columns.push_back(column);
  }
  return columns;
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

// In SI, where a number that was finite in its unit may no longer be.
double read_value(const CsvCell& cell, double factor) {
  const double value = read_number(cell) * factor;
  if (std::isfinite(value)) return value;
  throw InputError(cell.place, "'" + cell.text + "'", "expected a finite number");
}

}  // namespace

CsvColumns read_csv(const std::string& path, const std::vector<CsvColumnKind>& allowed,
                    const Node& named_by) {
  const CsvTable table = read_csv_table(path, named_by);
  const std::vector<Column> header = read_header(table, allowed);
  if (table.rows.size() < 2) {
    throw InputError(whole_place(path), "fewer than two points", "expected at least two");
  }
  CsvColumns columns;
  for (std::size_t i = 0; i < header.size(); ++i) {
    columns.headings.push_back({header[i].name, table.header[i].place});
  }
  for (const std::vector<CsvCell>& row : table.rows) {
    columns.rows.push_back(row.front().place);
    for (std::size_t i = 0; i < row.size(); ++i) {
      columns.values[header[i].name].push_back(read_value(row[i], header[i].factor));
    }
  }
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i].name == "p") check_increasing(table, i, columns.values["p"]);
  }
  return columns;
}

}  // namespace path
}  // namespace globaldyn::inside
