#pragma once

#include <span>

#include "globaldyn/region/limit_curves.h"
#include "globaldyn/region/methods/bounded_rows.h"

namespace globaldyn {

/// alpha d1² + beta d1 + gamma + delta d2 <= 0: what remains of rows after y has cancelled.
struct LimitSum {
  double alpha{0.0};
  double beta{0.0};
  double gamma{0.0};
  double delta{0.0};

  /// As a function of d1, where delta is zero.
  [[nodiscard]] Parabola wall() const { return {gamma, beta, alpha}; }
  /// d2 = … where it holds with equality.
  [[nodiscard]] Parabola curve() const { return {-gamma / delta, -beta / delta, -alpha / delta}; }
};

/// One of the bounded rows held at one of its limits, weighted.
struct HeldRow {
  int row;
  LimitSide side;
  double weight;
};

/// The sum  weights (rows - limits)  of rows whose y cancels, with coefficients that are rounding
/// errors of their terms set to zero.
[[nodiscard]] LimitSum add_up(const BoundedRows& rows, std::span<const HeldRow> held);

/// Which limits hold at the sum: sorted, with the rows' numbers in the limit system.
void list_held(const BoundedRows& rows, std::span<const HeldRow> held,
               std::vector<HeldLimit>& result);

}  // namespace globaldyn
