#pragma once

#include "globaldyn/motion/trajectory.h"
#include "globaldyn/plan/limit_field.h"
#include "globaldyn/plan/plan.h"

namespace globaldyn::inside {
inline namespace motion {

/// A part of a plan along which the same limits hold the motion back, or a stop at which it rests.
struct Stretch {
  std::size_t begin{0};  ///< node
  std::size_t end{0};    ///< node; of a stop the same
  std::vector<ActiveLimit> active;

  [[nodiscard]] bool is_stop() const { return begin == end; }
  /// From when to when, s.
  [[nodiscard]] Interval find_times(const Trajectory& trajectory) const;
};

/// The d1 accessible at a p, whatever comes before and after.
struct AccessibleSpeeds {
  double p{0.0};
  SpeedSet d1;
};

/// Along a path, at all p given.
[[nodiscard]] std::vector<AccessibleSpeeds> list_accessible_speeds(LimitField& field,
                                                                   const std::vector<double>& p);

/// Which limits hold a plan back, evaluated in the middle of each segment: those at which it is,
/// or, if the plan was not made so accurately, those nearest to it; none only where nothing limits
/// it. A stretch shorter than 2e-3 of the plan's time is merged into its longer neighbour. A stop
/// with a duration is a stretch of its own, between those of the motion before and after; what
/// holds the machine there is `rest`, without a name.
[[nodiscard]] std::vector<Stretch> find_stretches(LimitField& field, const Plan& plan,
                                                  const std::vector<PathStop>& stops);

}  // namespace motion
}  // namespace globaldyn::inside
