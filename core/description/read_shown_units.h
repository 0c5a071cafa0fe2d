#pragma once

#include <string>
#include <vector>

#include "core/description/document.h"
#include "core/expression/shown_units.h"

namespace globaldyn::inside {
inline namespace core {

/// The list `units` of a machine file, `[mm, deg, kg cm^2]`.
/// @throws InputError at the first that is no unit, or whose quantity has one already
[[nodiscard]] ShownUnits read_shown_units(const Node& list);

/// @throws InputError at the first unit of the list that no result is in. Results are in lengths,
///   forces and what else the program computes, and in `others`, units of the file's own.
void require_units_of_results(const Node& list, const std::vector<std::string>& others);

}  // namespace core
}  // namespace globaldyn::inside
