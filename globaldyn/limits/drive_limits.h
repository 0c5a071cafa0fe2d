#pragma once

#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/description/quantities.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// What a drive can do, referred to its coordinate q_k. The file's figures are the motor's; here
/// they are scaled by gear ratio and efficiency.
struct DriveLimit {
  static constexpr double kNone = kInfinity;

  Interval force{-kNone, kNone};  ///< n⁻ <= n_k <= n⁺, N or N m
  double stall{kNone};            ///< torque-speed line: |n_k + line_slope dq_k/dt| <= stall
  double line_slope{0.0};         ///< N s/m or N m s/rad
  double speed{kNone};            ///< |dq_k/dt| <= speed, m/s or rad/s
  /// The least tension of a cable whose winch has a rotor or friction of its own, N: its motor's
  /// force is then not the cable's. No other drive has one.
  double tension{-kNone};
  double rated{kNone};  ///< |n_k| that the motor bears for ever, N or N m; limits nothing

  /// What the motor can exert at the rate dq_k/dt, by all limits of its force.
  [[nodiscard]] Interval at(double rate) const;

  /// What a motor that stands still can exert.
  [[nodiscard]] Interval at_rest() const { return at(0.0); }

  /// The size to which fractions of the force limit refer: its smaller side; for a drive that acts
  /// one way only, such as a cable, its largest force.
  [[nodiscard]] double share_size() const;
};

/// Of all drives, in their order.
using DriveLimits = std::vector<DriveLimit>;

/// The keys of a drive that are limits.
[[nodiscard]] std::vector<std::string> list_drive_limit_keys();

/// Reads the limits of every drive; a drive without any is unlimited, except for a cable, which
/// cannot push. @throws InputError
[[nodiscard]] DriveLimits read_drive_limits(const Node& root, const Parameters& parameters,
                                            const Mechanism& mechanism);

}  // namespace globaldyn
