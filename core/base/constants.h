#pragma once

#include <limits>
#include <numbers>

namespace globaldyn {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kPi = std::numbers::pi;

}  // namespace globaldyn
