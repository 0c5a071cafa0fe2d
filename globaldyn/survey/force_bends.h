#pragma once

#include <vector>

#include "globaldyn/survey/survey_walk.h"

namespace globaldyn::inside {
inline namespace survey {

/// The p inside at which a curve of a force over a coordinate is bent, increasing: there the
/// machine's limits have a kink. Sought from pose to pose, 512 of the whole path, and where a
/// coordinate turns round in between; up to where the machine cannot follow.
/// @param ends of the path's pieces, increasing
[[nodiscard]] std::vector<double> find_force_bends(const Mechanism& mechanism, SurveyWalk& walk,
                                                   const std::vector<double>& ends);

}  // namespace survey
}  // namespace globaldyn::inside
