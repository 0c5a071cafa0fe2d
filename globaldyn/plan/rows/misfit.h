#pragma once

namespace globaldyn {

/// A cubic through three values differs from the quadratic by at most this times its difference at
/// a quarter.
inline constexpr double kMisfit = 1.1;

}  // namespace globaldyn
