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
  std::vector<SpeedGate> gates;  ///< the first at the begin, the last at the end, p rising
  bool is_closed{false};         ///< the end is the begin again; its gates allow everything
  /// Sides of rows worked on, a hundred nanoseconds or two each, beyond which it gives up with what
  /// it has; 0: what is enough for nearly all paths, in proportion to the field's parts.
  std::size_t work{0};
  std::size_t memory{200'000'000};  ///< bytes to be held at most; 64 segments are always allowed
};

enum class RowPlanStatus {
  optimal,     ///< the bounds of the time are within the tolerance
  inaccurate,  ///< there is a motion, but its bounds are further apart
  infeasible,  ///< there is no motion, which is proven
  blocked,     ///< none was found, which proves nothing
  unlimited,   ///< nothing limits the speed
  gave_up,     ///< the work or the memory was spent
};

/// A motion along a path in minimum time under straight rows. It keeps all rows everywhere, and
/// `time_lower` is below the time of any motion that does.
struct RowPlan {
  RowPlanStatus status{RowPlanStatus::blocked};
  Shortage shortage{Shortage::none};    ///< if it gave up
  std::vector<double> p;                ///< nodes
  std::vector<double> x;                ///< d1² at them
  std::vector<SegmentMotion> segments;  ///< one fewer
  double time{0.0};
  double time_lower{0.0};
  std::optional<double> blocked_at;  ///< without a motion: the p that none passes
  std::size_t work{0};               ///< sides worked on
  std::size_t looks{0};              ///< at the field
  std::size_t bytes{0};              ///< held at most, as foreseen: never less than what was
  int rounds{0};
};

/// RowPlanOptions::work, or what it is by default.
[[nodiscard]] std::size_t find_most_work(const RowField& field, const RowPlanOptions& options);

[[nodiscard]] RowPlan plan_rows(const RowField& field, const RowPlanOptions& options);

}  // namespace globaldyn
