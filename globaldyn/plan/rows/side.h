#pragma once

#include <array>

#include "globaldyn/plan/rows/bernstein.h"

namespace globaldyn::inside {
inline namespace plan {

/// How much room there is for errors of rows, as Quadratic3: fractions, for which float precision
/// is enough.
struct RoomShares {
  std::array<float, 3> at_control{};

  bool operator==(const RoomShares&) const = default;

  float& operator[](std::size_t i) { return at_control[i]; }
  float operator[](std::size_t i) const { return at_control[i]; }
  [[nodiscard]] double at(double r) const {
    return Quadratic3{{(*this)[0], (*this)[1], (*this)[2]}}.at(r);
  }
};

/// One side of a row along a segment: a x + c + d u <= 0, where a, c, d are quadratic.
struct Side {
  Quadratic3 a, c, d;
  RoomShares room;  ///< half the width of the row's limits, relative to their size: 1 where that is
                    ///< constant
  int number{0};    ///< 2 k: row k against its lower limit, 2 k + 1: against its upper one
};

/// Possible error of a row: a constant part, and a part per x.
struct SideEase {
  double rest{0.0};
  double per_x{0.0};

  friend SideEase operator-(const SideEase& ease) { return {-ease.rest, -ease.per_x}; }
};

/// The side with its limit widened by this much, as fractions of the room there is.
[[nodiscard]] inline Side widen(const Side& side, const SideEase& ease) {
  Side wider = side;
  for (std::size_t j = 0; j < 3; ++j) {
    wider.a[j] -= ease.per_x * side.room[j];
    wider.c[j] -= ease.rest * side.room[j];
  }
  return wider;
}

/// How a segment is travelled: against p the sign of u changes.
enum class Travel { forward, backward };

/// The side as seen when travelling that way: with r from 0 at the start of the travel.
[[nodiscard]] inline Side turn(const Side& side, Travel travel) {
  if (travel == Travel::forward) return side;
  return {{{side.a[2], side.a[1], side.a[0]}},
          {{side.c[2], side.c[1], side.c[0]}},
          {{-side.d[2], -side.d[1], -side.d[0]}},
          {{side.room[2], side.room[1], side.room[0]}},
          side.number};
}

/// The side in terms of -x and -u: a lower limit becomes an upper limit.
[[nodiscard]] inline Side mirror(const Side& side) {
  const auto negate = [](const Quadratic3& q) { return Quadratic3{{-q[0], -q[1], -q[2]}}; };
  return {negate(side.a), side.c, negate(side.d), side.room, side.number};
}

}  // namespace plan
}  // namespace globaldyn::inside
