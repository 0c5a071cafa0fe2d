#include "globaldyn/plan/regions/limit_source.h"

#include <cmath>

#include "globaldyn/limits/limit_size.h"

namespace globaldyn {

void tighten(LimitSystem& system, double share) {
  for (std::size_t k = 0; k < system.rows.size(); ++k) {
    LimitRow& row = system.rows[k];
    if (row.low == row.high) continue;
    if (system.labels && (*system.labels)[k].kind == LimitKind::speed) {
      row.high *= (1.0 - share) * (1.0 - share);
      continue;
    }
    const double size = calc_limit_size(row);
    if (std::isfinite(row.low)) row.low += share * size;
    if (std::isfinite(row.high)) row.high -= share * size;
  }
}

}  // namespace globaldyn
