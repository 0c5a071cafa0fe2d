#include "core/loops/column_history.h"

#include <algorithm>

namespace globaldyn {

ColumnHistory::ColumnHistory(std::size_t columns)
    : first_(columns), second_(columns), moved_(columns) {}

void ColumnHistory::record(double length, std::span<const double> first,
                           std::span<const double> second, std::span<const double> moved) {
  length_ = length;
  std::copy(first.begin(), first.end(), first_.begin());
  std::copy(second.begin(), second.end(), second_.begin());
  std::copy(moved.begin(), moved.end(), moved_.begin());
}

bool ColumnHistory::predict(double h, std::span<const double> first, std::span<const double> second,
                            std::span<double> moves) const {
  // The further beyond the step, the more its round-off counts.
  constexpr double kFurthest = 2.5;
  if (length_ == 0.0 || !(h / length_ > 0.0) || h / length_ > kFurthest) return false;
  // Hermite's basis on [0, 1], which is the last step, at t > 1.
  const double t = 1.0 + h / length_;
  const double t2 = t * t, t3 = t2 * t, t4 = t3 * t, t5 = t4 * t;
  const double place = 10.0 * t3 - 15.0 * t4 + 6.0 * t5 - 1.0;
  const double rate_before = length_ * (t - 6.0 * t3 + 8.0 * t4 - 3.0 * t5);
  const double rate = length_ * (-4.0 * t3 + 7.0 * t4 - 3.0 * t5);
  const double square = 0.5 * length_ * length_;
  const double acceleration_before = square * (t2 - 3.0 * t3 + 3.0 * t4 - t5);
  const double acceleration = square * (t3 - 2.0 * t4 + t5);
  for (std::size_t c = 0; c < moves.size(); ++c) {
    moves[c] = place * moved_[c] + rate_before * first_[c] + rate * first[c] +
               acceleration_before * second_[c] + acceleration * second[c];
  }
  return true;
}

}  // namespace globaldyn
