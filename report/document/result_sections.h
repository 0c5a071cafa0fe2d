#pragma once

#include <string>

#include "report/document/page_arrays.h"

namespace globaldyn::inside::report {

/// The name of what a plan.json is of: a path, or a cycle.
[[nodiscard]] std::string find_course(const Json& plan);

/// What the page shows of a plan.json (docs/files.md).
/// @throws Json::exception where it is not one
[[nodiscard]] Json describe_plan(const Json& plan, PageArrays& arrays);

/// What it shows of a map_NAME.json. @throws Json::exception where it is not one
[[nodiscard]] Json describe_map(const Json& map, PageArrays& arrays);

/// What it shows of a simulation.json and the simulation.csv beside it, thinned out to some
/// thousand instants. @throws Json::exception where it is not one
[[nodiscard]] Json describe_simulation(const Json& simulation, const std::string& csv,
                                       PageArrays& arrays);

}  // namespace globaldyn::inside::report
