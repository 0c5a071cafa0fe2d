#pragma once

#include <limits>
#include <vector>

#include "core/description/quantities.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// What a drive can do, referred to its coordinate q_k. The file's figures are the motor's; here
/// they are scaled by gear ratio and efficiency.
struct DriveLimit {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  Interval force{-kNone, kNone};  ///< n⁻ <= n_k <= n⁺, N or N m
  double stall{kNone};            ///< torque-speed line: |n_k + line_slope dq_k/dt| <= stall
  double line_slope{0.0};         ///< N s/m or N m s/rad
  double speed{kNone};            ///< |dq_k/dt| <= speed, m/s or rad/s

  [[nodiscard]] bool has_line() const { return stall < kNone; }
  [[nodiscard]] bool has_speed() const { return speed < kNone; }
};

/// Of all drives, in their order.
using DriveLimits = std::vector<DriveLimit>;

/// Reads `limits`, `speed_line` and `max_speed` of every drive; a drive without any is unlimited,
/// but for a cable, which cannot push. @throws InputError
[[nodiscard]] DriveLimits read_drive_limits(const Node& root, const Parameters& parameters,
                                            const Mechanism& mechanism);

}  // namespace globaldyn
