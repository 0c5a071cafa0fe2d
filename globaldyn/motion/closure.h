#pragma once

#include <string>

#include "globaldyn/survey/path_survey.h"

namespace globaldyn::inside {
inline namespace motion {

/// What keeps a path from being closed: "the machine's pose" or "the direction of motion",
/// whichever differs between its end and its start; empty if nothing does. What rotates or slides
/// idly may be anywhere at the end: it only matters that the machine could be moved back idly. The
/// machine must be able to reach both ends of the surveyed path.
[[nodiscard]] std::string find_gap(const Machine& machine, const Path& path, PathSurvey& survey);

}  // namespace motion
}  // namespace globaldyn::inside
