#pragma once

#include <vector>

#include "globaldyn/survey/control.h"

namespace globaldyn::inside {
inline namespace motion {

/// Nodes for plan_regions() along a surveyed path, as few as show what is there: the places where
/// limits jump; narrow features, because the planner looks between nodes at equal distances; and
/// more and more around two singularities near each other, between which, and about as far beside
/// them, the equalities that the motion has to follow turn round within that distance, so that on a
/// coarser grid only rest is left.
[[nodiscard]] std::vector<double> place_region_nodes(const PathSurvey& survey,
                                                     const Control& control);

}  // namespace motion
}  // namespace globaldyn::inside
