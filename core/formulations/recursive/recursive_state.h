#pragma once

#include <vector>

#include "core/base/pivoted_cholesky.h"
#include "core/formulations/recursive/spatial_inertia.h"
#include "core/formulations/tree_state.h"

namespace globaldyn::inside {
inline namespace core {

/// The spanning tree by recursion (Malczyk and Frączek 2008, eqs. (1)-(5)): inertias are reduced
/// from the ends of the branches to the ground, M + K, and so are forces; accelerations follow
/// outwards. A joint that closes a loop is cut; the reduced equations of its multipliers are solved
/// at the ground. The cost of a tree is linear in its bodies; that of loops is linear in bodies
/// times cut rows.
class RecursiveState : public TreeState {
 public:
  RecursiveState(const Mechanism& mechanism, const Topology& topology);

  void factorise(const MotionRows& rows) override;
  [[nodiscard]] double smallest_pivot() const override {
    return lacks_inertia() ? dense_.smallest_pivot() : row_response_.smallest_pivot();
  }
  void solve(const VectorXd& wrenches, const VectorXd& right) override;

 private:
  using Matrix6d = Eigen::Matrix<double, 6, 6>;

  void reduce_inertia();
  /// Accelerations of the columns for forces on the bodies, screws about the origin, are made by
  /// reducing these, which uses them up, and going out from the ground.
  bool reduce_forces(Eigen::Ref<VectorXd> accelerations);
  void accelerate(Eigen::Ref<VectorXd> accelerations);
  bool respond_to_row(const ScalarRow& row, double compliance, Eigen::Index at);
  /// The row's acceleration in answer to a unit multiplier of the moved row `to`.
  [[nodiscard]] double calc_response(const ScalarRow& row, Eigen::Index to) const;
  void set_forces(const ScalarRow& row);
  void set_forces(const VectorXd& wrenches);

  std::vector<Vector6d> axes_;          // per column
  IdVector<BodyId, Matrix6d> reduced_;  // inertia of all it carries
  std::vector<Vector6d> momenta_;       // per column: reduced inertia times its axis
  std::vector<double> inertias_;        // per column: along itself
  IdVector<BodyId, Vector6d> forces_, motions_;
  std::vector<std::size_t> moved_;   // rows that columns move; others are left out
  MatrixXd responses_;               // columns x moved rows
  MatrixXd row_motions_;             // 6 n_b x moved rows: the bodies' responses
  PivotedCholesky row_response_;     // of moved rows
  VectorXd of_moved_;                // their multipliers
  const MotionRows* rows_{nullptr};  // of the last factorise()
};

}  // namespace core
}  // namespace globaldyn::inside
