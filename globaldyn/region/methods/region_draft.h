#pragma once

#include "globaldyn/region/methods/equalities.h"
#include "globaldyn/region/methods/limit_sum.h"
#include "globaldyn/region/methods/polygon.h"
#include "globaldyn/region/strips.h"

namespace globaldyn::inside {
inline namespace region {

class Region;

/// A region from which limits are being cut off. Keeps its memory from one region to the next.
class RegionDraft {
 public:
  /// Starts with the whole half plane d1 >= 0. `is_straight` promises that no limit will have a
  /// linear term.
  void start(bool is_straight);

  /// Starts with given strips and the curves they refer to. `is_straight` promises that none of
  /// these has a linear term.
  void start_from(const Strips& strips, const LimitCurves& curves, bool is_straight);

  /// Starts with what is between the lower bounds of one set of strips and the upper bounds of the
  /// other, both of them curves added here.
  void start_between(const Strips& lower, const Strips& upper);

  /// Adds a curve or a vertical limit without cutting anything off; returns its number.
  int add_curve(const MotionPolynomial& sum, std::span<const HeldLimit> held) {
    return curves_.add_curve(find_curve(sum), held);
  }
  int add_wall(std::span<const HeldLimit> held) { return curves_.add_wall(held); }

  /// Whether every remaining point certainly satisfies low < alpha d1² + delta d2 < high: false may
  /// mean anything. Costs less than is_met(); only for straight limits.
  [[nodiscard]] bool is_surely_between(double alpha, double delta, double low, double high) const {
    return is_straight_ && polygon_.is_surely_between(alpha, delta, low, high);
  }

  /// Cuts off what exceeds the limit by more than rounding errors; `held` are the limits that hold
  /// with equality at it.
  void cut(const MotionPolynomial& sum, std::span<const HeldLimit> held);

  [[nodiscard]] bool is_empty() const {
    return is_straight_ ? polygon_.is_empty() : strips_.empty();
  }
  /// Keeps only where the equalities hold, tidies up, and returns the result.
  void finish(const EqualitySolution& equalities, const LimitLabels& labels, Region& region);

 private:
  [[nodiscard]] bool is_met(const MotionPolynomial& sum) const;
  // Straight limits cut a polygon, others a set of strips; the polygon is converted to strips, too.
  bool is_straight_{false};
  // Without linear terms a region is convex in the (d1², d2) plane.
  bool is_convex_{false};
  Polygon polygon_;
  Strips strips_;
  Strips scratch_;
  LimitCurves curves_;
};

}  // namespace region
}  // namespace globaldyn::inside
