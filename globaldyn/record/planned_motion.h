#pragma once

#include <algorithm>

#include "globaldyn/record/fine_motion.h"
#include "globaldyn/record/motion_record.h"

namespace globaldyn::inside {
inline namespace motion {
class PathAnalysis;
}
inline namespace record {

/// A step of a cycle, as a part of its motion.
struct MotionStep {
  std::string path;     ///< that it runs along; empty: it waits
  std::string load;     ///< the load case that acts, if any
  double begin{0.0};    ///< s
  double end{0.0};      ///< s
  double dwell{0.0};    ///< s: as long as it was to wait, which end - begin is but for rounding
  double p_begin{0.0};  ///< of the whole motion's p
  double p_end{0.0};    ///< likewise; where it waits the same
  double from{0.0};     ///< of the path's own p
  double to{0.0};       ///< likewise: less than `from` if it runs backwards

  /// The path's own p where the whole motion's is this; not where it waits.
  [[nodiscard]] double find_place(double p) const {
    return p == p_end ? to : from + (to - from) * ((p - p_begin) / (p_end - p_begin));
  }

  [[nodiscard]] bool is_dwell() const { return path.empty(); }
};

/// A plan with its motion, as reported in results.
struct PlannedMotion {
  PathPlan plan;  ///< its status may be worse than the planner's: limits were checked again
  double p_max{0.0};
  std::vector<OpenCoordinate> open;         ///< what the path left open, with its values
  IdVector<DriveId, std::string> drives;    ///< names
  IdVector<DriveId, char> is_cable;         ///< of the drives
  std::vector<std::string> reaction_names;  ///< of the components recorded
  ForceChoice choice{ForceChoice::minimum};
  VectorXd preload;         ///< m, if forces were to stay near it
  PreloadRule rule;         ///< of the machine that was planned for
  std::string fingerprint;  ///< see make_fingerprint()
  // If there is a motion:
  double max_violation{0.0};  ///< at all evaluated instants, relative to the limits
  MotionRecord fine;          ///< as of FineMotion
  MotionRecord record;        ///< at the times asked for
  DriveUse use;
  bool is_cycle{false};           ///< whose p counts on from step to step
  std::vector<MotionStep> steps;  ///< of a cycle
  double shortest{0.0};           ///< s: of a cycle, that it could take
  double share_done{1.0};         ///< of a cycle without a motion: of its steps

  /// Of a cycle: the last step that has begun at t.
  [[nodiscard]] std::size_t find_step(double t) const;

  [[nodiscard]] bool has_cables() const {
    return std::find(is_cable.begin(), is_cable.end(), 1) != is_cable.end();
  }
};

/// Options of a planned motion.
struct PlannedMotionOptions {
  PathPlanOptions plan;
  ForceChoice choice{ForceChoice::minimum};
  VectorXd preload;  ///< m, for ForceChoice::preload
  double rate{0.0};  ///< Hz, of the record; 0: as many samples as below
  int samples{501};  ///< equally spaced in time
  /// s: if > 0, the motion is slowed down so that it takes a multiple of this.
  double multiple_of{0.0};
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

/// A plan of the path with its motion. It has what the options do not say about the plan.
[[nodiscard]] PlannedMotion record_plan(const Machine& machine, const Path& path, PathPlan plan,
                                        const PlannedMotionOptions& options);

/// The machine whose drives share their work as a plan says; none if it does not say so.
[[nodiscard]] std::optional<Machine> share_as_planned(const PathPlan& plan, const Machine& machine);

/// The least multiple of a step (s) that is as long as `time`, up to rounding errors; with no step
/// that itself.
[[nodiscard]] double find_multiple(double time, double step);

/// When a motion is to be looked at: options.rate or options.samples. @throws Error for more than
/// 1e7 times
[[nodiscard]] std::vector<double> list_record_times(double duration,
                                                    const PlannedMotionOptions& options);

/// The same of a path that has been looked at: criteria, regions and further plans share the look.
[[nodiscard]] PlannedMotion plan_motion(PathAnalysis& analysis,
                                        const PlannedMotionOptions& options = {});

}  // namespace record
}  // namespace globaldyn::inside
