#pragma once

#include <vector>

#include "globaldyn/region/region.h"

namespace globaldyn::inside {
inline namespace region {

/// What is accessible in both regions, such as two poses of a path or two loads. Edges keep the
/// limits they stem from; rows with the same label are not distinguished by their origin.
[[nodiscard]] Region intersect(const Region& a, const Region& b);

/// What is accessible in all of them; the whole half plane d1 >= 0 if there are none.
[[nodiscard]] Region intersect(const std::vector<const Region*>& regions);

}  // namespace region
}  // namespace globaldyn::inside
