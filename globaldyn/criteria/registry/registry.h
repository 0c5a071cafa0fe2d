#pragma once

#include <span>
#include <string>

#include "globaldyn/criteria/criterion.h"

namespace globaldyn::inside {
inline namespace criteria {

/// All criteria: of poses, of patterns, of paths; those added, which may also be of machines, last.
/// What is in it stays where it is.
[[nodiscard]] std::span<const Criterion> list_criteria();

/// Adds one to the list for the rest of the process; other threads may look at it meanwhile.
/// @throws InputError for a name that is there already, or is none for formulas; for a unit that is
///   not in SI; and where there are too many
void add_criterion(Criterion criterion);

/// The criterion of that name, or null.
[[nodiscard]] const Criterion* find_criterion(const std::string& name);

}  // namespace criteria
}  // namespace globaldyn::inside
