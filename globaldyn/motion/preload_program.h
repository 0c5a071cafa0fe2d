#pragma once

#include <span>
#include <vector>

#include "core/base/interval.h"
#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace motion {

/// The preload with which limits are exceeded least, at a state: the smallest t for which a y
/// exists with low_k - t size_k <= v_k.y <= high_k + t size_k for all k. By the dual simplex
/// method, from the limits that were active at the state before, which mostly are the active ones
/// again. Those form a circuit: their rows of v are linearly dependent, and their weighted sum,
/// without y, is what shows that no y exceeds less.
class PreloadProgram {
 public:
  /// @param v rows x r, of rank r, with more rows than columns
  /// @param room of v_k.y; its ends may be infinite
  /// @param sizes above 0
  /// @returns t; nothing but -infinity is known if limits without an end would be the active ones
  double solve(const MatrixXd& v, std::span<const Interval> room, std::span<const double> sizes);

  /// The r + 1 active rows of the last state, in increasing order; r of them are independent.
  [[nodiscard]] std::vector<int> list_active() const;
  /// Exchanges made so far, each of them about rows x r multiplications.
  [[nodiscard]] std::size_t steps() const { return steps_; }

 private:
  // A row held at one of its ends: sign +1 at the high one.
  struct Active {
    int row;
    double sign;
  };

  void take(const MatrixXd& v, std::span<const Interval> room, std::span<const double> sizes);
  void choose_start();
  [[nodiscard]] bool start_from_last();
  void invert();
  [[nodiscard]] double find_bound(const Active& active) const;
  [[nodiscard]] VectorXd list_entries(const Active& active) const;
  [[nodiscard]] std::pair<Active, double> find_worst(const VectorXd& solution) const;
  [[nodiscard]] int find_leaving(const VectorXd& shares, bool first_only) const;

  MatrixXd v_;  // of rows divided by their sizes
  std::vector<Interval> room_;
  std::vector<bool> is_open_low_, is_open_high_;
  double scale_{1.0};  // of what is known to rounding errors
  std::vector<Active> active_;
  MatrixXd inverse_;  // of the active rows, as functions of y and t
  VectorXd weights_;  // of the active rows, >= 0; their sum is 1
  std::size_t steps_{0};
};

}  // namespace motion
}  // namespace globaldyn::inside
