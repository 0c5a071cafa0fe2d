#pragma once

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace free_run {

/// How the machine passes a path that its motors alone move it along: the path over its time, which
/// is given from then on. From the speed that its law says, or at the steady state, which comes
/// back at the path's end (found by shooting; the one that all faster motions come down to).
///
/// A path without such a law is returned as it is. Where there is no such motion, the path stays
/// without one and says why (FreeRun::failure); likewise if the machine cannot follow it, which
/// whoever plans it finds out.
/// @throws InputError for a machine that has not one degree of freedom along the path, for motors
///   without limits that are to give all they have, and for a steady state of a path that does not
///   end as it begins
[[nodiscard]] Path run_freely(const Machine& machine, const Path& path);

/// The same in the machine's own paths, for whoever makes more of it than a plan.
void run_path(Machine& machine, const std::string& name);

}  // namespace free_run
}  // namespace globaldyn::inside
