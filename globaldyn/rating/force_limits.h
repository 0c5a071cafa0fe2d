#pragma once

#include "globaldyn/limits/drive_limits.h"

namespace globaldyn::inside {
inline namespace rating {

/// Of each drive the size that shares of its force refer to: see find_share_size(). Shape: m.
[[nodiscard]] inline VectorXd list_force_limits(const Drives& drives) {
  VectorXd sizes(static_cast<Eigen::Index>(drives.size()));
  for (const DriveId id : drives.ids()) sizes(row_of(id)) = find_share_size(drives[id].limit);
  return sizes;
}

}  // namespace rating
}  // namespace globaldyn::inside
