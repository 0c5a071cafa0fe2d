#pragma once

#include <string>
#include <vector>

#include "core/description/document.h"

namespace globaldyn {

/// A cell of a CSV file, without the blanks around it.
struct CsvCell {
  std::string text;
  SourcePlace place;  ///< of its first character
};

/// Limits on a CSV file besides its size: a cell takes much more memory than its comma does.
inline constexpr std::size_t kMostCsvColumns = 1000;
inline constexpr std::size_t kMostCsvCells = 1'000'000;  ///< some 100 000 points

/// A CSV file: a header and rows of as many cells.
struct CsvTable {
  std::string file;
  std::vector<CsvCell> header;
  std::vector<std::vector<CsvCell>> rows;
};

/// Reads a CSV file: a header line, then rows, separated by commas; cells with commas stand in
/// double quotes, `#` at a line's begin makes it a comment, empty lines do not count. At most
/// 16 MiB. `named_by` is where another file names it.
/// @throws InputError if it cannot be read, or with its own line for rows of another length than
///   the header, for quotes without end, and beyond the limits above
[[nodiscard]] CsvTable read_csv_table(const std::string& path, const Node& named_by);

/// The number in a cell. @throws InputError unless it is a finite number
[[nodiscard]] double read_number(const CsvCell& cell);

}  // namespace globaldyn
