#pragma once

#include <optional>
#include <vector>

#include "core/description/quantities.h"
#include "globaldyn/path/csv.h"

namespace globaldyn::inside {
inline namespace path {

/// Orientations as written one after the other.
struct WrittenRotations {
  std::vector<Matrix3d> rotations;  ///< of the tool's frame, R_WT
  std::vector<SourcePlace> places{};
};

/// As what numbers of an orientation are meant.
enum class RotationSpelling {
  cardan,           ///< R = Rx(a) Ry(b) Rz(c)
  rpy,              ///< roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll)
  rotation_vector,  ///< the axis times the angle
  quaternion,       ///< w, x, y, z, of length 1 up to 1e-3; q and -q are the same
};

/// `as` of a list. @throws InputError
[[nodiscard]] RotationSpelling read_spelling(const Node& as);

/// Three angles, or four numbers of a quaternion. @throws InputError at `node`
[[nodiscard]] Matrix3d read_rotation(const Node& node, const std::vector<Node>& numbers,
                                     RotationSpelling spelling, const Parameters& parameters);

/// Refuses orientations next to each other between which it is open which way round is the short
/// one: more than 179.9 deg apart. @throws InputError at the second of them
void require_short_ways(const WrittenRotations& written);

/// Columns that a table may have for orientations: roll, pitch, yaw; qw, qx, qy, qz; rx, ry, rz.
[[nodiscard]] const std::vector<CsvColumnKind>& list_rotation_columns();

/// The orientations of a table, one a row; nothing if it has no such columns.
/// @param node where the file is named; `as` in it says what rx, ry, rz are
/// @throws InputError at the table's own line, also where columns are missing or of two kinds
[[nodiscard]] std::optional<WrittenRotations> take_rotations(const CsvColumns& columns,
                                                             const Node& node);

}  // namespace path
}  // namespace globaldyn::inside
