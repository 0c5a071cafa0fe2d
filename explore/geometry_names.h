#pragma once

#include <set>
#include <string>

#include "core/description/document.h"

namespace globaldyn::inside::explore {

/// The names in all that says where something is in a machine file: frames of bodies, ends of
/// joints, drives and springs, patterns, positions of paths, and the formulas of parameters that
/// these name. What is not among them moves no point.
[[nodiscard]] std::set<std::string> list_geometry_names(const Node& root);

}  // namespace globaldyn::inside::explore
