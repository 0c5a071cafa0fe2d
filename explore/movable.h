#pragma once

#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/expression/shown_units.h"

namespace globaldyn::inside::explore {

/// Something of a machine that a page can move.
struct Movable {
  std::string name;
  std::string label{};  ///< that people are shown; empty: the name
  std::string group{};  ///< of what it is: path, drives, loads, cycle; empty: a parameter
  std::vector<std::string> courses{};  ///< paths and cycles that it is of; empty: all
  QuantityUnit unit;                   ///< "1" for plain numbers
  std::string description;
  double original{0.0};  ///< SI; of choices the number of one; NaN: not there yet
  double min{-kInfinity};
  double max{kInfinity};
  bool is_integer{false};
  bool is_log{false};                ///< equal ratios are equal steps
  std::vector<std::string> choices;  ///< if it is one of several
};

/// A value that somebody moved it to (SI), brought within its bounds if rounding has missed them:
/// people type them in other units than the program has.
/// @throws InputError of a request, in the units that people are shown, beyond its bounds or where
/// it is no whole number but has to be
[[nodiscard]] double find_value(const Movable& movable, double value, const ShownUnits& units);

}  // namespace globaldyn::inside::explore
