#pragma once

#include <limits>
#include <numbers>

namespace globaldyn {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Stands for a value that does not exist.
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kPi = std::numbers::pi;

}  // namespace globaldyn
