#pragma once

#include <string>
#include <vector>

#include "core/description/csv_table.h"
#include "core/expression/dimension.h"

namespace globaldyn::inside {
inline namespace study {

/// A number that every row of a catalogue has.
struct CatalogueColumn {
  std::string name;
  std::string unit;  ///< as in the file; "1" for plain numbers
  Dimension dimension;
  bool has_dimension{false};  ///< a unit is given; a currency does not count
};

/// A part that can be bought.
struct CatalogueRow {
  std::string name;
  std::vector<double> values;  ///< SI, by column
};

/// Parts to choose from.
struct Catalogue {
  std::string file;
  std::vector<CatalogueColumn> columns;
  std::vector<CatalogueRow> rows;  ///< at least one; no name twice
};

/// Reads a catalogue: a CSV file with a column `name`, columns of text called maker, series, source
/// or note (not kept), and columns of numbers, `mass [kg]`, `price [EUR]`, `poles`: with any unit
/// of machine files, a currency (three capitals), or none.
/// @throws InputError with the CSV file's own line
[[nodiscard]] Catalogue read_catalogue(const std::string& path, const Node& named_by);

}  // namespace study
}  // namespace globaldyn::inside
