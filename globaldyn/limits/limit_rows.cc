#include "globaldyn/limits/limit_rows.h"

#include <algorithm>

#include "globaldyn/limits/drive_limit_kinds.h"

namespace globaldyn::inside {
inline namespace limits {

LimitLabels make_limit_labels(const Drives& drives, const std::vector<ReactionLimit>& reactions,
                              const std::vector<LimitLabel>& of_joints) {
  std::vector<LimitLabel> labels;
  visit_drive_rows(
      drives, [&](std::size_t /*row*/, DriveId id, const DriveLimitKind& kind, std::size_t i) {
        const Drive& drive = drives[id];
        const bool is_force = kind.kind == LimitKind::force || kind.kind == LimitKind::tension;
        labels.push_back({drive.name, kind.kind, is_force && drive.kind == Drive::Kind::cable,
                          kind.is_continued(i)});
      });
  labels.insert(labels.end(), of_joints.begin(), of_joints.end());
  for (const ReactionLimit& limit : reactions) {
    labels.push_back({limit.name, LimitKind::reaction});
  }
  return std::make_shared<const std::vector<LimitLabel>>(std::move(labels));
}

// Where a winch rests under friction, its motor's row is wider by that and may begin below zero.
double lower_limit(double low, double by, const LimitLabel& label) {
  return label.is_of_cable ? std::max(low - by, std::min(low, 0.0)) : low - by;
}

LimitSystem make_limit_system(const Drives& drives, const DriveForceMap& map) {
  LimitSystem system;
  system.labels = make_limit_labels(drives);
  update_limit_system(drives, map, system);
  return system;
}

void update_limit_system(const Drives& drives, const DriveForceMap& map, LimitSystem& system) {
  system.redundancy = map.redundancy();
  system.rows.resize(system.labels->size());
  visit_drive_rows(drives,
                   [&](std::size_t row, DriveId id, const DriveLimitKind& kind, std::size_t i) {
                     write_row(kind, i, map, row_of(id), drives[id], system.rows[row]);
                   });
  system.equalities.clear();
  for (Eigen::Index i = 0; i < map.unbalanced(); ++i) {
    system.equalities.push_back(make_motion_polynomial(map.equalities.row(i)));
  }
}

void write_reactions(const std::vector<ReactionLimit>& limits,
                     const std::vector<Reaction>& reactions, LimitSystem& system) {
  const std::size_t first = system.rows.size() - limits.size();
  for (std::size_t i = 0; i < limits.size(); ++i) {
    system.rows[first + i] = {reactions[i].value, reactions[i].v, limits[i].range.low,
                              limits[i].range.high};
  }
}

}  // namespace limits
}  // namespace globaldyn::inside
