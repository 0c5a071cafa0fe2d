#pragma once

#include "core/kinematics/scalar_row.h"

namespace globaldyn {

/// Appends the constraint equations of `joint` (value 0 when it is closed): 5 rows for a
/// revolute, prismatic or screw joint, 4 cylindrical and universal, 3 spherical and planar,
/// 6 weld, 1 distance.
void append_constraint_rows(const Joint& joint, const KinematicState& state,
                            std::vector<ScalarRow>& rows);

/// How many equations that are.
[[nodiscard]] int count_constraint_rows(JointKind kind);

/// One of them alone, 0 <= index < count_constraint_rows().
[[nodiscard]] ScalarRow make_constraint_row(const Joint& joint, int index,
                                            const KinematicState& state);

/// The row of one coordinate of the joint. Angles of revolute, cylindrical, universal and planar
/// joints have values in (-pi, pi]; that of a screw counts turns by its displacement.
[[nodiscard]] ScalarRow make_coordinate_row(const Joint& joint, int coordinate,
                                            const KinematicState& state);

/// Whether a pose tells the coordinate up to whole turns only: an angle, but not that of a screw.
[[nodiscard]] bool is_periodic(const Mechanism& mechanism, const ActingCoordinate& coordinate);

/// The row of what a drive or spring acts on.
[[nodiscard]] ScalarRow make_acting_row(const Mechanism& mechanism,
                                        const ActingCoordinate& coordinate,
                                        const KinematicState& state);

/// The row of a drive's own coordinate q_k (a cable's is minus its length).
[[nodiscard]] ScalarRow make_drive_row(const Mechanism& mechanism, const Drive& drive,
                                       const KinematicState& state);

/// The angle between the axes of A and B (spherical) or between the directions perpendicular to
/// them that a straight universal joint has in line; rad in [0, pi].
[[nodiscard]] double calc_cone_angle(const Joint& joint, const Pose& pose);

/// False if the constraint equations hold but the axes point against each other, which they
/// cannot tell apart.
[[nodiscard]] bool is_rightly_closed(const Joint& joint, const Pose& pose);

/// The frame of B in A for given coordinates: the joint as a motion, for rough guesses.
[[nodiscard]] Frame make_joint_motion(const Joint& joint, const std::vector<double>& coordinates);

}  // namespace globaldyn
