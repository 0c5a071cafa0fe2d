#pragma once

#include "optimize/store/study_table.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The best value of the first objective so far over the number of designs evaluated, among all
/// feasible designs; a line for each seed.
[[nodiscard]] Picture draw_convergence(const StudyTable& table);

}  // namespace globaldyn::inside::report
