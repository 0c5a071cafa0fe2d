#pragma once

#include "core/base/rotation.h"

struct glp_prob;

namespace globaldyn::inside::test {

/// What drives can push with, by linear programs over the drive forces themselves (GLPK): the
/// oracle for ForceSet, which never uses drive forces once it has its facets.
class ForceProgram {
 public:
  ForceProgram(MatrixXd W, VectorXd low, VectorXd high);

  /// The smallest t such that drive forces within their limits miss x by at most t in every row.
  [[nodiscard]] double calc_miss(const VectorXd& x) const;

  /// The largest s with x + s d in the set; infinite if it is unbounded. x must be in the set.
  [[nodiscard]] double calc_reach(const VectorXd& x, const VectorXd& d) const;

  /// The normal of a hyperplane that bounds the set where the ray from x along d leaves it.
  [[nodiscard]] VectorXd find_wall(const VectorXd& x, const VectorXd& d) const;

  /// The smallest s with x in b + s (set - b); infinite if there is none.
  [[nodiscard]] double calc_share(const VectorXd& x, const VectorXd& b) const;

 private:
  struct Ray {
    double reach;
    VectorXd wall;
  };
  [[nodiscard]] Ray shoot(const VectorXd& x, const VectorXd& d) const;
  void add_forces(glp_prob* lp) const;

  MatrixXd W_;
  VectorXd low_, high_;
};

}  // namespace globaldyn::inside::test
