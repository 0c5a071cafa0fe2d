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
  void set_thread_team(const ThreadTeam& team) override;

 protected:
  [[nodiscard]] const SpanningTree& tree() const { return tree_; }
  /// Parents before children.
  [[nodiscard]] const std::vector<TreeBody>& bodies() const { return bodies_; }
  [[nodiscard]] Eigen::Index column_count() const { return tree_.column_count(); }

  /// Bodies that no body of another group hangs on, nor they on it.
  using Group = std::vector<int>;  // places in bodies(), increasing along branches

  /// Whether a body, not the ground, is in this group of for_groups().
  [[nodiscard]] bool is_in(const Group& group, BodyId body) const {
    return &groups_[group_of_[body]] == &group;
  }

  /// Calls work(group) for groups that make up the machine, possibly on several threads. What is
  /// worked out does not depend on how many they are.
  template <class Work>
  void for_groups(const Work& work) const {
    if (groups_.size() == 1) return work(groups_.front());
    team_.run(static_cast<int>(groups_.size()),
              [&](int i) { work(groups_[static_cast<std::size_t>(i)]); });
  }

  /// Sets motion() from the solution in the columns.
  void spread_solution();

  /// factorise() and solve() in the columns, where bodies lack inertia.
  void factorise_columns(const MotionRows& rows);
  void solve_columns(const VectorXd& wrenches, const VectorXd& right);

  VectorXd solution_;  ///< per column; to be set by solve()

 private:
  void update_rates();
  void update_rates(const Group& group);
  void set_groups(std::vector<Group> groups);
  [[nodiscard]] std::span<double> view_columns(Eigen::Ref<VectorXd> y) const;
  [[nodiscard]] Twist to_twist(BodyId body, const Screw& rate) const;

  SpanningTree tree_;
  std::vector<TreeBody> bodies_;
  std::vector<Group> groups_;
  IdVector<BodyId, std::size_t> group_of_;
  ThreadTeam team_;
  VectorXd rates_;
  MatrixXd column_twists_;  // 6 n_bodies x columns, if bodies lack inertia
  Screws body_rates_, scratch_;
};

}  // namespace core
}  // namespace globaldyn::inside
