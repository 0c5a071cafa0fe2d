#include "globaldyn/limits/limit_scales.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace globaldyn::inside {
inline namespace limits {
namespace {

// The size of a drive's force for deciding ranks.
double find_limit_scale(const Interval& limit) {
  const double low = std::isfinite(limit.low) ? std::abs(limit.low) : 0.0;
  const double high = std::isfinite(limit.high) ? std::abs(limit.high) : 0.0;
  return std::max(low, high);
}

}  // namespace

// Unlimited drives, and drives limited to zero, count like the strongest of the others. An
// unusually large limit is a way of writing `unlimited`: it must not make the other drives
// negligible.
VectorXd make_limit_scales(const Drives& drives) {
  std::vector<double> given;
  for (const Drive& drive : drives) {
    const double scale = find_limit_scale(drive.limit.force);
    if (scale > 0.0) given.push_back(scale);
  }
  std::sort(given.begin(), given.end());
  constexpr double kFarBeyond = 1e3;
  const double usual = given.empty() ? 1.0 : given[(given.size() - 1) / 2];
  const double strongest = given.empty() ? 1.0 : std::min(given.back(), kFarBeyond * usual);
  VectorXd scales(static_cast<Eigen::Index>(drives.size()));
  for (const DriveId k : drives.ids()) {
    const double scale = find_limit_scale(drives[k].limit.force);
    scales(row_of(k)) = scale > 0.0 ? std::clamp(scale, usual / kFarBeyond, strongest) : strongest;
  }
  return scales;
}

}  // namespace limits
}  // namespace globaldyn::inside
