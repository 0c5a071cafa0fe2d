#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/description/document.h"

namespace globaldyn {

/// The numbers of a CSV file by column name.
using CsvColumns = std::map<std::string, std::vector<double>>;

/// Reads a CSV file: a header line of names, then lines of numbers in SI, separated by commas;
/// `#` starts a comment line. `named_by` is the place where the machine file names it.
/// @throws InputError at the CSV file's own line for anything that is not a finite number, for
///   columns not in `allowed`, for fewer than two rows, and where a column `p` does not increase
///   from 0.
[[nodiscard]] CsvColumns read_csv(const std::string& path, const std::vector<std::string>& allowed,
                                  const Node& named_by);

}  // namespace globaldyn
