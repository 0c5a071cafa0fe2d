#include "globaldyn/region/methods/limit_sum.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {

LimitSum add_up(const BoundedRows& rows, std::span<const HeldRow> held) {
  LimitSum sum, size;
  for (const HeldRow& h : held) {
    const BoundedRow& row = rows[h.row];
    const auto add = [&](double value, double& total, double& magnitude) {
      total += h.weight * value;
      magnitude += std::abs(h.weight * value);
    };
    add(row.alpha, sum.alpha, size.alpha);
    add(row.beta, sum.beta, size.beta);
    add(row.gamma, sum.gamma, size.gamma);
    add(-row.limit(h.side), sum.gamma, size.gamma);
    add(row.delta, sum.delta, size.delta);
  }
  return {clean_sum(sum.alpha, size.alpha), clean_sum(sum.beta, size.beta),
          clean_sum(sum.gamma, size.gamma), clean_sum(sum.delta, size.delta)};
}

void list_held(const BoundedRows& rows, std::span<const HeldRow> held,
               std::vector<HeldLimit>& result) {
  result.clear();
  for (const HeldRow& h : held) result.push_back({rows[h.row].row, h.side});
  std::sort(result.begin(), result.end());
}

}  // namespace globaldyn
