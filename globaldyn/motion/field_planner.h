#pragma once

#include <cstddef>

#include "globaldyn/motion/planner_reason.h"
#include "globaldyn/motion/pose_field.h"
#include "globaldyn/motion/survey_field.h"
#include "globaldyn/plan/plan.h"
#include "globaldyn/survey/control.h"

namespace globaldyn::inside {
inline namespace motion {

/// What may be spent on the plan along a path of a machine, and how it is to be.
struct FieldPlanOptions {
  double reserve{0.0};    ///< fraction of every limit to be kept free
  bool explain{true};     ///< if there is no motion, find which limits prevent it
  std::size_t work{0};    ///< as PathPlanOptions::work, the survey included
  std::size_t memory{0};  ///< bytes, the survey included
  std::size_t looks{1};   ///< attempts, including this one, that share the work allowed for rows
};

/// A plan along a surveyed path, and how it was come by.
struct FieldPlan {
  Plan plan;
  PlannerChoice choice;
  bool is_explained{true};  ///< all of what options ask for is known about the obstacle
  std::size_t work{0};      ///< spent on planning, without the survey and without explaining
  std::size_t poses{0};     ///< that regions asked the survey for; their work is in `work`
};

/// Plans along a surveyed path by rows, and by regions where rows do not describe the limits or
/// have no answer.
/// @param asked gates and tolerance; its work and memory do not count
[[nodiscard]] FieldPlan plan_field(PathSurvey& survey, PoseField& poses, const PlanOptions& asked,
                                   const Control& control, const FieldPlanOptions& options);

}  // namespace motion
}  // namespace globaldyn::inside
