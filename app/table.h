#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/expression/shown_units.h"

namespace globaldyn::inside::app {

/// A number for reading: five significant digits; "-" if there is none.
[[nodiscard]] std::string spell(double value);

/// A quantity for reading: the number in the unit it is shown in, and that unit after it: "12.5
/// mm".
[[nodiscard]] std::string tell(const ShownUnits& units, double number, const QuantityUnit& unit);

/// The number of it alone, for columns whose unit stands elsewhere.
[[nodiscard]] std::string tell_number(const ShownUnits& units, double number,
                                      const QuantityUnit& unit);

/// Prints a heading, which is the first row, and rows of cells below it, in columns indented by
/// two.
/// @param align for each column 'l' (names) or 'r' (numbers); the last letter is for all that
/// follow
void print_table(const std::vector<std::vector<std::string>>& rows, std::string_view align = "r");

}  // namespace globaldyn::inside::app
