#pragma once

#include "core/base/constants.h"
#include "core/base/interval.h"

namespace globaldyn::inside {
inline namespace core {

/// What a drive can do, referred to its coordinate q_k. The file's figures are the motor's; here
/// they are scaled by gear ratio and efficiency. Plain numbers: what follows from them is asked of
/// globaldyn/limits.
struct DriveLimit {
  static constexpr double kNone = kInfinity;

  Interval force{-kNone, kNone};  ///< n⁻ <= n_k <= n⁺, N or N m
  double stall{kNone};            ///< torque-speed line: |n_k + line_slope dq_k/dt| <= stall
  double line_slope{0.0};         ///< N s/m or N m s/rad
  double speed{kNone};            ///< |dq_k/dt| <= speed, m/s or rad/s
  double acceleration{kNone};     ///< |d²q_k/dt²| <= acceleration, m/s² or rad/s²
  /// The least tension of a cable whose winch has a rotor or friction of its own, N: its motor's
  /// force is then not the cable's. No other drive has one.
  double tension{-kNone};
  double rated{kNone};  ///< |n_k| that the motor bears for ever, N or N m; limits nothing
};

}  // namespace core
}  // namespace globaldyn::inside
