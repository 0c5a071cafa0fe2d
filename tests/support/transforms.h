#pragma once

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// The machine's path turned into one that prescribes joint coordinates only, so that it can be
/// run by the machine however it has been moved or rearranged in space. Uses `n_dof` independent
/// joint coordinates found at the path's start. Refers to `machine` and `path`.
[[nodiscard]] Path make_joint_path(const Machine& machine, const Path& path);

/// The machine with all branch conditions dropped and `pose` as the rough guess instead.
[[nodiscard]] Machine guess_pose(Machine machine, const Pose& pose);

/// The whole machine, gravity and guesses rotated by R and shifted by t in space.
[[nodiscard]] Machine move_in_space(Machine machine, const Matrix3d& R, const Vector3d& t);

/// Bodies and joints listed in the reverse order.
[[nodiscard]] Machine reverse_order(Machine machine);

/// Body number `body` split into two of uneven mass, welded together, with the joints shared
/// among them.
[[nodiscard]] Machine split_body(Machine machine, BodyId body);

/// Joint number `joint` given twice.
[[nodiscard]] Machine double_joint(Machine machine, JointId joint);

/// Lengths in another unit: every length times `factor`, with forces and moments to match.
[[nodiscard]] Machine scale_lengths(Machine machine, double factor);

}  // namespace globaldyn::inside::test
