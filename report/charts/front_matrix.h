#pragma once

#include "optimize/store/study_table.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The front of four objectives and more: a plot of every pair of them, below the diagonal, each
/// objective with one scale in its row and column. The best designs are marked in all plots. More
/// than six objectives: the first six, which the picture says.
[[nodiscard]] Picture draw_front_matrix(const StudyTable& table);

}  // namespace globaldyn::inside::report
