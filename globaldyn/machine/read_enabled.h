#pragma once

#include <vector>

#include "core/base/ids.h"
#include "core/description/document.h"
#include "core/description/parameters.h"

namespace globaldyn::inside {
inline namespace machine {

/// The drives that `enabled` of a machine file says are not there: false, or a formula that is not
/// more than zero.
[[nodiscard]] std::vector<DriveId> list_disabled_drives(const Node& root,
                                                        const Parameters& parameters);

}  // namespace machine
}  // namespace globaldyn::inside
