#pragma once

#include <cstddef>
#include <limits>
#include <vector>

#include "globaldyn/plan/rows/grid_segment.h"
#include "globaldyn/plan/rows/side_maker.h"

namespace globaldyn::inside {
inline namespace plan {

/// The segments of a path, with the field's rows on them as sides.
class RowGrid {
 public:
  /// The field must outlive it. @param pieces minimum number of segments
  /// @param memory bytes that its segments may hold: beyond that it is left incomplete
  RowGrid(RowField& field, const std::vector<double>& nodes, std::size_t pieces,
          std::size_t memory = std::numeric_limits<std::size_t>::max());

  [[nodiscard]] bool is_whole() const { return is_whole_; }

  [[nodiscard]] std::vector<GridSegment>& segments() { return segments_; }
  [[nodiscard]] const std::vector<GridSegment>& segments() const { return segments_; }
  [[nodiscard]] double range() const { return range_; }

  /// Divides segments at given fractions, increasing within (0, 1); none: unchanged.
  void divide(const std::vector<std::vector<double>>& shares);

  /// Whether any segment leaves sides out.
  [[nodiscard]] bool leaves_out() const { return leaves_out_; }
  /// The sides a segment leaves out, on a stretch within its part.
  [[nodiscard]] std::vector<Side> list_left_out(std::size_t segment, double p, double h);
  /// Restores sides with these numbers, increasing, on a segment.
  void restore(std::size_t segment, const std::vector<int>& numbers);

  [[nodiscard]] std::size_t looks() const { return sides_.looks(); }

  /// Memory the segments hold, bytes.
  [[nodiscard]] std::size_t calc_bytes() const;
  /// Memory they will hold after adding this many, extrapolated from now.
  [[nodiscard]] std::size_t estimate_bytes(std::size_t added) const;
  /// And the maximum while they are added, when existing ones move to larger storage.
  [[nodiscard]] std::size_t foresee_bytes_moving(std::size_t added) const;

 private:
  void add_part(std::size_t part, const std::vector<double>& nodes, double longest);
  [[nodiscard]] GridSegment cut_out(const GridSegment& old, double from, double to, Beside beside);

  void leave_out_far_sides(GridSegment& segment);

  RowField& field_;
  double range_;
  SideMaker sides_;
  std::vector<GridSegment> segments_;
  bool leaves_out_{false};
  bool is_whole_{true};
};

}  // namespace plan
}  // namespace globaldyn::inside
