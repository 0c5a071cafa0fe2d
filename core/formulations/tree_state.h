#pragma once

#include <span>
#include <vector>

#include "core/formulations/state_coordinates.h"
#include "core/loops/spanning_tree.h"

namespace globaldyn::inside {
inline namespace core {

/// The spanning tree's own coordinates: its state, and the rates of its columns. Its joints stay
/// closed by themselves; those that close loops have multipliers. How the equations are solved is
/// left to those who derive from it.
class TreeState : public StateCoordinates {
 public:
  TreeState(const Mechanism& mechanism, const Topology& topology);

  [[nodiscard]] Eigen::Index state_size() const override;
  [[nodiscard]] VectorXd sizes() const override;
  void begin(const Pose& pose, const Twists& twists) override;
  void write_state(Eigen::Ref<VectorXd> y) const override;
  void read_state(const Eigen::Ref<const VectorXd>& y) override;
  [[nodiscard]] bool keeps_closed(JointId joint) const override {
    return tree_.is_tree_joint(joint);
  }
  void move_positions() override;
  void move_velocities() override;
  void write_rates(Eigen::Ref<VectorXd> rates) const override;

 protected:
  [[nodiscard]] const SpanningTree& tree() const { return tree_; }
  /// Parents before children.
  [[nodiscard]] const std::vector<TreeBody>& bodies() const { return bodies_; }
  [[nodiscard]] Eigen::Index column_count() const { return tree_.column_count(); }

  /// Sets motion() from the solution in the columns.
  void spread_solution();

  /// factorise() and solve() in the columns, where bodies lack inertia.
  void factorise_columns(const MotionRows& rows);
  void solve_columns(const VectorXd& wrenches, const VectorXd& right);

  VectorXd solution_;  ///< per column; to be set by solve()

 private:
  void update_rates();
  [[nodiscard]] std::span<double> view_columns(Eigen::Ref<VectorXd> y) const;
  [[nodiscard]] Twist to_twist(BodyId body, const Screw& rate) const;

  SpanningTree tree_;
  std::vector<TreeBody> bodies_;
  VectorXd rates_;
  MatrixXd column_twists_;  // 6 n_bodies x columns, if bodies lack inertia
  Screws body_rates_, scratch_;
};

}  // namespace core
}  // namespace globaldyn::inside
