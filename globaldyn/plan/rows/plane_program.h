#pragma once

#include <cmath>
#include <optional>
#include <utility>

#include "core/base/round_off.h"

namespace globaldyn {

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

/// A corner where x is extreme. The two half planes' prices show that x cannot be better; if both
/// are positive, y is the only one for this x.
struct Corner {
  double x;
  double y;
  bool is_only;
};

/// Extreme x over an intersection of half planes: the dual simplex method, which in the plane
/// replaces one of the two half planes of a corner by one that it violates. Started at the corner
/// of a similar problem, it needs one pass over all half planes to see that this is still the
/// answer.
///
/// `Rows` offers HalfPlane at(int) const, and std::optional<int> find_violated(x, y) const: one
/// that (x, y) violates, preferably the most violated, or nothing.
template <class Rows>
class PlaneProgram {
 public:
  /// @param direction 1: largest x, -1: smallest
  PlaneProgram(const Rows& rows, double direction) : rows_(rows), direction_(direction) {}

  /// Returns false if there is no point at all, or if none is found due to rounding errors.
  /// @param pair in: where to start; out: the corner's pair
  /// @param safe a pair of which each x below (above) its corner's has positive prices or 0
  bool solve(CornerPair& pair, CornerPair safe, Corner& corner) {
    if (!begin(pair)) {
      // Perhaps one of the two still stops x.
      const CornerPair first{pair.first, safe.second}, second{pair.second, safe.second};
      pair = begin(first) ? first : begin(second) ? second : safe;
      if (!begin(pair)) return false;
    }
    for (int step = 0; step < kMostSteps; ++step) {
      const double x =
          (first_.limit * second_.normal_y - second_.limit * first_.normal_y) * by_det_;
      const double y =
          (first_.normal_x * second_.limit - second_.normal_x * first_.limit) * by_det_;
      const std::optional<int> entering = rows_.find_violated(x, y);
      if (!entering || entering == pair.first || entering == pair.second) {
        corner = {x, y, price_first_ > kNoPrice && price_second_ > kNoPrice};
        return true;
      }
      if (!exchange(*entering, pair)) return false;
    }
    is_stuck_ = true;
    return false;
  }

  /// Whether nothing was found because of rounding errors, so that there may still be points.
  [[nodiscard]] bool is_stuck() const { return is_stuck_; }

 private:
  static constexpr int kMostSteps = 200;
  static constexpr double kNoPrice = 1e-9;
  static constexpr double kParallel = round_off::kEntry;  // sine of an angle

  bool begin(const CornerPair& pair) {
    first_ = rows_.at(pair.first);
    second_ = rows_.at(pair.second);
    return set_prices() && price_first_ >= 0.0 && price_second_ >= 0.0;
  }

  // (direction, 0) as a sum of both normals.
  bool set_prices() {
    const double forward = first_.normal_x * second_.normal_y;
    const double backward = second_.normal_x * first_.normal_y;
    const double det = forward - backward;
    if (std::abs(det) <= kParallel * (std::abs(forward) + std::abs(backward))) return false;
    by_det_ = 1.0 / det;
    price_first_ = direction_ * second_.normal_y * by_det_;
    price_second_ = -direction_ * first_.normal_y * by_det_;
    return true;
  }

  // Adds a half plane, and removes the one whose price would become negative first.
  bool exchange(int entering, CornerPair& pair) {
    const HalfPlane plane = rows_.at(entering);
    const double share_first =
        (plane.normal_x * second_.normal_y - plane.normal_y * second_.normal_x) * by_det_;
    const double share_second =
        (first_.normal_x * plane.normal_y - first_.normal_y * plane.normal_x) * by_det_;
    const bool may_first = share_first > 0.0, may_second = share_second > 0.0;
    if (!may_first && !may_second) return false;
    const bool is_first =
        may_first && (!may_second || price_first_ * share_second < price_second_ * share_first);
    const HalfPlane old = is_first ? first_ : second_;
    (is_first ? first_ : second_) = plane;
    if (!set_prices()) {
      // Too parallel to the one that stays: then that one leaves instead, if possible.
      is_stuck_ = true;
      if (!may_first || !may_second) return false;
      (is_first ? first_ : second_) = old;
      (is_first ? second_ : first_) = plane;
      if (!set_prices()) return false;
      is_stuck_ = false;
      (is_first ? pair.second : pair.first) = entering;
      return true;
    }
    (is_first ? pair.first : pair.second) = entering;
    return true;
  }

  const Rows& rows_;
  double direction_;
  HalfPlane first_{}, second_{};
  bool is_stuck_{false};
  double by_det_{0.0}, price_first_{0.0}, price_second_{0.0};
};

}  // namespace globaldyn
