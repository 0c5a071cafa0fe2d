#pragma once

#include "optimize/store/study_table.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// How the hypervolume of a study's front grows with the number of designs, for each seed by
/// itself, measured by FrontGrowth: up to one reference point, which the picture tells. For two
/// objectives and more, and a study with feasible designs.
[[nodiscard]] Picture draw_hypervolume(const StudyTable& table);

}  // namespace globaldyn::inside::report
