#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "globaldyn/plan/rows/row_field.h"
#include "globaldyn/plan/rows/row_grid.h"
#include "globaldyn/plan/rows/segment_motion.h"
#include "globaldyn/plan/rows/shortage.h"

namespace globaldyn {

struct RowPlanOptions {
  double tolerance{1e-6};        ///< time - time_lower <= tolerance * time
  std::vector<SpeedGate> gates;  ///< the first at the start, the last at the end, p increasing
  bool is_closed{false};         ///< the end is the start again; its gates allow everything
  /// Number of sides of rows worked on, 100 to 200 ns each, after which it gives up with what it
  /// has; 0: enough for nearly all paths, in proportion to the field's parts.
  std::size_t work{0};
  std::size_t memory{200'000'000};  ///< maximum bytes to be held; 64 segments are always allowed
};

enum class RowPlanStatus {
  optimal,     ///< the bounds of the time are within the tolerance
  inaccurate,  ///< there is a motion, but its bounds are further apart
  infeasible,  ///< there is no motion, which is proven
  blocked,     ///< no motion was found, which proves nothing
  unlimited,   ///< nothing limits the speed
  gave_up,     ///< the work or the memory was used up
};

/// A motion along a path in minimum time under straight rows. It keeps all rows everywhere, and
/// `time_lower` is below the time of any motion that does.
struct RowPlan {
  RowPlanStatus status{RowPlanStatus::blocked};
  /// Whether what is said holds up to rounding errors, whatever the grid: both bounds of the time,
  /// or that there is no motion. So it is where rows are straight and exact; otherwise it rests on
  /// estimates of how far they are from the quadratics through three of their points.
  bool is_proven{false};
  Shortage shortage{Shortage::none};    ///< if it gave up
  std::vector<double> p;                ///< nodes
  std::vector<double> x;                ///< d1² at them
  std::vector<SegmentMotion> segments;  ///< one fewer
  double time{0.0};
  double time_lower{0.0};
  std::optional<double> blocked_at;  ///< without a motion: the p that no motion passes
  std::size_t work{0};               ///< sides worked on
  std::size_t looks{0};              ///< evaluations of the field
  std::size_t bytes{0};  ///< maximum held, as predicted: never less than the actual amount
  int rounds{0};
};

/// RowPlanOptions::work, or what it is by default.
[[nodiscard]] std::size_t find_most_work(const RowField& field, const RowPlanOptions& options);

[[nodiscard]] RowPlan plan_rows(RowField& field, const RowPlanOptions& options);

}  // namespace globaldyn
