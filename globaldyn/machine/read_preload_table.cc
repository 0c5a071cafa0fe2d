#include "globaldyn/machine/read_preload_table.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>

#include "core/description/csv_heading.h"

namespace globaldyn::inside {
inline namespace machine {
namespace {

// Where a column goes, and by which factor: to no drive, if it is p.
struct PreloadColumn {
  std::optional<DriveId> drive;
  double factor{1.0};
};

double read_factor(const CsvCell& cell, const CsvHeading& heading, const Dimension& expected) {
  if (heading.unit.empty()) return 1.0;
  const Unit unit = read_unit(cell, heading);
  if (unit.dimension == expected) return unit.factor;
  throw InputError(cell.place, "'" + cell.text + "'", "expected a unit of " + describe(expected));
}

PreloadColumn read_column(const CsvCell& cell, const Drives& drives) {
  const CsvHeading heading = read_heading(cell);
  if (heading.name == "p") return {{}, read_factor(cell, heading, dimension::angle)};
  std::vector<std::string> names{"p"};
  for (const DriveId k : drives.ids()) {
    names.push_back(drives[k].name);
    if (drives[k].name != heading.name) continue;
    const Dimension& expected = drives[k].rotational ? dimension::torque : dimension::force;
    return {k, read_factor(cell, heading, expected)};
  }
  throw InputError(cell.place, "unknown column '" + heading.name + "'",
                   suggest_name(heading.name, names));
}

std::vector<PreloadColumn> read_columns(const CsvTable& table, const Drives& drives) {
  std::vector<PreloadColumn> columns;
  for (const CsvCell& cell : table.header) {
    const PreloadColumn column = read_column(cell, drives);
    for (const PreloadColumn& other : columns) {
      if (other.drive != column.drive) continue;
      throw InputError(cell.place, "column '" + cell.text + "' twice", "expected it once");
    }
    columns.push_back(column);
  }
  if (columns.size() == drives.size() + 1) return columns;
  std::string expected = "p";
  for (const Drive& drive : drives) expected += ", " + drive.name;
  throw InputError(table.header.front().place, "a table of preload without all of its columns",
                   "expected " + expected);
}

void take_cell(const CsvCell& cell, const PreloadColumn& column, Eigen::Index row,
               PreloadTable& table) {
  const double value = read_number(cell) * column.factor;
  constexpr double kMost = 1e30;  // as of loads: what a machine can bear
  if (!(std::abs(value) <= kMost)) {
    throw InputError(cell.place, "a number beyond 1e30", "expected a force of the machine's");
  }
  if (column.drive) {
    table.forces(row_of(*column.drive), row) = value;
    return;
  }
  if (!table.p.empty() && value <= table.p.back()) {
    throw InputError(cell.place, "p does not increase", "expected more than in the row above");
  }
  table.p.push_back(value);
}

}  // namespace

PreloadTable read_preload_table(const std::string& file, const Machine& machine) {
  if (!std::ifstream(file)) {
    throw InputError(whole_place(file), "cannot be read", "expected a table of forces over p");
  }
  const CsvTable csv = read_csv_table(file, parse_document("file: preload", file).require("file"));
  const std::vector<PreloadColumn> columns = read_columns(csv, machine.mechanism.drives);
  if (csv.rows.size() < 2) {
    throw InputError(whole_place(csv.file), "fewer than two rows", "expected at least two");
  }
  PreloadTable table{{}, {}, file};
  table.forces.resize(machine.mechanism.drive_count(), static_cast<Eigen::Index>(csv.rows.size()));
  for (std::size_t i = 0; i < csv.rows.size(); ++i) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      take_cell(csv.rows[i][c], columns[c], static_cast<Eigen::Index>(i), table);
    }
  }
  return table;
}

}  // namespace machine
}  // namespace globaldyn::inside
