#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "globaldyn/plan/rows/grid_segment.h"
#include "globaldyn/plan/rows/row_field.h"

namespace globaldyn::inside {
inline namespace plan {

/// Which neighbour on the same part was made last: values where both meet are reused.
enum class Beside { none, before, after };

/// Turns a field's rows on segments into sides: evaluates them at five places of a segment, and
/// takes quadratics through three of these.
class SideMaker {
 public:
  /// The field must outlive it. @param range of the whole path
  SideMaker(RowField& field, double range);

  /// Fills in the sides of a segment whose place is known, and everything about them except
  /// guesses. Without those that it leaves out.
  void make(GridSegment& segment, Beside beside);

  [[nodiscard]] std::size_t looks() const { return looks_; }  ///< evaluations of the field
  [[nodiscard]] std::size_t calc_bytes() const { return largest_d_.size() * sizeof(double); }

 private:
  using Entry = std::vector<double> RowsAt::*;

  void find_largest_d();
  [[nodiscard]] std::array<double, 3> pick(Entry entry, std::size_t row) const;
  Quadratic3 fit(Entry entry, std::size_t row, double& misfit) const;
  void add_sides_of(std::size_t row, GridSegment& segment);
  void drop_nothing(GridSegment& segment);
  void leave_out(const GridSegment& segment);

  RowField& field_;
  double range_;
  std::size_t looks_{0};
  RowsAt rows_[5];
  std::vector<double> largest_d_;  // of every row on every part
  std::vector<double> by_size_;  // one over the size of limits, of the rows of the current segment
  std::vector<Side> sides_;      // of the current segment
  std::vector<Quadratic3> roots_;
};

}  // namespace plan
}  // namespace globaldyn::inside
