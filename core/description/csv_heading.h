#pragma once

#include <string>

#include "core/description/csv_table.h"
#include "core/expression/expression.h"

namespace globaldyn {

/// The heading of a column: `mass [kg]`.
struct CsvHeading {
  std::string name;
  std::string unit;  ///< empty: none given
};

/// @throws InputError unless the name consists of letters, digits and underscores, no digit first,
///   with nothing after it but a unit in brackets.
[[nodiscard]] CsvHeading read_heading(const CsvCell& cell);

/// A scope in which nothing has a name: what stands in it are units. @throws InputError with the
/// most similar unit
[[nodiscard]] Scope units_only();

/// A unit in SI units.
struct CsvUnit {
  double factor{1.0};
  Dimension dimension;
};

/// The unit of the heading in `cell`. @throws InputError unless it is one
[[nodiscard]] CsvUnit read_unit(const CsvCell& cell, const CsvHeading& heading);

}  // namespace globaldyn
