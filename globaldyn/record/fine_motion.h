#pragma once

#include "globaldyn/criteria/path/drive_use.h"
#include "globaldyn/record/motion_course.h"
#include "globaldyn/record/motion_record.h"

namespace globaldyn::inside {
inline namespace record {

/// A planned motion evaluated along its whole course.
struct FineMotion {
  MotionRecord record;  ///< at all states of its course; of more than 100 000 only at those without
                        ///< weight
  DriveUse use;
};

/// Evaluates a motion's course, and more closely where forces, powers and speeds are largest: peaks
/// are those of the motion, on either side of jumps and between the states of the course. Forces
/// that change least exist only at the states themselves.
/// @throws NumericalError as replay_motion() does
[[nodiscard]] FineMotion replay_finely(const Machine& machine, const Path& path,
                                       const MotionCourse& course, const RecordOptions& options);

/// The same for a plan's motion; `enough` as in make_course().
[[nodiscard]] FineMotion replay_finely(const Machine& machine, const Path& path,
                                       const Trajectory& trajectory, const RecordOptions& options,
                                       int enough = 1000);

/// Raises peaks to those of a record of the same motion.
void raise_peaks(const MotionRecord& record, DriveUse& use);

}  // namespace record
}  // namespace globaldyn::inside
