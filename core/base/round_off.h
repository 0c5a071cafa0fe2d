#pragma once

#include <cmath>
#include <limits>

namespace globaldyn::inside {
inline namespace core {

/// Rounding errors, as fractions of the size of the terms that a number was made from. That size
/// travels with the numbers: a result may be far smaller than its terms, where they cancel. What is
/// below these is zero, or equal; what a user asks for, and how fine an algorithm looks, are
/// tolerances of their own and stand where they are used.
namespace round_off {

inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

inline constexpr double kNumber = 16.0 * kEpsilon;     ///< 4e-15: of a few operations
inline constexpr double kEntry = 64.0 * kEpsilon;      ///< 1e-14: of some ten operations
inline constexpr double kSum = 512.0 * kEpsilon;       ///< 1e-13: of sums of entries that cancel
inline constexpr double kSolved = 4096.0 * kEpsilon;   ///< 1e-12: of solutions of equations, as
                                                       ///< poses and motions are
inline constexpr double kRoot = 65536.0 * kEpsilon;    ///< 1e-11: of what was found by iteration
inline constexpr double kRank = 524288.0 * kEpsilon;   ///< 1e-10: of pivots and singular values
inline constexpr double kSame = 4194304.0 * kEpsilon;  ///< 1e-9: of numbers found in two ways

/// In place of a size that is zero because all terms are, where something is divided by it.
inline constexpr double kLeastSize = 1e-300;

}  // namespace round_off

/// Whether x is rounding error, being made from terms of the given size.
[[nodiscard]] inline bool is_zero(double x, double size, double round_off = round_off::kSum) {
  return std::abs(x) <= round_off * size;
}

}  // namespace core
}  // namespace globaldyn::inside
