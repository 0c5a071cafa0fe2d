#pragma once

#include <string>
#include <vector>

#include "globaldyn/evaluation/evaluation.h"

namespace globaldyn {

/// Draws an evaluation as SVG and PNG files in `folder`, which exists: the regions of every path
/// over d1 and d2, side by side (regions); the largest accessible d1 along each path (d1max);
/// the tool paths with the machine drawn at a few poses (machine).
/// @returns the files written.
/// @throws Error if the plotting program is missing or fails.
std::vector<std::string> draw_evaluation(const Machine& machine, const Evaluation& evaluation,
                                         const std::string& folder);

/// Draws the machine at one pose as FOLDER/pose.svg and .png. @returns the files written.
/// @throws Error as above.
std::vector<std::string> draw_pose(const Machine& machine, const Pose& pose,
                                   const std::string& folder);

}  // namespace globaldyn
