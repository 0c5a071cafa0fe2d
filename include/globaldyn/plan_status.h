#pragma once

namespace globaldyn {

/// What is known of the fastest motion.
enum class PlanStatus {
  optimal,      ///< the bounds of the time are within the tolerance
  inaccurate,   ///< the bounds are further apart, or not all limits were seen to be kept
  infeasible,   ///< no motion within the limits reaches the end
  unreachable,  ///< the machine cannot reach every p
  gave_up,      ///< no motion was found, which proves nothing; mostly for want of work or memory
  unlimited,    ///< nothing limits the speed
};

/// optimal, inaccurate, infeasible, unreachable, gave_up, unlimited.
[[nodiscard]] const char* to_string(PlanStatus status);

}  // namespace globaldyn
