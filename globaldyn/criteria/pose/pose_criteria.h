#pragma once

#include "globaldyn/criteria/criterion.h"

namespace globaldyn::inside {
inline namespace criteria {

// The criteria of poses, as list_criteria() has them; docs/criteria.md says what each is.

/// Always 1: evaluated only at poses that the machine reaches.
[[nodiscard]] double calc_reachability(const PoseModel& model, const PoseSettings& settings);

/// Smallest over largest singular value of the drives' rates per rate of the task, lengths in
/// characteristic lengths: 1 is isotropic, 0 singular.
[[nodiscard]] double calc_dexterity(const PoseModel& model, const PoseSettings& settings);

/// Smallest singular value of W, drives weighted by their limits, over what it could be: 0 at a
/// parallel singularity, where the drives lose control of a degree of freedom.
[[nodiscard]] double calc_drive_margin(const PoseModel& model, const PoseSettings& settings);

/// The motion of the task over that of all bodies, in the worst direction: 0 at a serial
/// singularity, where bodies would have to move infinitely fast.
[[nodiscard]] double calc_motion_margin(const PoseModel& model, const PoseSettings& settings);

/// The smallest fraction of their limits with which the drives can hold the machine at rest.
[[nodiscard]] double calc_holding_share(const PoseModel& model, const PoseSettings& settings);

/// The largest acceleration (m/s², rad/s²) of the tool from rest possible in every direction (or
/// along one), without accelerating task coordinates of the other kind.
[[nodiscard]] double calc_acceleration(const PoseModel& model, const PoseSettings& settings);
[[nodiscard]] double calc_angular_acceleration(const PoseModel& model,
                                               const PoseSettings& settings);

/// The largest force (N) or torque (N m) the tool can exert at rest in every direction (or along
/// one).
[[nodiscard]] double calc_force(const PoseModel& model, const PoseSettings& settings);
[[nodiscard]] double calc_torque(const PoseModel& model, const PoseSettings& settings);

[[nodiscard]] double calc_travel_reserve(const PoseModel& model, const PoseSettings& settings);

/// Distance (m) of the two closest bodies that are not connected by a joint; infinite if there are
/// none.
[[nodiscard]] double calc_clearance(const PoseModel& model, const PoseSettings& settings);

/// The tool's stiffness against forces (N/m) or torques (N m/rad) in the direction where it is
/// smallest (or along one), with the motors held.
[[nodiscard]] double calc_stiffness(const PoseModel& model, const PoseSettings& settings);
[[nodiscard]] double calc_rotary_stiffness(const PoseModel& model, const PoseSettings& settings);

/// The lowest natural frequency (Hz), with the motors held.
[[nodiscard]] double calc_natural_frequency(const PoseModel& model, const PoseSettings& settings);

}  // namespace criteria
}  // namespace globaldyn::inside
