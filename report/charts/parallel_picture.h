#pragma once

#include "optimize/store/study_table.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The designs of a study's front, which there must be, as lines over parallel axes: variables,
/// then objectives, then constraints if these are few; rows of catalogues by name. Coloured by the
/// first objective. At most 300 designs and 24 axes, which the picture says. Of a single objective
/// the best 50 designs.
[[nodiscard]] Picture draw_parallel(const StudyTable& table);

}  // namespace globaldyn::inside::report
