#pragma once

#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace convex {

/// Forces and other limited quantities at one p as functions of a motion:
///     a x + b sqrt(x) + c + d u + v . y,   x = d1², u = d2.
struct FieldRows {
  VectorXd a, b, c, d;
  MatrixXd v;          ///< rows x r
  VectorXd low, high;  ///< of each, may be infinite
};

/// A part of a path along which rows are smooth functions of p, and y has one meaning.
struct FieldPart {
  double begin{0.0};
  double end{0.0};
  /// Whether rows and the meaning of y are the same at its begin as at the end of the part before,
  /// so that u and y need not jump there.
  bool is_joined{false};
};

/// What motions along a path are limited by and cost, as rows with preload that are smooth on
/// parts.
class MotionField {
 public:
  MotionField() = default;
  MotionField(const MotionField&) = delete;
  MotionField& operator=(const MotionField&) = delete;
  virtual ~MotionField() = default;

  /// Without gaps, in increasing order.
  [[nodiscard]] virtual const std::vector<FieldPart>& parts() const = 0;
  [[nodiscard]] virtual int redundancy() const = 0;
  /// The forces n_k are the first rows.
  [[nodiscard]] virtual int drives() const = 0;
  /// The rows at p, which is on the part; at its ends as seen from within.
  virtual void write(std::size_t part, double p, FieldRows& rows) const = 0;
  /// The rows of the machine at rest there: without friction, which takes up to `friction` of every
  /// force either way. Limits are those of the forces with what friction takes.
  virtual void write_rest(std::size_t part, double p, FieldRows& rows,
                          VectorXd& friction) const = 0;
};

}  // namespace convex
}  // namespace globaldyn::inside
