#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// The tool paths with the machine at a few poses, one panel per path.
[[nodiscard]] Picture draw_machine(const Machine& machine, const Evaluation& evaluation);

}  // namespace globaldyn::inside::report
