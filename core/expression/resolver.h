#pragma once

#include <string>
#include <vector>

#include "core/expression/expression.h"
#include "core/expression/type_checker.h"

namespace globaldyn::inside {
inline namespace core {

/// An expression whose names have been replaced by values and indices.
struct ResolvedExpression {
  std::vector<Expression::Instruction> program;
  OperandType type;
  bool uses_variables{false};
};

/// Parses `text`, which stands at `place`, finds its names in `scope` and checks its dimensions.
/// @throws InputError at the first error.
[[nodiscard]] ResolvedExpression resolve_expression(const std::string& text,
                                                    const SourcePlace& place, const Scope& scope);

}  // namespace core
}  // namespace globaldyn::inside
