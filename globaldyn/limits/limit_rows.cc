#include "globaldyn/limits/limit_rows.h"

namespace globaldyn {

namespace {

void write_force(const DriveForceMap& map, Eigen::Index k, LimitRow& row) {
  row.alpha = map.A(k);
  row.beta = map.B(k);
  row.gamma = map.C(k);
  row.delta = map.D(k);
  row.v = map.V.row(k).transpose();
}

void write_line(const DriveForceMap& map, Eigen::Index k, const DriveLimit& limit, LimitRow& row) {
  write_force(map, k, row);
  row.beta += limit.line_slope * map.drive_rate(k);
  row.low = -limit.stall - map.coulomb_slack(k);
  row.high = limit.stall + map.coulomb_slack(k);
}

// As a bound on d1², which keeps straight what is straight: (q' d1)² <= speed².
void write_speed(const DriveForceMap& map, Eigen::Index k, const DriveLimit& limit, LimitRow& row) {
  row.alpha = map.drive_rate(k) * map.drive_rate(k);
  row.beta = row.gamma = row.delta = 0.0;
  row.v.setZero(map.redundancy());
  row.low = -DriveLimit::kNone;
  row.high = limit.speed * limit.speed;
}

}  // namespace

LimitLabels make_limit_labels(const Mechanism& mechanism, const DriveLimits& limits,
                              const std::vector<ReactionLimit>& reactions) {
  std::vector<LimitLabel> labels;
  for (const Drive& drive : mechanism.drives) labels.push_back({drive.name, LimitKind::force});
  for (std::size_t k = 0; k < limits.size(); ++k) {
    const std::string& name = mechanism.drives[k].name;
    if (limits[k].has_line()) labels.push_back({name, LimitKind::line});
    if (limits[k].has_speed()) labels.push_back({name, LimitKind::speed});
  }
  for (const ReactionLimit& limit : reactions) {
    labels.push_back({limit.name, LimitKind::reaction});
  }
  return std::make_shared<const std::vector<LimitLabel>>(std::move(labels));
}

LimitSystem make_limit_system(const Mechanism& mechanism, const DriveForceMap& map,
                              const DriveLimits& limits) {
  LimitSystem system;
  system.labels = make_limit_labels(mechanism, limits);
  update_limit_system(map, limits, system);
  return system;
}

void update_limit_system(const DriveForceMap& map, const DriveLimits& limits, LimitSystem& system) {
  system.redundancy = map.redundancy();
  system.rows.resize(system.labels->size());
  std::size_t next = limits.size();
  for (std::size_t k = 0; k < limits.size(); ++k) {
    const Eigen::Index drive = static_cast<Eigen::Index>(k);
    const double slack = map.coulomb_slack(drive);
    write_force(map, drive, system.rows[k]);
    system.rows[k].low = limits[k].force.low - slack;
    system.rows[k].high = limits[k].force.high + slack;
    if (limits[k].has_line()) write_line(map, drive, limits[k], system.rows[next++]);
    if (limits[k].has_speed()) write_speed(map, drive, limits[k], system.rows[next++]);
  }
  system.equalities.clear();
  for (Eigen::Index i = 0; i < map.unbalanced(); ++i) {
    const auto row = map.equalities.row(i);
    system.equalities.push_back({row(kSquare), row(kLinear), row(kConstant), row(kAcceleration)});
  }
}

void write_reactions(const std::vector<ReactionLimit>& limits,
                     const std::vector<Reaction>& reactions, LimitSystem& system) {
  const std::size_t first = system.rows.size() - limits.size();
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const auto& c = reactions[i].coefficients;
    system.rows[first + i] = {c(kSquare),          c(kLinear),     c(kConstant),
                              c(kAcceleration),    reactions[i].v, limits[i].range.low,
                              limits[i].range.high};
  }
}

}  // namespace globaldyn
