#pragma once

#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace survey {

/// A p at which all first derivatives of the task vanish: the machine stands still there whatever
/// dp/dt, as at the turning point of a back-and-forth path given by a sine.
struct Standstill {
  double p{0.0};
  /// Next to it the derivatives grow with this power of the distance: 1 at the turning point of a
  /// sine, 2 at the ends of 10 p³ - 15 p⁴ + 6 p⁵.
  double order{1.0};
  bool is_before{false};  ///< the derivatives vanish towards it from smaller p
  bool is_behind{false};  ///< and from larger p

  /// Whether the machine rests there whatever d1 it comes and goes with. Otherwise, where two
  /// pieces meet of which one does not stand still, d1 has to vanish for a stop.
  [[nodiscard]] bool is_on_all_sides(double p_max) const {
    return (is_before || p <= 0.0) && (is_behind || p >= p_max);
  }

  /// Whether d1 may grow without bound on the way there although the machine comes to rest: a
  /// steady force moves it by t², and p goes as t to the power 2 / (order + 1).
  [[nodiscard]] bool is_steep() const {
    constexpr double kMore = 1.2;  // orders are known to some percent, and 2 is the next usual one
    return order > kMore;
  }
};

/// The standstills of a piece on which the task is smooth, both ends included, increasing. What is
/// below 1e-9 of the fastest on a part is at rest. Of those at the piece's ends only this side is
/// known.
/// @throws InputError for a path that does not move at all on one of the parts: the motion would
///   run through it in no time
/// @param ends of the piece's parts, increasing: each so short that the derivatives vary little
///   beyond a few sign changes
[[nodiscard]] std::vector<Standstill> find_standstills(const Machine& machine, const Path& path,
                                                       double begin,
                                                       const std::vector<double>& ends);

}  // namespace survey
}  // namespace globaldyn::inside
