#pragma once

#include <string>
#include <vector>

#include "core/description/document.h"

namespace globaldyn::inside {
inline namespace core {

/// A cell of a CSV file, without surrounding blanks.
struct CsvCell {
  std::string text;
  SourcePlace place;  ///< of its first character
};

/// Limits on a CSV file in addition to its size: a cell takes much more memory than its comma.
inline constexpr std::size_t kMostCsvColumns = 1000;
inline constexpr std::size_t kMostCsvCells = 1'000'000;  ///< some 100 000 points

/// A CSV file: a header and rows with the same number of cells.
struct CsvTable {
  std::string file;
  std::vector<CsvCell> header;
  std::vector<std::vector<CsvCell>> rows;
};

/// Reads a CSV file: a header line, then rows, separated by commas; cells with commas stand in
/// double quotes, a `#` at the start of a line makes it a comment, empty lines do not count. At
/// most 16 MiB. `named_by` is the place where another file names it.
/// @throws InputError if it cannot be read or has no header, or at the line itself for rows whose
///   length differs from the header's, unclosed quotes, and beyond the limits above
[[nodiscard]] CsvTable read_csv_table(const std::string& path, const Node& named_by);

/// The number in a cell. @throws InputError unless it is a finite number
[[nodiscard]] double read_number(const CsvCell& cell);

}  // namespace core
}  // namespace globaldyn::inside
