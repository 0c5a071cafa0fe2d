#include "globaldyn/region/limit_rows.h"

namespace globaldyn {

LimitLabels make_limit_labels(const Mechanism& mechanism) {
  std::vector<LimitLabel> labels;
  for (const Drive& drive : mechanism.drives) labels.push_back({drive.name, LimitKind::force});
  return std::make_shared<const std::vector<LimitLabel>>(std::move(labels));
}

LimitSystem make_limit_system(const Mechanism& mechanism, const DriveForceMap& map,
                              const DriveLimits& limits) {
  LimitSystem system;
  system.labels = make_limit_labels(mechanism);
  update_limit_system(map, limits, system);
  return system;
}

void update_limit_system(const DriveForceMap& map, const DriveLimits& limits, LimitSystem& system) {
  system.redundancy = map.redundancy();
  system.rows.resize(static_cast<std::size_t>(map.drive_count()));
  for (Eigen::Index k = 0; k < map.drive_count(); ++k) {
    LimitRow& row = system.rows[static_cast<std::size_t>(k)];
    const Interval& limit = limits[static_cast<std::size_t>(k)];
    const double slack = map.coulomb_slack(k);
    row.alpha = map.A(k);
    row.beta = map.B(k);
    row.gamma = map.C(k);
    row.delta = map.D(k);
    row.v = map.V.row(k).transpose();
    row.low = limit.low - slack;
    row.high = limit.high + slack;
  }
  system.equalities.clear();
  for (Eigen::Index i = 0; i < map.unbalanced(); ++i) {
    const auto row = map.equalities.row(i);
    system.equalities.push_back({row(kSquare), row(kLinear), row(kConstant), row(kAcceleration)});
  }
}

}  // namespace globaldyn
