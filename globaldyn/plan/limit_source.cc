#include "globaldyn/plan/limit_source.h"

#include <cmath>

namespace globaldyn {

void tighten(LimitSystem& system, double share) {
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    LimitRow& row = system.rows[k];
    if (row.low == row.high) continue;
    if (system.labels && (*system.labels)[k].kind == LimitKind::speed) {
      row.high *= (1.0 - share) * (1.0 - share);
      continue;
    }
    const bool has_low = std::isfinite(row.low), has_high = std::isfinite(row.high);
    const double size =
        has_low && has_high ? 0.5 * (row.high - row.low) : std::abs(has_low ? row.low : row.high);
    if (has_low) row.low += share * size;
    if (has_high) row.high -= share * size;
  }
}

}  // namespace globaldyn
