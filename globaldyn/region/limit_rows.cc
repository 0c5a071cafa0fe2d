#include "globaldyn/region/limit_rows.h"

namespace globaldyn {

LimitSystem make_limit_system(const Mechanism& mechanism, const DriveForceMap& map,
                              const DriveLimits& limits) {
  LimitSystem system;
  system.redundancy = map.redundancy();
  for (Eigen::Index k = 0; k < map.drive_count(); ++k) {
    const Interval& limit = limits[static_cast<std::size_t>(k)];
    const double slack = map.coulomb_slack(k);
    system.rows.push_back({mechanism.drives[static_cast<std::size_t>(k)].name, map.A(k), map.B(k),
                           map.C(k), map.D(k), map.V.row(k).transpose(), limit.low - slack,
                           limit.high + slack});
  }
  for (Eigen::Index i = 0; i < map.unbalanced(); ++i) {
    const auto row = map.equalities.row(i);
    system.equalities.push_back({row(kSquare), row(kLinear), row(kConstant), row(kAcceleration)});
  }
  return system;
}

}  // namespace globaldyn
