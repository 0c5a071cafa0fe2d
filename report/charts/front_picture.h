#pragma once

#include "optimize/store/study_table.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The front of a study among its feasible designs, which there must be: for one objective the best
/// value over the number of designs, for two a staircase, for three the third as a colour, for more
/// every pair of the first six.
[[nodiscard]] Picture draw_front(const StudyTable& table);

}  // namespace globaldyn::inside::report
