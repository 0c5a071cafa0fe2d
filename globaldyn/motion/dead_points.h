#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/motion/pose_field.h"
#include "globaldyn/plan/plan.h"
#include "globaldyn/region/region.h"
#include "globaldyn/survey/control.h"

namespace globaldyn::inside {
inline namespace motion {

/// Whether a machine at rest may be set in motion, as far as that shows where it rests: not if the
/// largest d2 accessible at rest is zero up to rounding errors. Limits that are smooth in p and d1
/// then leave d2 no more than proportional to the distance gone and to d1, and a motion under such
/// a d2 stays where it is. True where the largest d2 is negative, or nothing is accessible at low
/// speeds: what is missing there is for others to find.
/// @param region just after the place of rest, where the path must not stand still
[[nodiscard]] bool can_leave_rest(const Region& region);

/// The same in reverse: whether a motion may come to rest there. Not if the smallest d2 is zero.
/// @param region just before the place
[[nodiscard]] bool can_come_to_rest(const Region& region);

/// Where the machine is to rest, or can only rest, and stays for ever: no motion gets there or on.
struct DeadPoint {
  double p{0.0};
  std::string reason;  ///< one line
};

/// The first dead point at a gate that asks for rest, or where drives lose hold of a freedom.
[[nodiscard]] std::optional<DeadPoint> find_dead_point(PathSurvey& survey, PoseField& poses,
                                                       const std::vector<SpeedGate>& gates,
                                                       const Control& control);

/// Whether there is a place that can be passed with exactly one d1: it is met up to rounding
/// errors, if at all, so that no planner proves anything there.
[[nodiscard]] bool is_passed_at_one_speed(PathSurvey& survey, const Control& control);

/// A stop with a duration at which the machine cannot be held still, by its motors and friction.
[[nodiscard]] std::optional<double> find_loose_stop(const Machine& machine, PathSurvey& survey,
                                                    const std::vector<PathStop>& stops,
                                                    double reserve);

}  // namespace motion
}  // namespace globaldyn::inside
