#pragma once

#include "globaldyn/criteria/path/drive_use.h"
#include "globaldyn/record/motion_record.h"

namespace globaldyn {

/// A planned motion evaluated along its whole course.
struct FineMotion {
  MotionRecord record;  ///< at all nodes and between them; for plans with more than 25 000 segments
                        ///< only at nodes
  DriveUse use;
};

/// Evaluates all nodes, three points per segment for Gauss quadrature, and, as long as there are
/// fewer than `enough` in all, up to nine more places in each.
/// @throws NumericalError as replay_motion() does
[[nodiscard]] FineMotion replay_finely(const Machine& machine, const Path& path,
                                       const Trajectory& trajectory, const RecordOptions& options,
                                       int enough = 1000);

}  // namespace globaldyn
