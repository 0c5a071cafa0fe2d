#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/motion/planned_motion.h"
#include "globaldyn/workspace/workspace_map.h"
#include "report/pictures/picture.h"

namespace globaldyn {

/// The regions of every path over d1 and d2, a panel per path.
[[nodiscard]] Picture draw_regions(const Evaluation& evaluation);

/// The largest accessible d1 along every path.
[[nodiscard]] Picture draw_largest_speeds(const Evaluation& evaluation);

/// The tool paths with the machine at a few poses, a panel per path.
[[nodiscard]] Picture draw_machine(const Machine& machine, const Evaluation& evaluation);

/// The machine at one pose, with the names of bodies, joints and drives.
[[nodiscard]] Picture draw_named_pose(const Machine& machine, const Pose& pose);

/// A plan over p and d1: what is accessible, and the motion, coloured by the limits that hold it.
[[nodiscard]] Picture draw_phase_plane(const PlannedMotion& motion);

/// The drive forces of a plan over time within the drives' limits, a panel per drive.
[[nodiscard]] Picture draw_forces(const Machine& machine, const PlannedMotion& motion);

/// One column of a map over its grid.
[[nodiscard]] Picture draw_map_column(const WorkspaceMap& map, const MapColumn& column);

}  // namespace globaldyn
