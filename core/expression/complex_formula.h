#pragma once

#include <vector>

#include "core/expression/complex_box.h"
#include "core/expression/expression.h"

namespace globaldyn::inside {
inline namespace core {

/// A formula of variable number 0, continued from real numbers to complex ones: all of its values
/// for that variable in `z`. Not known if it may not be analytic all over `z`. The program has
/// neither abs nor min nor max: see FormulaPieces.
[[nodiscard]] ComplexBox continue_to(const std::vector<Expression::Instruction>& program,
                                     const ComplexBox& z);

}  // namespace core
}  // namespace globaldyn::inside
