#pragma once

#include <string>
#include <vector>

#include "globaldyn/criteria/criterion.h"

namespace globaldyn::inside {
inline namespace criteria {

/// All criteria: of poses, of patterns, of paths.
[[nodiscard]] const std::vector<Criterion>& list_criteria();

/// The criterion of that name, or null.
[[nodiscard]] const Criterion* find_criterion(const std::string& name);

}  // namespace criteria
}  // namespace globaldyn::inside
