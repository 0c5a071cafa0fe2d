#pragma once

#include <optional>
#include <vector>

namespace globaldyn::inside {
inline namespace plan {

/// normal_x x + normal_y y <= limit.
struct HalfPlane {
  double normal_x;
  double normal_y;
  double limit;
};

/// The two half planes, by their numbers, that meet in a corner.
struct CornerPair {
  int first;
  int second;
};

/// Extreme x over an intersection of half planes: the dual simplex method (Lemke 1954), which in
/// the plane replaces one of the two half planes of a corner by one that it violates. Started at
/// the corner of a similar problem, it needs one pass over all half planes to see that this is
/// still the answer.
class PlaneProgram {
 public:
  /// The half planes must outlive it. @param direction 1: largest x, -1: smallest
  PlaneProgram(const std::vector<HalfPlane>& planes, double direction)
      : planes_(planes), direction_(direction) {}

  /// The extreme x; nothing if there is no point at all, or none is found due to rounding errors.
  /// @param start a pair to start with
  /// @param safe a pair of which each x below (above) its corner's has positive prices or 0
  [[nodiscard]] std::optional<double> solve(CornerPair start, CornerPair safe);

  /// Whether nothing was found because of rounding errors, so that there may still be points.
  [[nodiscard]] bool is_stuck() const { return is_stuck_; }

 private:
  bool begin(const CornerPair& pair);
  bool set_prices();
  bool exchange(int entering);
  [[nodiscard]] std::optional<int> find_violated(double x, double y) const;

  const std::vector<HalfPlane>& planes_;
  double direction_;
  CornerPair pair_{};
  HalfPlane first_{}, second_{};  // of the pair
  bool is_stuck_{false};
  // Shares of both in x, which show that it cannot be better, over the sine of their angle.
  double by_det_{0.0}, price_first_{0.0}, price_second_{0.0};
};

}  // namespace plan
}  // namespace globaldyn::inside
