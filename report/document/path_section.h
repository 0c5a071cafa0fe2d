#pragma once

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/machine/machine.h"
#include "report/document/page_arrays.h"

namespace globaldyn::inside::report {

/// What the page shows along a path: where the machine is, and the exact regions.
/// @param path evaluated closely enough for the machine to be seen moving
[[nodiscard]] Json describe_path(const Machine& machine, const PathEvaluation& path,
                                 PageArrays& arrays);

/// The names of statuses by the numbers that they have in describe_path().
[[nodiscard]] Json list_statuses();

}  // namespace globaldyn::inside::report
