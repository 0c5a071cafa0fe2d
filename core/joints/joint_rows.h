#pragma once

#include "core/joints/joint_type.h"

namespace globaldyn::inside {
inline namespace core {

/// How many constraint equations the joint has.
[[nodiscard]] int count_constraint_rows(const Joint& joint);

/// One of them, 0 <= index < count_constraint_rows(); its value is 0 when the joint is closed.
[[nodiscard]] ScalarRow make_constraint_row(const Joint& joint, int index,
                                            const KinematicState& state);

/// Appends all of them.
void append_constraint_rows(const Joint& joint, const KinematicState& state,
                            std::vector<ScalarRow>& rows);

/// The row of one coordinate of the joint. An angle whose turns the pose counts is the one nearest
/// to that in the pose, others are in (-pi, pi]. @throws NumericalError if it has none
[[nodiscard]] ScalarRow make_coordinate_row(const Joint& joint, int coordinate,
                                            const KinematicState& state);

/// The same in (-pi, pi] also if the pose counts turns.
[[nodiscard]] ScalarRow make_bare_coordinate_row(const Joint& joint, int coordinate,
                                                 const KinematicState& state);

/// The angle that `travel: {cone: …}` limits: between the axes of A and B (spherical) or between
/// the directions perpendicular to them that are aligned when a universal joint is straight; rad in
/// [0, pi].
[[nodiscard]] double calc_cone_angle(const Joint& joint, const Pose& pose);

/// False if the constraint equations hold but the axes point in opposite directions, which the
/// equations cannot distinguish.
[[nodiscard]] bool is_rightly_closed(const Joint& joint, const Pose& pose);

/// The frame of B in A for given coordinates; for rough guesses.
[[nodiscard]] Frame make_joint_motion(const Joint& joint, const std::vector<double>& coordinates);

}  // namespace core
}  // namespace globaldyn::inside
