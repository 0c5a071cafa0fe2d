#pragma once

#include <span>

#include "globaldyn/region/limit_curves.h"
#include "globaldyn/region/methods/bounded_rows.h"

namespace globaldyn::inside {
inline namespace region {

/// One of the bounded rows held at one of its limits, weighted.
struct HeldRow {
  int row;
  LimitSide side;
  double weight;
};

/// What remains of rows after y has cancelled, <= 0: the sum  weights (rows - limits)  of rows
/// whose y cancels, with coefficients that are rounding errors of their terms set to zero.
[[nodiscard]] MotionPolynomial add_up(const BoundedRows& rows, std::span<const HeldRow> held);

/// Which limits hold at the sum: sorted, with the rows' numbers in the limit system.
void list_held(const BoundedRows& rows, std::span<const HeldRow> held,
               std::vector<HeldLimit>& result);

}  // namespace region
}  // namespace globaldyn::inside
