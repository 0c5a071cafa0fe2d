#pragma once

#include <optional>
#include <vector>

#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// A corner of a curve at which a tool turns on the spot.
struct TurningCorner {
  double p{0.0};     ///< of the curve's own
  double turn{0.0};  ///< over how much p the tool turns
  double lift{0.0};  ///< over how much it goes up before that, and down behind it; 0: not at all
};

/// A curve's parameter with stretches of its own at corners, in which the curve stands still.
class TurnStretches {
 public:
  /// @param corners with p increasing
  explicit TurnStretches(const std::vector<TurningCorner>& corners);

  /// What a parameter p means.
  struct Place {
    double own{0.0};                    ///< the curve's own p; in a stretch that of its corner
    std::optional<std::size_t> corner;  ///< by its number, if p is in a stretch
    Jet up{0.0};                        ///< there: from 0, below, to 1, all the way up
    Jet turned{0.0};                    ///< there: from 0 to 1, all the way round
  };
  /// On either side of a corner the curve's own p is on that side of it, to the last bit; at
  /// bounds of stretches, as at all steps of a path, rates are those on the right.
  [[nodiscard]] Place find(double p) const;

  /// p at which the curve's own p is reached: of a corner where its stretch begins.
  [[nodiscard]] double find_p(double own) const;

  /// Where stretches begin and end, and where in them the tool begins and ends to turn.
  [[nodiscard]] std::vector<double> list_bounds() const;

 private:
  // Where it goes up, turns, goes down, and goes on.
  struct Stretch {
    double own, up, turn, down, end;
  };
  std::vector<Stretch> stretches_;
};

}  // namespace path
}  // namespace globaldyn::inside
