#pragma once

#include <deque>
#include <string>

#include "globaldyn/criteria/criterion.h"

namespace globaldyn::inside {
inline namespace criteria {

/// All criteria: of poses, of patterns, of paths; those added, which may also be of machines, last.
[[nodiscard]] const std::deque<Criterion>& list_criteria();

/// Adds one to the list for the rest of the process. Not while other threads look at the list.
/// @throws InputError for a name that is there already, or is none for formulas; and for a unit
///   that is not in SI
void add_criterion(Criterion criterion);

/// The criterion of that name, or null.
[[nodiscard]] const Criterion* find_criterion(const std::string& name);

}  // namespace criteria
}  // namespace globaldyn::inside
