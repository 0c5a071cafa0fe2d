#include "globaldyn/maps/column_summary.h"

#include <algorithm>
#include <cmath>

#include "core/base/constants.h"

namespace globaldyn::inside {
inline namespace maps {
namespace {

bool is_unlimited(double value, Better better) {
  return value == (better == Better::larger ? kInfinity : -kInfinity);
}

}  // namespace

ColumnSummary summarize(const WorkspaceMap& map, const MapColumn& column) {
  ColumnSummary summary{.min = kInfinity, .max = -kInfinity};
  double sum = 0.0;
  for (std::size_t i = 0; i < map.status.size(); ++i) {
    if (!map.has_own_value(column, i)) continue;
    const double value = column.values[i];
    if (!std::isfinite(value)) {
      const bool is_free = is_unlimited(value, column.plan.criterion->better);
      ++(is_free ? summary.unlimited : summary.never);
      continue;
    }
    ++summary.counted;
    sum += value;
    summary.min = std::min(summary.min, value);
    summary.max = std::max(summary.max, value);
  }
  if (summary.counted == 0) summary.min = summary.max = kNaN;
  summary.mean = summary.counted == 0 ? kNaN : sum / static_cast<double>(summary.counted);
  return summary;
}

}  // namespace maps
}  // namespace globaldyn::inside
