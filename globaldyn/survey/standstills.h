#pragma once

#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn {

/// A p at which all first derivatives of the task vanish: the machine stands still there whatever
/// dp/dt, as at the turn of a path there and back that is written as a sine.
struct Standstill {
  double p{0.0};
  /// Beside it the derivatives are as this power of the distance: 1 at the turn of a sine, 2 at the
  /// ends of 10 p³ - 15 p⁴ + 6 p⁵.
  double order{1.0};

  /// Whether d1 may rise beyond all bounds on the way there though the machine comes to rest: a
  /// force that is steady moves it by t², and p is as t to the power of 2 / (order + 1).
  [[nodiscard]] bool is_steep() const {
    constexpr double kMore = 1.2;
    return order > kMore;
  }
};

/// Those of a piece on which the task is smooth, both ends included, rising. What is below 1e-9 of
/// the fastest on a part is at rest.
/// @param ends of the piece's parts, rising: each so short that the derivatives vary little beyond
/// a
///   few turns of sign
[[nodiscard]] std::vector<Standstill> find_standstills(const Machine& machine, const Path& path,
                                                       double begin,
                                                       const std::vector<double>& ends);

}  // namespace globaldyn
