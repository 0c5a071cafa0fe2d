#pragma once

#include "globaldyn/criteria/drive_use.h"
#include "globaldyn/motion/motion_record.h"

namespace globaldyn {

/// Integrals by Gauss's quadrature on the plan's segments.
/// @param peaks the motion at list_fine_times() with the same choice of forces
[[nodiscard]] DriveUse calc_drive_use(const Machine& machine, const Path& path,
                                      const PathPlan& plan, const MotionRecord& peaks,
                                      const RecordOptions& options);

}  // namespace globaldyn
