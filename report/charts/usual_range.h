#pragma once

#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The range of a course over time (x), without peaks that are too short to be drawn and far beyond
/// all the rest: a drive without limits pushes as hard as it takes to reach a speed at once.
/// Includes 0.
[[nodiscard]] Interval find_usual_range(const Outline& course);

}  // namespace globaldyn::inside::report
