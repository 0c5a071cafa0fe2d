#pragma once

#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace curve {

/// Cubic splines with two continuous derivatives through the columns of a table, at the same nodes.
/// At either end the slope is that of the cubic through the four nodes next to it, or of the
/// polynomial through all where there are fewer: a smooth function is met to the fourth power of
/// the distance of nodes.
class ColumnSplines {
 public:
  ColumnSplines() = default;
  /// @param p nodes, at least two, increasing
  /// @param values nodes x columns
  ColumnSplines(std::vector<double> p, MatrixXd values);

  [[nodiscard]] Eigen::Index columns() const { return values_.cols(); }
  [[nodiscard]] const std::vector<double>& p() const { return p_; }
  /// All columns at p, on the segment behind node `segment`.
  void write(std::size_t segment, double p, Eigen::Ref<VectorXd> to) const;
  /// The segment that p is on: of two that meet there the second.
  [[nodiscard]] std::size_t find_segment(double p) const;

 private:
  std::vector<double> p_;
  MatrixXd values_;
  MatrixXd slopes_;  // at the nodes, like the values
};

}  // namespace curve
}  // namespace globaldyn::inside
