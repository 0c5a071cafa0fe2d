#include "globaldyn/region/methods/tableau.h"

#include <algorithm>
#include <cmath>

#include "core/base/nth.h"
#include "core/base/round_off.h"

namespace globaldyn::inside {
inline namespace region {
namespace {

double largest_or_one(double value) {
  return value > 0.0 ? value : 1.0;
}

}  // namespace

void Tableau::start(const BoundedRows& rows) {
  count_ = rows.count();
  columns_ = rows.redundancy() + 1;
  is_straight_ = rows.is_straight();
  double largest_delta = 0.0;
  for (int i = 0; i < count_; ++i) {
    largest_delta = std::max(largest_delta, std::abs(rows[i].delta));
  }
  // The unknowns d2 and y, scaled so that the rows' coefficients are comparable.
  const double delta_scale = 1.0 / largest_or_one(largest_delta);
  const double v_scale = 1.0 / largest_or_one(rows.largest_preload());
  entries_.resize(static_cast<std::size_t>((count_ + 1) * (columns_ + 3)));
  for (int i = 0; i < count_; ++i) {
    double* entry = at(i);
    *entry++ = delta_scale * rows[i].delta;
    for (const double v : rows.v(i)) *entry++ = v_scale * v;
    *entry++ = rows[i].gamma;
    *entry++ = is_straight_ ? rows[i].alpha : rows[i].beta;
    *entry++ = is_straight_ ? 0.0 : rows[i].alpha;
  }
  std::fill_n(at(count_), columns_ + 3, 0.0);
  at(count_)[0] = 1.0;
  choose_active_rows();
}

void Tableau::choose_active_rows() {
  active_.assign(static_cast<std::size_t>(columns_), -1);
  place_.assign(static_cast<std::size_t>(count_), -1);
  // The largest of all remaining entries: the first exchanges decide how large rounding errors will
  // be.
  for (active_count_ = 0; active_count_ < columns_; ++active_count_) {
    int best_row = -1, best_column = -1;
    double largest = round_off::kSolved;
    for (int i = 0; i < count_; ++i) {
      if (is_active(i)) continue;
      for (int c = active_count_; c < columns_; ++c) {
        if (std::abs(at(i)[c]) > largest) {
          largest = std::abs(at(i)[c]);
          best_row = i;
          best_column = c;
        }
      }
    }
    if (best_row < 0) break;
    for (int i = 0; i <= count_; ++i) std::swap(at(i)[active_count_], at(i)[best_column]);
    exchange(best_row, active_count_);
  }
  // What the free columns still add to the objective is not bounded by any row.
  bounds_d2_ = true;
  for (int c = active_count_; c < columns_; ++c) {
    if (std::abs(at(count_)[c]) > round_off::kSolved) bounds_d2_ = false;
  }
}

void Tableau::pivot(int row, int c) {
  nth(place_, active(c)) = -1;
  exchange(row, c);
}

// Solves row `row` for the unknown of column c and substitutes the solution into all others.
void Tableau::exchange(int row, int c) {
  const int width = columns_ + 3;
  const double inverse = 1.0 / at(row)[c];
  double* const solved = at(row);
  for (int k = 0; k < width; ++k) solved[k] *= -inverse;
  solved[c] = inverse;
  for (int i = 0; i <= count_; ++i) {
    double* const other = at(i);
    const double factor = other[c];
    if (i == row || factor == 0.0) continue;
    other[c] = 0.0;
    // The remainder of two terms that cancel is set to zero: otherwise it would act as a real
    // coefficient wherever there is no larger one next to it.
    for (int k = 0; k < width; ++k) {
      const double term = factor * solved[k];
      const double sum = other[k] + term;
      other[k] = std::abs(sum) <= round_off::kSum * std::abs(term) ? 0.0 : sum;
    }
  }
  std::fill_n(solved, width, 0.0);
  solved[c] = 1.0;
  const int leaving = nth(active_, c);
  if (leaving >= 0) nth(place_, leaving) = -1;
  nth(active_, c) = row;
  nth(place_, row) = c;
}

}  // namespace region
}  // namespace globaldyn::inside
