#pragma once

#include <cmath>
#include <numeric>

namespace globaldyn::inside {
inline namespace core {

/// Two numbers next to each other, of which one is and the other is not.
struct Change {
  double yes{0.0};
  double no{0.0};

  [[nodiscard]] double middle() const { return std::midpoint(yes, no); }
};

/// Where `is_yes` changes between `yes`, where it is true, and `no`, where it is not, to a width: 0
/// to machine precision. It is not asked at these two. If it changes several times, one of them.
template <class IsYes>
[[nodiscard]] Change bisect(double yes, double no, double width, const IsYes& is_yes) {
  // Halves 1e-14 of the range 50 times; between numbers of different sign it would not end soon.
  constexpr int kMostRounds = 100;
  for (int round = 0; round < kMostRounds && std::abs(no - yes) > width; ++round) {
    const double middle = std::midpoint(yes, no);
    if (middle == yes || middle == no) break;
    (is_yes(middle) ? yes : no) = middle;
  }
  return {yes, no};
}

}  // namespace core
}  // namespace globaldyn::inside
