#pragma once

namespace globaldyn {

/// What is known of the fastest motion, or of the one that is given.
enum class PlanStatus {
  optimal,      ///< the bounds of the time are within the tolerance
  inaccurate,   ///< the bounds are further apart, or not all limits were seen to be kept
  infeasible,   ///< no motion within the limits reaches the end
  unreachable,  ///< the machine cannot reach every p
  /// The work or the memory allowed was used up, with what was found until then; or no motion was
  /// found, which proves nothing.
  gave_up,
  unlimited,  ///< nothing limits the speed
  given,      ///< not planned: the path has a law of motion, which keeps the limits
  exceeded,   ///< the path has a law of motion, which exceeds limits
};

/// optimal, inaccurate, infeasible, unreachable, gave_up, unlimited, given, exceeded.
[[nodiscard]] const char* to_string(PlanStatus status);

}  // namespace globaldyn
