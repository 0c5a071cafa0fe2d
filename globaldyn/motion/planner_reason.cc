#include "globaldyn/motion/planner_reason.h"

namespace globaldyn::inside {
inline namespace motion {

const char* to_string(PlanningMethod method) {
  switch (method) {
    case PlanningMethod::none:
      return "none";
    case PlanningMethod::rows:
      return "rows";
    case PlanningMethod::regions:
      return "regions";
  }
  return "";
}

const char* to_string(RegionsReason reason) {
  switch (reason) {
    case RegionsReason::none:
      return "none";
    case RegionsReason::no_panels:
      return "no_panels";
    case RegionsReason::changing_preload:
      return "changing_preload";
    case RegionsReason::lost_control:
      return "lost_control";
    case RegionsReason::rows_inaccurate:
      return "rows_inaccurate";
    case RegionsReason::rows_gave_up:
      return "rows_gave_up";
    case RegionsReason::rows_unsure:
      return "rows_unsure";
  }
  return "";
}

}  // namespace motion
}  // namespace globaldyn::inside
