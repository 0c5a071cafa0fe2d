#pragma once

#include <vector>

#include "core/base/nth.h"
#include "globaldyn/region/methods/bounded_rows.h"
#include "globaldyn/region/parabola.h"

namespace globaldyn::inside {
inline namespace region {

/// A polynomial of the walk's parameter, c0 + c1 t + c2 t².
using Polynomial = Parabola;

/// All rows as functions of a maximal independent set of them, the active ones x:
///     n_i = P_i(t) + sum over c of T_ic x_c,
/// t being d1² if no row has a linear term (then nothing is quadratic), otherwise d1. The
/// objective, d2, is one more row. Exchanging an active row for another is one pivot.
class Tableau {
 public:
  /// From the rows, with active rows chosen for good pivots.
  void start(const BoundedRows& rows);

  /// Makes `row` active in place of active row number `c`.
  void pivot(int row, int c);

  [[nodiscard]] int row_count() const { return count_; }
  [[nodiscard]] int active_count() const { return active_count_; }
  [[nodiscard]] int active(int c) const { return nth(active_, c); }
  [[nodiscard]] bool is_active(int row) const { return nth(place_, row) >= 0; }
  [[nodiscard]] double coefficient(int row, int c) const { return at(row)[c]; }
  [[nodiscard]] Polynomial polynomial(int row) const {
    const double* const tail = at(row) + columns_;
    return {tail[0], tail[1], tail[2]};
  }
  /// d(d2)/dx_c up to a positive factor; all 0 if d2 is not determined by the rows.
  [[nodiscard]] double price(int c) const { return bounds_d2_ ? at(count_)[c] : 0.0; }
  [[nodiscard]] bool bounds_d2() const { return bounds_d2_; }
  /// t = d1², not d1.
  [[nodiscard]] bool is_straight() const { return is_straight_; }

 private:
  [[nodiscard]] double* at(int row) { return entries_.data() + row * (columns_ + 3); }
  [[nodiscard]] const double* at(int row) const { return entries_.data() + row * (columns_ + 3); }
  void choose_active_rows();
  void exchange(int row, int c);

  int count_{0};
  int columns_{0};       // r + 1
  int active_count_{0};  // columns that hold an active row; the rest are free
  bool is_straight_{true};
  bool bounds_d2_{true};
  std::vector<double> entries_;  // per row T_i, then P_i; the objective's row last
  std::vector<int> active_;      // per column, its row
  std::vector<int> place_;       // per row, its column or -1
};

}  // namespace region
}  // namespace globaldyn::inside
