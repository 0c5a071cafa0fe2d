#pragma once

#include "report/document/page_arrays.h"

namespace globaldyn::report {

/// What the page shows of a plan.json (docs/files.md).
/// @throws Json::exception where it is not one
[[nodiscard]] Json describe_plan(const Json& plan, PageArrays& arrays);

/// What it shows of a map_NAME.json. @throws Json::exception where it is not one
[[nodiscard]] Json describe_map(const Json& map, PageArrays& arrays);

}  // namespace globaldyn::report
