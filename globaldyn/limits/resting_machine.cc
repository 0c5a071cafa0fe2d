#include "globaldyn/limits/resting_machine.h"

#include <algorithm>
#include <cmath>

#include "globaldyn/limits/gear.h"

namespace globaldyn::inside {
inline namespace limits {
namespace {

// What the map's constant forces contain of it. Drives that stand still along the path have theirs
// in the slack already.
VectorXd list_friction(const Drives& drives, const DriveForceMap& map) {
  VectorXd friction = VectorXd::Zero(map.drive_count());
  for (const DriveId id : drives.ids()) {
    const Eigen::Index k = row_of(id);
    if (map.coulomb_slack(k) > 0.0) continue;
    friction(k) = std::copysign(drives[id].coulomb, map.drive_rate(k));
  }
  return friction;
}

}  // namespace

// The map's forces are those of minimum norm: friction removed from them leaves its part along the
// preload, by which all rows that depend on the preload are shifted.
void hold_still(const Drives& drives, DriveForceMap& map, LimitSystem& system) {
  const VectorXd friction = list_friction(drives, map);
  if (friction.isZero(0.0) && std::none_of(drives.begin(), drives.end(), has_gear_losses)) return;
  map.drive_rate.setZero();
  const VectorXd shift = map.V.transpose() * friction;
  map.forces.col(kConstant) -= friction - map.V * shift;
  map.transmitted.col(kConstant) += map.V * shift;
  map.coulomb_slack += friction.cwiseAbs();
  for (LimitRow& row : system.rows) row.gamma += row.v.dot(shift);
  update_limit_system(drives, map, system);
}

}  // namespace limits
}  // namespace globaldyn::inside
