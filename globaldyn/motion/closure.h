#pragma once

#include <string>

#include "globaldyn/survey/path_survey.h"

namespace globaldyn {

/// What keeps a path from being closed: "the machine's pose" or "the direction of motion", which is
/// another at its end than at its begin; empty if nothing does. What turns or slides idly may be
/// anywhere at the end: only that the machine could be moved back idly counts. The machine must be
/// able to be at both ends of the path surveyed.
[[nodiscard]] std::string find_gap(const Machine& machine, const Path& path, PathSurvey& survey);

}  // namespace globaldyn
