#pragma once

#include <algorithm>

#include "globaldyn/record/fine_motion.h"
#include "globaldyn/record/smoothing.h"

namespace globaldyn::inside {
inline namespace motion {
class PathAnalysis;
}
inline namespace record {

/// A plan with its motion, as reported in results.
struct PlannedMotion {
  PathPlan plan;  ///< its status may be worse than the planner's: limits were checked again
  double p_max{0.0};
  IdVector<DriveId, std::string> drives;    ///< names
  IdVector<DriveId, char> is_cable;         ///< of the drives
  std::vector<std::string> reaction_names;  ///< of the components recorded
  ForceChoice choice{ForceChoice::minimum};
  VectorXd preload;         ///< m, if forces were to stay near it
  std::string fingerprint;  ///< see make_fingerprint()
  // If there is a motion:
  double max_violation{0.0};           ///< at all evaluated instants, relative to the limits
  MotionRecord fine;                   ///< as of FineMotion
  std::optional<Smoothing> smoothing;  ///< if asked for: then all that is recorded, and what the
                                       ///< drives are used for, is of that motion
  MotionRecord record;                 ///< at the times asked for
  DriveUse use;

  [[nodiscard]] bool has_cables() const {
    return std::find(is_cable.begin(), is_cable.end(), 1) != is_cable.end();
  }
};

/// Options of a planned motion.
struct PlannedMotionOptions {
  PathPlanOptions plan;
  ForceChoice choice{ForceChoice::minimum};
  VectorXd preload;       ///< m, for ForceChoice::preload
  double rate{0.0};       ///< Hz, of the record; 0: as many samples as below
  int samples{501};       ///< equally spaced in time
  double rise_time{0.0};  ///< s: if > 0, see Smoothing
  /// How many instants, about, are looked at between those of the plan; 0: none, and neither the
  /// drives' use nor violations are known then.
  int checks{1000};
  bool reactions{false};  ///< record all reactions of all joints
  int threads{1};         ///< of the replay; 0: one per core. Does not change results
};

/// Plans and replays the plan by inverse dynamics. @throws InputError, Error as plan_path() and
/// Trajectory::list_times_at() do
[[nodiscard]] PlannedMotion plan_motion(const Machine& machine, const Path& path,
                                        const PlannedMotionOptions& options = {});

/// The same of a path that has been looked at: criteria, regions and further plans share the look.
[[nodiscard]] PlannedMotion plan_motion(PathAnalysis& analysis,
                                        const PlannedMotionOptions& options = {});

}  // namespace record
}  // namespace globaldyn::inside
