#pragma once

#include <string>
#include <vector>

#include "globaldyn/evaluation/evaluation.h"
#include "report/canvas/outline.h"

namespace globaldyn::inside::report {

/// What the bold outline in `window` means: the region common to the `count` samples of `all` that
/// are ok.
[[nodiscard]] std::string describe_common(const Region& common, std::size_t count, std::size_t all,
                                          const Bounds& window);

/// What is missing in the picture of a path's regions, drawn as `outlines` in `window`: poses that
/// are not ok, empty regions, and parts beyond the window.
[[nodiscard]] std::vector<std::string> list_remarks(const PathEvaluation& path,
                                                    const std::vector<Outline>& outlines,
                                                    const Bounds& window);

}  // namespace globaldyn::inside::report
