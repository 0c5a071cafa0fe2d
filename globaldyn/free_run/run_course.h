#pragma once

#include "globaldyn/free_run/lap.h"
#include "globaldyn/path/timed_path.h"

namespace globaldyn::inside {
inline namespace free_run {

/// p over the time of a whole lap. @param breaks p at which its derivatives may jump
[[nodiscard]] ParameterCourse make_run_course(const Lap& lap, const std::vector<double>& breaks);

}  // namespace free_run
}  // namespace globaldyn::inside
