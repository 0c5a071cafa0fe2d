#pragma once

#include <string>
#include <vector>

#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/limit_rows.h"

namespace globaldyn::inside {
inline namespace core {
class Parameters;
}
inline namespace core {
class Node;
}
inline namespace limits {

/// A kind of drive limit: how the machine file gives it, and the row it becomes.
struct DriveLimitKind {
  std::string key;  ///< of a drive in the file; two kinds may read the same
  LimitKind kind;
  /// Reads the value at the key, if present: the motor's figures, referred to q_k. Kinds are read
  /// in their order.
  void (*read)(const Node& drive_node, const Drive& drive, const Parameters& parameters,
               DriveLimit& limit);
  /// Whether the drive has a row of this kind.
  bool (*has_row)(const DriveLimit& limit);
  void (*write)(const DriveForceMap& map, Eigen::Index row_of_drive, const DriveLimit& limit,
                LimitRow& row);
  /// What it leaves of the motor's force at a rate dq_k/dt; the force of a drive at rest may exceed
  /// it by the Coulomb friction. Null: it limits something else.
  Interval (*force_at)(const DriveLimit& limit, double rate){nullptr};
};

/// All kinds. The first is the force limit, of which every drive has a row.
[[nodiscard]] const std::vector<DriveLimitKind>& list_drive_limit_kinds();

/// Calls visit(row, DriveId, kind) for the rows of drives as limit systems have them: the force
/// limits of all drives, then drive by drive those of the other kinds that it has.
template <class Visit>
void visit_drive_rows(const Drives& drives, const Visit& visit) {
  const std::vector<DriveLimitKind>& kinds = list_drive_limit_kinds();
  std::size_t row = 0;
  for (const DriveId k : drives.ids()) visit(row++, k, kinds.front());
  for (const DriveId k : drives.ids()) {
    for (std::size_t i = 1; i < kinds.size(); ++i) {
      if (kinds[i].has_row(drives[k].limit)) visit(row++, k, kinds[i]);
    }
  }
}

}  // namespace limits
}  // namespace globaldyn::inside
