#pragma once

#include "globaldyn/machine/machine.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The machine at one pose, with the names of bodies, joints and drives, the axes of joints and
/// the directions in which drives count; machines that move in space also seen onto three planes.
[[nodiscard]] Picture draw_named_pose(const Machine& machine, const Pose& pose);

}  // namespace globaldyn::inside::report
