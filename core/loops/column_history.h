#pragma once

#include <span>
#include <vector>

namespace globaldyn {

/// How the columns of a tree moved on the last step, to tell how they go on: the polynomial of
/// fifth degree through place, rate and acceleration at both ends of the step. Its error is of
/// sixth order in the step, that of rate and acceleration at one end alone of third.
class ColumnHistory {
 public:
  explicit ColumnHistory(std::size_t columns);

  /// Nothing is known of any step.
  void forget() { length_ = 0.0; }

  /// The last step was `length` long, began with these rates and accelerations and led so far
  /// (in coordinates whose rates are the columns' at its end: see SpanningTree::unroll()).
  void record(double length, std::span<const double> first, std::span<const double> second,
              std::span<const double> moved);

  /// Where a step `h` leads, from the rates and accelerations at its beginning. False if the last
  /// step is unknown, or so much shorter that it has nothing to say: then nothing is written.
  [[nodiscard]] bool predict(double h, std::span<const double> first,
                             std::span<const double> second, std::span<double> moves) const;

 private:
  double length_{0.0};
  std::vector<double> first_, second_, moved_;
};

}  // namespace globaldyn
