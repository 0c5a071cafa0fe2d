#pragma once

#include <map>
#include <vector>

#include "globaldyn/region/methods/limit_sum.h"
#include "globaldyn/region/strips.h"

namespace globaldyn {

/// The curves and vertical limits met while a region is put together from subregions. The same
/// rows held at the same limits are the same curve, whichever of them gave y and whichever was
/// put in: they share one number, so that edges shared by subregions are known to be shared.
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

}  // namespace globaldyn
