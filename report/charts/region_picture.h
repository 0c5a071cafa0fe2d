#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The regions of every path over d1 and d2, one panel per path: what is accessible somewhere on
/// it, what is all along it, and the regions at a few p. Where the tool moves equally far with p
/// all along the path, the axes also show its speed and acceleration.
[[nodiscard]] Picture draw_regions(const Machine& machine, const Evaluation& evaluation);

}  // namespace globaldyn::inside::report
