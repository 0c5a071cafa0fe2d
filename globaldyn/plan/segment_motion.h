#pragma once

namespace globaldyn::inside {
inline namespace plan {

/// Motion along a stretch of a path on which d2 is quadratic in p, x = d1² so cubic:
///     d2 = d2_begin + (d2_end - d2_begin) r + 4 bulge r (1 - r),   r = s / length.
struct SegmentMotion {
  double length{0.0};   ///< in p
  double x_begin{0.0};  ///< d1² at s = 0
  double d2_begin{0.0};
  double d2_end{0.0};
  double bulge{0.0};  ///< by how much d2 in the middle exceeds the mean of its end values

  [[nodiscard]] double x_at(double s) const {
    const double r = s / length;
    return x_begin +
           s * (2.0 * d2_begin + r * (d2_end - d2_begin + bulge * (4.0 - r * (8.0 / 3.0))));
  }
  [[nodiscard]] double d2_at(double s) const {
    const double r = s / length;
    return d2_begin + r * (d2_end - d2_begin + 4.0 * bulge * (1.0 - r));
  }

  /// The time from s = 0 to `s`, to a relative 1e-15 or so. Infinite if the motion never gets
  /// there: if it rests where d2 does not move it, or x is zero or below on the way; never NaN. x
  /// may be below zero by rounding errors, for less than 0.001 of the way to s at either end.
  [[nodiscard]] double time_to(double s) const;

  /// Where the motion is at `t` after s = 0, to some 1e-15 of the length; the length from
  /// time_to(length) on.
  [[nodiscard]] double s_at(double t) const;
};

/// How much a bulge adds to the rise of x over a segment, per length.
inline constexpr double kRiseByBulge = 4.0 / 3.0;

}  // namespace plan
}  // namespace globaldyn::inside
