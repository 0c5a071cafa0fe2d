#include "globaldyn/region/methods/limit_sum.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace region {

MotionPolynomial add_up(const BoundedRows& rows, std::span<const HeldRow> held) {
  MotionPolynomial sum, size;
  for (const HeldRow& h : held) {
    const BoundedRow& row = rows[h.row];
    const double limit = h.weight * row.limit(h.side);
    sum.add(h.weight, row);
    sum.gamma -= limit;
    size.add_size(h.weight, row);
    size.gamma += std::abs(limit);
  }
  return clean_sum(sum, size);
}

void list_held(const BoundedRows& rows, std::span<const HeldRow> held,
               std::vector<HeldLimit>& result) {
  result.clear();
  for (const HeldRow& h : held) result.push_back({rows[h.row].row, h.side});
  std::sort(result.begin(), result.end());
}

}  // namespace region
}  // namespace globaldyn::inside
