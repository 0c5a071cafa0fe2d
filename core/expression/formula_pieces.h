#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/expression/expression.h"

namespace globaldyn::inside {
inline namespace core {

/// A place where a formula or its derivatives jump.
struct FormulaJump {
  double p{0.0};
  int order{1};      ///< of the lowest derivative that jumps, 1 to 3; 4: a higher one; 0: the value
                     ///< itself, and then derivatives may, which is a jump of its own
  double step{0.0};  ///< by which the value jumps
};

/// A place at which a formula cannot be used.
struct FormulaFault {
  double p{0.0};
  std::string what;  ///< "has no value"
};

/// A formula of one variable in pieces on which all of its choices (abs, min, max, the turn of
/// atan2) are made, so that each is smooth, and goes on smoothly beyond its ends.
struct FormulaPieces {
  std::vector<Expression> parts;   ///< one more than bounds
  std::vector<double> bounds;      ///< between them, increasing, inside the range
  std::vector<FormulaJump> jumps;  ///< increasing, at some of the bounds
  std::vector<double> unbounded;   ///< where the first or second derivative has no bounds
  std::optional<FormulaFault> fault;
};

/// Divides a formula of variable number 0 for [low, high], low < high. No kink is missed: see
/// find_signs(). Derivatives on both sides of a place are compared as wholes, so that abs(x) x^2
/// has a jump of its third derivative alone. Places nearer to each other than rounding errors of
/// the range are one. If there is a fault, the rest may be missing. Takes microseconds for formulas
/// without choices, and some for each kink; its work is bounded.
[[nodiscard]] FormulaPieces find_pieces(const Expression& formula, double low, double high);

}  // namespace core
}  // namespace globaldyn::inside
