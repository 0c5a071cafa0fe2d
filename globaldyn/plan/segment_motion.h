#pragma once

namespace globaldyn {

/// Motion along a stretch of a path on which d2 is linear in p, so that x = d1² is quadratic:
///     d2 = d2_begin + (d2_end - d2_begin) s / length,   0 <= s <= length,
///     x  = x_begin + 2 d2_begin s + (d2_end - d2_begin) s² / length.
/// Everything about it has a closed form: p(t) solves s'' = d2_begin + c s.
struct SegmentMotion {
  double length{0.0};   ///< in p
  double x_begin{0.0};  ///< d1² at s = 0
  double d2_begin{0.0};
  double d2_end{0.0};

  [[nodiscard]] double x_at(double s) const {
    return x_begin + s * (2.0 * d2_begin + s * (d2_end - d2_begin) / length);
  }
  [[nodiscard]] double d2_at(double s) const { return d2_begin + (d2_end - d2_begin) * s / length; }

  /// The time from s = 0 to `s`; infinite if the motion rests at both of them. x must be positive
  /// between.
  [[nodiscard]] double time_to(double s) const;

  /// Where the motion is at `t` after s = 0, for t up to time_to(length).
  [[nodiscard]] double s_at(double t) const;
};

}  // namespace globaldyn
