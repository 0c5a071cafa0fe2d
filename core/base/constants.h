#pragma once

#include <limits>
#include <numbers>

namespace globaldyn::inside {
inline namespace core {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// Stands for a value that does not exist.
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kPi = std::numbers::pi;

}  // namespace core
}  // namespace globaldyn::inside
