#pragma once

#include <vector>

#include "core/base/constants.h"
#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace core {

/// A line between a motor's speed and force, |n_k + slope dq_k/dt| <= stall, referred to the
/// drive's coordinate.
struct SpeedLine {
  double stall{kInfinity};  ///< N or N m
  double slope{0.0};        ///< N s/m or N m s/rad, >= 0
};

/// A point of a curve of a motor's force over its speed, both referred to the drive's coordinate.
struct CurvePoint {
  double speed{0.0};  ///< m/s or rad/s
  double force{0.0};  ///< N or N m
};

/// What a motor can do in front of its gear, referred to the drive's coordinate q_k: the file's
/// figures scaled by the gear's ratio. Plain numbers: what follows from them is asked of
/// globaldyn/limits.
struct DriveLimit {
  static constexpr double kNone = kInfinity;

  Interval force{-kNone, kNone};  ///< n⁻ <= n_k <= n⁺, N or N m
  std::vector<SpeedLine> lines;   ///< all of them hold: a line, or a curve that bends outwards
  double speed{kNone};            ///< |dq_k/dt| <= speed, m/s or rad/s
  double acceleration{kNone};     ///< |d²q_k/dt²| <= acceleration, m/s² or rad/s²
  /// The least tension of a cable whose winch has a rotor or friction of its own, N: its motor's
  /// force is then not the cable's. No other drive has one.
  double tension{-kNone};
  /// What reaches the mechanism, past the drive's own rotor and friction, N or N m: so that no
  /// force reverses and no backlash shows, say.
  Interval transmitted{-kNone, kNone};
  /// The part of n_k that does no work, (V y)_k, N or N m; of machines with more drives than
  /// degrees of freedom.
  Interval preload{-kNone, kNone};
  double rated{kNone};  ///< |n_k| that the motor bears for ever at rest, N or N m; limits nothing
  /// The same over |dq_k/dt|, if it depends on that: points with straight lines between them, the
  /// first at rest; beyond the last as there.
  std::vector<CurvePoint> rated_over_speed;
  double thermal_time{kInfinity};  ///< s: of its temperature, infinite if it is not given
  /// W/N² or W/(N m)²: what the motor loses to heat, over the square of its force; 0: not known.
  double loss_weight{0.0};
  double power{kNone};  ///< |n_k dq_k/dt| <= power, W
  double rate{kNone};   ///< |dn_k/dt| <= rate, N/s or N m/s
  double jerk{kNone};   ///< |d³q_k/dt³| <= jerk, m/s³ or rad/s³
  double brake{kNone};  ///< |n_k| that its brake holds, N or N m; of dwells alone
};

}  // namespace core
}  // namespace globaldyn::inside
