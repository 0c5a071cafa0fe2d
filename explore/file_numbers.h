#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/expression/shown_units.h"
#include "explore/movable.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/machine/rewrite_file.h"

namespace globaldyn::inside::explore {

/// A number that stands in a machine file itself, not as a parameter: of a path, of a drive's
/// limits, a load, a cycle, the supply.
struct FileNumber {
  std::string place;     ///< as write_value() takes it, which no parameter is called like
  std::string also{};    ///< where the same number stands once more: at the end of a closed path
  std::string own_unit;  ///< that it is written in; empty: a bare number
  bool is_there{true};   ///< else it is no number yet: a cycle's period
  Movable movable{};     ///< called by its place
};

/// Those that can be moved: numbers, perhaps with a unit, no formulas, and nothing that stands
/// under an anchor or an alias. Of long lists of points, none.
[[nodiscard]] std::vector<FileNumber> list_file_numbers(const Machine& machine);

/// Whether it is a number, perhaps with a unit, and not a formula.
[[nodiscard]] bool is_number(const Node& scalar);

/// What is to be written for it to have this value (SI): in its own unit where that can be.
[[nodiscard]] std::string write_number(const FileNumber& number, double value);

}  // namespace globaldyn::inside::explore
