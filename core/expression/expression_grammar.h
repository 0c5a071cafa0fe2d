#pragma once

#include <string>
#include <vector>

#include "core/expression/expression.h"

namespace globaldyn::inside {
inline namespace core {

/// A parsed but not yet resolved step of an expression: names are still names.
struct ParsedStep {
  enum class Operand { none, number, name, unit, function };

  Expression::Operation operation{Expression::Operation::push};
  Operand operand{Operand::none};
  double value{0.0};  ///< of a number
  std::string name;
  int offset{0};     ///< in the text, from 0
  int arguments{0};  ///< of a function call
};

/// Parses an expression to postfix order.
/// @throws InputError with the column of the first character that does not fit.
[[nodiscard]] std::vector<ParsedStep> parse_expression(const std::string& text,
                                                       const SourcePlace& place);

}  // namespace core
}  // namespace globaldyn::inside
