#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/description/csv_table.h"
#include "core/description/document.h"
#include "core/expression/dimension.h"

namespace globaldyn::inside {
inline namespace path {

/// The numbers of a CSV file.
struct CsvColumns {
  std::map<std::string, std::vector<double>> values;  ///< by column name, in SI
  std::vector<CsvCell> headings;                      ///< the names, in order
  std::vector<SourcePlace> rows;                      ///< where each row begins
};

/// A column that a file may have: its name, and of which dimension its unit has to be.
struct CsvColumnKind {
  std::string name;
  Dimension dimension;
};

/// Reads a CSV file: a header line of names, then lines of numbers, separated by commas; `#` starts
/// a comment line. A name may have its unit, `x [mm]`; without one the numbers are in SI.
/// `named_by` is the place where the machine file names it.
/// @throws InputError at the CSV file's own line for anything that is not a finite number, for
///   columns not in `allowed` or in a unit that is not theirs, for fewer than two rows, and where a
///   column `p` does not increase from 0.
[[nodiscard]] CsvColumns read_csv(const std::string& path,
                                  const std::vector<CsvColumnKind>& allowed, const Node& named_by);

}  // namespace path
}  // namespace globaldyn::inside
