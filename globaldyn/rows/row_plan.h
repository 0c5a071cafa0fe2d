#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "globaldyn/rows/segment_motion.h"
#include "globaldyn/rows/row_field.h"
#include "globaldyn/rows/row_grid.h"

namespace globaldyn {

struct RowPlanOptions {
  double tolerance{1e-6};        ///< time - time_lower <= tolerance * time
  std::vector<SpeedGate> gates;  ///< the first at the begin, the last at the end, p rising
  bool is_closed{false};         ///< the end is the begin again; its gates allow everything
  std::size_t work{20'000'000};  ///< segments worked on, beyond which it gives up
  std::size_t most_segments{400'000};
};

enum class RowPlanStatus {
  optimal,     ///< the bounds of the time are within the tolerance
  inaccurate,  ///< there is a motion, but its bounds are further apart
  infeasible,  ///< there is no motion, which is proven
  blocked,     ///< none was found, which proves nothing
  unlimited,   ///< nothing limits the speed
  gave_up,     ///< the work was spent
};

/// A motion along a path in minimum time under straight rows. It keeps all rows everywhere, and
/// `time_lower` is below the time of any motion that does.
struct RowPlan {
  RowPlanStatus status{RowPlanStatus::blocked};
  std::vector<double> p;                ///< nodes
  std::vector<SegmentMotion> segments;  ///< one fewer
  double time{0.0};
  double time_lower{0.0};
  std::optional<double> blocked_at;  ///< without a motion: the p that none passes
  std::size_t work{0};               ///< segments worked on
  std::size_t looks{0};              ///< at the field
  int rounds{0};
};

[[nodiscard]] RowPlan plan_rows(const RowField& field, const RowPlanOptions& options);

}  // namespace globaldyn
