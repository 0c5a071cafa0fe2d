#pragma once

#include <set>
#include <string>

#include "core/expression/shown_units.h"
#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/sweep/sweep.h"
#include "report/document/page_arrays.h"

namespace globaldyn::inside::report {

/// How a page is made.
struct PageOptions {
  std::string program;  ///< that makes it, with its version
  SweepOptions sweep;   ///< of the poses and designs that are computed for it
};

/// A document's header with all keys that it must have, its lists still empty.
[[nodiscard]] Json make_page_header(const PageOptions& options, const std::string& title);

/// Tells how people are shown the numbers that the program has in these units, and in the usual
/// ones.
void add_units(const ShownUnits& units, std::set<QuantityUnit> names, Json& header);

/// Where the machine can be on an evaluated path; null if it cannot.
[[nodiscard]] const Pose* find_pose(const PathEvaluation& path);

/// Poses and regions along a path at `count` equally spaced p, and at further ones.
[[nodiscard]] PathEvaluation look_along(const Machine& machine, const Path& path, int count,
                                        const std::vector<double>& further,
                                        const SweepOptions& sweep);

}  // namespace globaldyn::inside::report
