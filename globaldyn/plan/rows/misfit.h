#pragma once

namespace globaldyn {

/// A cubic through three values differs from the quadratic by no more than this times what it does
/// at a quarter.
inline constexpr double kMisfit = 1.1;

}  // namespace globaldyn
