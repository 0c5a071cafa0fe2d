#pragma once

#include "optimize/store/study_table.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The front of two or three objectives: the first two are the axes, the third is a colour. Two
/// have the staircase that no design is beyond, and points coloured by their row of a catalogue, or
/// with several seeds the staircase of each.
[[nodiscard]] Picture draw_front_scatter(const StudyTable& table);

}  // namespace globaldyn::inside::report
