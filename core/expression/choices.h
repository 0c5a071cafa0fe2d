#pragma once

#include <vector>

#include "core/expression/expression.h"

namespace globaldyn::inside {
inline namespace core {

/// Formulas with abs, min, max and atan2 as programs without choices. Where the sign that decides
/// is known, abs(x) is x or -x, max(x, y) is x or y, and atan2, which jumps where y = 0 and x < 0,
/// is ±pi/2 ∓ an atan2 that does not.
using Program = std::vector<Expression::Instruction>;

/// The same formula with abs for what is known to be one: sqrt(x^2), sqrt(x*x), hypot(x, 0). Roots
/// have no derivative at 0, abs has one on either side. What numbers alone give is worked out.
[[nodiscard]] Program write_roots_as_abs(const Program& program);

/// Where in a program calls of abs, min, max and atan2 stand, in order: operands come before what
/// they are operands of.
[[nodiscard]] std::vector<std::size_t> list_choices(const Program& program);

/// What decides choice number `choice`, by its sign: x of abs(x), x - y of min and max, y of
/// atan2(y, x). `signs` (1 or -1) are those of all choices before it.
[[nodiscard]] Program make_decider(const Program& program, const std::vector<int>& signs,
                                   std::size_t choice);

/// The whole formula, all signs being known.
[[nodiscard]] Program make_chosen(const Program& program, const std::vector<int>& signs);

}  // namespace core
}  // namespace globaldyn::inside
