#pragma once

#include "globaldyn/criteria/path/drive_use.h"
#include "globaldyn/record/motion_record.h"

namespace globaldyn {

/// A planned motion looked at all along.
struct FineMotion {
  MotionRecord
      record;  ///< at all nodes and between them; of plans of over 25 000 segments at nodes
  DriveUse use;
};

/// Looks at all nodes, at three points of a segment for Gauss's quadrature, and, where there are at
/// most 200 segments, at up to nine places more of each.
/// @throws NumericalError as replay_motion() does
[[nodiscard]] FineMotion replay_finely(const Machine& machine, const Path& path,
                                       const Trajectory& trajectory, const RecordOptions& options);

}  // namespace globaldyn
