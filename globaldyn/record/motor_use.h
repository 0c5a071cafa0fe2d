#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/record/inertia_ratio.h"
#include "globaldyn/record/planned_motion.h"

namespace globaldyn::inside {
inline namespace record {

/// A number in front of the gear's losses, at a drive's coordinate, seen from its motor.
struct MotorSide {
  double force{1.0};  ///< motor's force or torque per n_k
  double speed{1.0};  ///< motor's speed per dq_k/dt
};

[[nodiscard]] MotorSide find_motor_side(const Drive& drive);

/// What a planned motion asks of a drive's motor: what a motor is chosen by.
struct MotorUse {
  std::string drive;
  bool is_rotary{true};    ///< torques in N m and rad/s, otherwise N and m/s
  double peak_force{0.0};  ///< of the motor
  double rms_force{0.0};   ///< over the whole time, stops included
  double peak_speed{0.0};  ///< of the motor
  double rms_speed{0.0};
  double peak_power{0.0};             ///< W, at the drive's coordinate
  double energy{0.0};                 ///< J, likewise: delivered
  double braking_energy{0.0};         ///< J, likewise: taken back
  std::optional<double> rated_force;  ///< that the motor bears for ever (at rest), if known
  /// Its heat as a share of that of the rated force, the mean of (force/rated at that speed)², if
  /// that is known.
  std::optional<double> thermal_share;
  std::optional<double> inertia_ratio;  ///< load's over rotor's, see find_inertia_ratios()
};

/// One for each drive, if the plan has a motion. @param inertia_ratios of the drives
[[nodiscard]] IdVector<DriveId, MotorUse> find_motor_use(const Machine& machine,
                                                         const PlannedMotion& motion,
                                                         const InertiaRatios& inertia_ratios);

/// The same of a motion along one of the machine's paths.
[[nodiscard]] IdVector<DriveId, MotorUse> find_motor_use(const Machine& machine,
                                                         const PlannedMotion& motion);

/// As a table with a header and one row for each drive; units in the header or in columns of their
/// own; the load case, if one acts, in the last column.
[[nodiscard]] std::string to_csv(const IdVector<DriveId, MotorUse>& use,
                                 const std::string& load_case = {});

}  // namespace record
}  // namespace globaldyn::inside
