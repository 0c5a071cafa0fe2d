#pragma once

#include <optional>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace criteria {

/// The forces that drives can exert: the zonotope { W n : low <= n <= high } of generalised forces,
/// by its facets. Exact: every facet's normal is orthogonal to the columns of W that span the
/// facet, so the facets come from the (n-1)-subsets of drives. Missing limits leave facets out.
class ForceSet {
 public:
  /// `scale`, one per row of W, makes generalised forces comparable where ranks are decided.
  ForceSet(const MatrixXd& W, const VectorXd& low, const VectorXd& high, const VectorXd& scale);

  /// f . x <= offset for all x of the set, one row per facet. Sets that are flat because the drives
  /// lack rank have f . x <= 0 both ways for the missing directions.
  [[nodiscard]] const MatrixXd& normals() const { return normals_; }
  [[nodiscard]] const VectorXd& offsets() const { return offsets_; }

  /// Whether x is in the set, to 1e-9 of its size.
  [[nodiscard]] bool contains(const VectorXd& x) const;

  /// The largest s with x + s d in the set for 0 … s: infinite if unbounded; -infinity if x itself
  /// is outside.
  [[nodiscard]] double calc_reach(const VectorXd& x, const VectorXd& d) const;

  /// The largest s with x + s D u in the set for all |u| <= 1, the columns of D spanning a ball.
  /// -infinity if x is outside.
  [[nodiscard]] double calc_ball(const VectorXd& x, const MatrixXd& D) const;

  /// The smallest s >= 0 with x in b + s (set - b), b being a point of the set: the fraction of it
  /// that x needs. Infinite if there is no such s.
  [[nodiscard]] double calc_share(const VectorXd& x, const VectorXd& b) const;

 private:
  void add_facets(const MatrixXd& reduced, const MatrixXd& range, const MatrixXd& W,
                  const VectorXd& low, const VectorXd& high);
  void add(const VectorXd& normal, double offset);

  MatrixXd normals_;
  VectorXd offsets_;
  VectorXd scale_;
  Eigen::Index count_{0};
};

}  // namespace criteria
}  // namespace globaldyn::inside
