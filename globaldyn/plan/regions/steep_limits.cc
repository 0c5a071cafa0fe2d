#include "globaldyn/plan/regions/steep_limits.h"

#include <cmath>

#include "core/base/round_off.h"
namespace globaldyn::inside {
inline namespace plan {
namespace {

// If the limit's curve is flatter than this, its ends alone are sufficient.
constexpr double kSteep = 0.25;

bool has_steep(const Region& middle, double h) {
  const auto is_steep = [&](CurveNumber curve) {
    return curve != kNoCurve && std::abs(h * middle.curves().parabola(curve).c2) > kSteep;
  };
  for (const Strip& strip : middle.strips()) {
    if (is_steep(strip.lower) || is_steep(strip.upper)) return true;
    if (strip.begin_by != kNoCurve || strip.end_by != kNoCurve) return true;
  }
  return false;
}

// Cuts a region by limits on d2 at the middle of a segment.
class Holder {
 public:
  Holder(const Region& end, double h)
      : strips_(end.strips()), curves_(end.curves()), labels_(end.labels()), h_(h) {
    reference_ = strips_.back().end;
  }

  // side * (d2 - curve) <= 0 in the middle.
  void hold(const Parabola& curve, double side, std::span<const HeldLimit> held) {
    if (std::abs(h_ * curve.c2) <= kSteep) return;
    // d1 in the middle, to first order about the region's largest: where steep limits bind.
    const double by_linear =
        std::isfinite(reference_) && reference_ > 0.0 ? 0.5 * h_ * curve.c1 / reference_ : 0.0;
    bound(curve, side * (1.0 - h_ * curve.c2 - by_linear), side, held);
  }

  // side * (x_mid - x) <= 0.
  void hold_wall(double d1, double side, std::span<const HeldLimit> held) {
    bound({d1 * d1, 0.0, -1.0}, side * h_, side, held);
  }

  [[nodiscard]] Region take() const {
    Region region;
    region.assign(strips_, curves_, labels_);
    return region;
  }

 private:
  // weight d2 - side * f(d1) <= 0.
  void bound(const Parabola& f, double weight, double side, std::span<const HeldLimit> held) {
    if (std::abs(weight) <= round_off::kSame) {
      const int wall = curves_.add_wall(held);
      cut_where_positive(strips_, {-side * f.c0, -side * f.c1, -side * f.c2}, wall, scratch_);
      return;
    }
    const double scale = side / weight;
    const int curve = curves_.add_curve({scale * f.c0, scale * f.c1, scale * f.c2}, held);
    tighten(strips_, weight > 0.0 ? Bound::upper : Bound::lower, curve, curves_, scratch_);
    drop_inverted(strips_, curves_, scratch_);
  }

  Strips strips_;
  LimitCurves curves_;
  LimitLabels labels_;
  Strips scratch_;
  double h_;
  double reference_{0.0};
};

}  // namespace

std::optional<Region> hold_steep_limits(const Region& end, const Region& middle, double h) {
  if (end.is_empty() || !has_steep(middle, h)) return std::nullopt;
  Holder holder(end, h);
  const LimitCurves& curves = middle.curves();
  for (const Strip& strip : middle.strips()) {
    if (strip.upper != kNoCurve) {
      holder.hold(curves.parabola(strip.upper), 1.0, curves.held_along(strip.upper));
    }
    if (strip.lower != kNoCurve) {
      holder.hold(curves.parabola(strip.lower), -1.0, curves.held_along(strip.lower));
    }
  }
  const Strip &first = middle.strips().front(), &last = middle.strips().back();
  if (first.begin_by != kNoCurve) {
    holder.hold_wall(first.begin, -1.0, curves.held_at_wall(first.begin_by));
  }
  if (last.end_by != kNoCurve) holder.hold_wall(last.end, 1.0, curves.held_at_wall(last.end_by));
  return holder.take();
}

}  // namespace plan
}  // namespace globaldyn::inside
