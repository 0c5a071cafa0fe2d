#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "globaldyn/limits/limit_rows.h"
#include "globaldyn/limits/reserve.h"

namespace globaldyn::inside {
inline namespace plan {

/// Cost of a pose of a machine, in sides of limits (PlanOptions::work): for small machines it takes
/// that long.
inline constexpr std::size_t kWorkOfPose = 50;

/// The limits at one p; on the two sides of it where they jump there.
struct LimitsAt {
  LimitSystem before;
  std::optional<LimitSystem> after;  ///< same as `before` if there is none
};

/// What limits a motion along a path: planners, regions along the path and whoever looks for what
/// is in the way ask it and nothing else. Keeps what it needs from one place to the next: one
/// thread at a time asks it.
///
/// Every field knows its limits at any p, as they are written at poses: rows in (d1, d2) with the
/// directions of preload, and equalities. A RowField (rows/row_field.h) also knows them as rows
/// without preload that are smooth between breaks, which plans far faster.
class LimitField {
 public:
  LimitField() = default;
  LimitField(const LimitField&) = delete;
  LimitField& operator=(const LimitField&) = delete;
  virtual ~LimitField() = default;

  /// The limits at many p, in increasing order. Called repeatedly, with points between earlier
  /// ones; what is in `limits` is overwritten.
  virtual void look(std::span<const double> p, std::span<LimitsAt> limits) = 0;

  /// What it takes to look at one p, in sides of limits (PlanOptions::work).
  [[nodiscard]] virtual std::size_t work_of_look() const { return 0; }
};

}  // namespace plan
}  // namespace globaldyn::inside
