#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/gear.h"
#include "globaldyn/limits/limit_rows.h"

namespace globaldyn::inside {
inline namespace core {
class Parameters;
}
inline namespace core {
class Node;
}
inline namespace limits {

/// How a kind of drive limit bounds the motor's force.
struct ForceBound {
  /// Of the row, which also contains `slope` times the drive's rate: their sum is in `range`. The
  /// force of a drive at rest may exceed it by the Coulomb friction.
  Interval range;
  double slope{0.0};

  [[nodiscard]] Interval at(double rate) const {
    return {range.low - slope * rate, range.high - slope * rate};
  }
};

/// A kind of drive limit: how the machine file gives it, and the row it becomes.
struct DriveLimitKind {
  std::string key;  ///< of a drive in the file; two kinds may read the same
  LimitKind kind;
  /// Reads the value at the key, if present: the motor's figures, referred to q_k. Kinds are read
  /// in their order. Null: another kind reads it.
  void (*read)(const Node& drive_node, const Drive& drive, const Parameters& parameters,
               DriveLimit& limit);
  /// Whether the drive has rows of this kind.
  bool (*has_row)(const Drive& drive);
  /// Of kinds that do not bound the motor's force.
  void (*write)(const DriveForceMap& map, Eigen::Index row_of_drive, const Drive& drive,
                LimitRow& row){nullptr};
  /// Of kinds that do: how many bounds there are, each a row of its own, and the i-th of them.
  std::size_t (*count)(const DriveLimit& limit){nullptr};
  ForceBound (*bound)(const DriveLimit& limit, std::size_t i){nullptr};
  /// Of these, which term of the motor's force it is that the row contains.
  GearPart part{GearPart::held};

  [[nodiscard]] std::size_t count_rows(const Drive& drive) const {
    if (!has_row(drive)) return 0;
    return bound == nullptr ? 1 : count(drive.limit);
  }

  /// Whether its i-th row is a further row of a limit that others are of already.
  [[nodiscard]] bool is_continued(std::size_t i) const { return i > 0 || part != GearPart::held; }
};

/// All kinds. The first is the force limit, of which every drive has a row.
[[nodiscard]] const std::vector<DriveLimitKind>& list_drive_limit_kinds();

/// The i-th row of a kind.
void write_row(const DriveLimitKind& kind, std::size_t i, const DriveForceMap& map,
               Eigen::Index row_of_drive, const Drive& drive, LimitRow& row);

/// Calls visit(row, DriveId, kind, i) for the rows of drives as limit systems have them, the i-th
/// of a kind: the force limits of all drives, then drive by drive those of the other kinds.
template <class Visit>
void visit_drive_rows(const Drives& drives, const Visit& visit) {
  const std::vector<DriveLimitKind>& kinds = list_drive_limit_kinds();
  std::size_t row = 0;
  for (const DriveId k : drives.ids()) visit(row++, k, kinds.front(), std::size_t{0});
  for (const DriveId k : drives.ids()) {
    for (std::size_t kind = 1; kind < kinds.size(); ++kind) {
      const std::size_t count = kinds[kind].count_rows(drives[k]);
      for (std::size_t i = 0; i < count; ++i) visit(row++, k, kinds[kind], i);
    }
  }
}

}  // namespace limits
}  // namespace globaldyn::inside
