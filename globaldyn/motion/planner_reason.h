#pragma once

namespace globaldyn::inside {
inline namespace motion {

/// How a plan was made.
enum class PlanningMethod {
  none,     ///< not at all: the path cannot be followed, or no plan was needed to say so
  rows,     ///< of limits that are functions of p (plan/rows): the usual way
  regions,  ///< of the regions of single poses (plan/regions)
};

/// Why a plan was made by regions and not by rows.
enum class RegionsReason {
  none,              ///< it was not
  no_panels,         ///< panels cannot describe the limits: too few drives, or changing redundancy
  changing_preload,  ///< limited drives share a changing number of preloads, or too many
  lost_control,      ///< drives lose hold of a freedom somewhere on the path
  rows_inaccurate,   ///< rows gave a motion, but its bounds did not meet
  rows_gave_up,      ///< rows gave no motion
  rows_unsure,       ///< rows refuse any motion, which their error may have made them do
};

/// Which planner a plan is from, and why.
struct PlannerChoice {
  PlanningMethod method{PlanningMethod::none};
  /// Why regions were asked, even if the plan is that of rows nevertheless.
  RegionsReason reason{RegionsReason::none};
};

/// As results name it: none, rows, regions.
[[nodiscard]] const char* to_string(PlanningMethod method);
/// As results name it: none, no_panels, ...
[[nodiscard]] const char* to_string(RegionsReason reason);

}  // namespace motion
}  // namespace globaldyn::inside
