#pragma once

#include <vector>

#include "core/base/pivoted_cholesky.h"
#include "core/formulations/tree_state.h"

namespace globaldyn::inside {
inline namespace core {

/// The spanning tree by the decoupled natural orthogonal complement: the generalised inertia matrix
/// I = Nᵀ M N, decomposed as U D Uᵀ from the ends of the branches (Raoofian et al. 2017, eqs. (6),
/// (17)). An entry of U is nonzero only between columns of one branch.
class DenocState : public TreeState {
 public:
  DenocState(const Mechanism& mechanism, const Topology& topology);

  void factorise(const MotionRows& rows) override;
  [[nodiscard]] double smallest_pivot() const override {
    return lacks_inertia() ? dense_.smallest_pivot() : row_response_.smallest_pivot();
  }
  void solve(const VectorXd& wrenches, const VectorXd& right) override;

 private:
  void calc_N();
  void calc_inertia();
  void decompose();
  bool fill_column(const ScalarRow& row, Eigen::Index at);
  /// I⁻¹ times it.
  void solve_inertia(Eigen::Ref<VectorXd> forces) const;

  IdVector<BodyId, std::vector<int>> columns_to_;  // of the tree, from the ground
  std::vector<int> before_;                        // per column, the one it is carried by; -1: none
  MatrixXd N_;                                     // 6 n_b x columns
  MatrixXd inertia_;                               // then U (unit, stored below) and D
  std::vector<Eigen::Index> moved_;                // rows that columns move; others are left out
  MatrixXd jacobian_;                              // columns x moved rows: Nᵀ Jᵀ
  MatrixXd responses_;                             // columns x moved rows: I⁻¹ Nᵀ Jᵀ
  PivotedCholesky row_response_;                   // of moved rows
  VectorXd of_moved_;                              // their multipliers
};

}  // namespace core
}  // namespace globaldyn::inside
