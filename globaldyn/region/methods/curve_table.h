#pragma once

#include <map>
#include <vector>

#include "globaldyn/region/methods/limit_sum.h"
#include "globaldyn/region/strips.h"

namespace globaldyn::inside {
inline namespace region {

/// The curves and vertical limits found while a region is assembled from subregions. The same rows
/// held at the same limits are the same curve, whichever of them determined y and into whichever it
/// was substituted: they share one number, so that edges shared by subregions are recognised.
class CurveTable {
 public:
  explicit CurveTable(const BoundedRows& rows) : rows_(rows) {}

  /// Cuts off from `strips` what exceeds the sum of the held rows.
  void cut(Strips& strips, const std::vector<HeldRow>& held);

  [[nodiscard]] const LimitCurves& curves() const { return curves_; }

 private:
  const BoundedRows& rows_;
  LimitCurves curves_;
  std::map<std::vector<HeldLimit>, int> numbers_;
  Strips scratch_;
};

}  // namespace region
}  // namespace globaldyn::inside
