#pragma once

#include <vector>

#include "globaldyn/evaluation/evaluation.h"
#include "report/canvas/outline.h"

namespace globaldyn::inside::report {

/// The outlines of a region's parts in the (d1, d2) plane: its true curves, to a two-thousandth
/// of the height of `window` inside it. What continues outside is cut off somewhat beyond.
[[nodiscard]] std::vector<Outline> trace_outlines(const Region& region, const Bounds& window);

/// The part of the (d1, d2) plane worth showing for regions: d1 from 0, d2 = 0 inside, and all
/// regions, unless a few are much larger than most.
[[nodiscard]] Bounds choose_window(const std::vector<const Region*>& regions);

/// The regions of the samples that are ok.
[[nodiscard]] std::vector<const Region*> list_regions(const PathEvaluation& path);

}  // namespace globaldyn::inside::report
