#pragma once

#include <string>

#include "core/description/csv_table.h"
#include "core/expression/unit_product.h"

namespace globaldyn::inside {
inline namespace core {

/// The heading of a column: `mass [kg]`.
struct CsvHeading {
  std::string name;
  std::string unit;  ///< empty: none given
};

/// @throws InputError unless the name consists of letters, digits and underscores, no digit first,
///   with nothing after it but a unit in brackets.
[[nodiscard]] CsvHeading read_heading(const CsvCell& cell);

/// The unit of the heading in `cell`. @throws InputError unless it is one
[[nodiscard]] Unit read_unit(const CsvCell& cell, const CsvHeading& heading);

}  // namespace core
}  // namespace globaldyn::inside
