#pragma once

#include <vector>

#include "globaldyn/evaluation/tool_acceleration.h"
#include "globaldyn/limits/limit_rows.h"
#include "globaldyn/path/path.h"

namespace globaldyn::inside {
inline namespace survey {

/// Two components of a sum of two others: the tool's acceleration seen from a side of a polygon.
struct ToolRow {
  double along{0.0};
  double across{0.0};
};

/// What a path limits of its tool, as rows: speed, d1² |R'|² <= v²; acceleration along and across
/// the path; and the length of its vector. That vector lies in the plane of R' and R'', so its
/// length is that of (along, across), and the disc in which it has to be is replaced by the regular
/// polygon with kSides corners on its edge: rows that no motion beyond the limit keeps, and
/// that take up to 1 - cos(pi / kSides) = 0.5 % of it, but nothing of what is purely along or
/// across, where corners are. All rows are symmetric, so that the signs of the two components do
/// not matter.
class ToolRows {
 public:
  static constexpr int kSides = 32;

  /// The path must outlive it.
  explicit ToolRows(const Path& path);

  [[nodiscard]] bool empty() const { return labels_.empty(); }
  [[nodiscard]] const std::vector<LimitLabel>& labels() const { return labels_; }
  [[nodiscard]] bool has_accelerations() const { return !sides_.empty(); }

  /// Appends the rows with their limits at p to those of the machine.
  /// @param speed_square |R'|², m²
  void append(double p, double speed_square, const ToolAcceleration& acceleration,
              LimitSystem& system) const;

  /// The limits of all rows at p, instead of those in the last entries of `low` and `high`.
  void write_limits(double p, std::vector<double>& low, std::vector<double>& high) const;

  /// The rows of accelerations, the last of a node's, with the acceleration turned so that it goes
  /// on smoothly from that next to it: across a straight place of the path, where the side to which
  /// it bends changes, and at a place where the tool stands still, where tangents have no sign.
  /// @param beside likewise, turned already @param acceleration is turned
  /// @param rows columns d1², d1, 1, d2 and those of the preload
  void turn(const ToolAcceleration& beside, ToolAcceleration& acceleration, MatrixXd& rows) const;

 private:
  [[nodiscard]] double find_speed(double p) const;
  [[nodiscard]] std::vector<double> list_bounds(double p) const;

  const Path& path_;
  std::vector<LimitLabel> labels_;
  std::vector<ToolRow> sides_;  // of the rows of accelerations
};

}  // namespace survey
}  // namespace globaldyn::inside
