#include "core/formulations/registry/work_estimate.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/base/nth.h"
#include "core/base/round_off.h"
#include "core/formulations/motion_equations.h"
#include "core/formulations/topological_ldlt.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/acting_rows.h"
#include "core/loops/spanning_tree.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// Rows of joints that coordinates leave open, of couplings and of rotors.
MotionRows collect_rows(const Mechanism& mechanism, const Pose& pose,
                        const std::function<bool(JointId)>& is_open) {
  const KinematicState state{pose, nullptr};
  MotionRows all;
  for (const JointId j : mechanism.joints.ids()) {
    if (is_open(j)) append_constraint_rows(mechanism.joints[j], state, all.rows);
  }
  for (const Coupling& coupling : mechanism.couplings) {
    all.rows.push_back(make_coupling_row(mechanism.joints, coupling, state));
  }
  all.compliance.assign(all.rows.size(), 0.0);
  for (const Drive& drive : mechanism.drives) {
    if (drive.reflected_inertia == 0.0) continue;
    all.rows.push_back(make_drive_row(mechanism, drive, state));
    all.compliance.push_back(1.0 / drive.reflected_inertia);
  }
  return all;
}

// The tree where nothing is symmetric.
class SomeTree {
 public:
  SomeTree(const Mechanism& mechanism, const Topology& topology)
      : tree_(mechanism, topology),
        bodies_(tree_.list_bodies()),
        place_(mechanism.bodies.size(), 0),
        rates_(static_cast<std::size_t>(tree_.column_count()), 0.0) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) place_[bodies_[i].body] = i;
    tree_.set_pose(Pose(mechanism.bodies.size()));
    std::vector<double> steps(rates_.size());
    for (std::size_t k = 0; k < steps.size(); ++k) {
      steps[k] = 0.3 + 0.3 * std::sin(1.7 * static_cast<double>(k + 1));
    }
    tree_.move(steps);
    tree_.update();
  }

  [[nodiscard]] const SpanningTree& tree() const { return tree_; }
  [[nodiscard]] const std::vector<TreeBody>& bodies() const { return bodies_; }

  // Whether any column moves the row by more than rounding errors.
  [[nodiscard]] bool moves(const ScalarRow& row) {
    double size = 0.0;
    row.visit_sides([&](BodyId side, const Vector6d& jacobian) {
      visit_columns(side, [&](int k) {
        const Screw& axis = tree_.axis(k);
        const Vector3d v = axis.linear + axis.angular.cross(tree_.pose()[side].r);
        nth(rates_, k) += jacobian.head<3>().dot(v) + jacobian.tail<3>().dot(axis.angular);
        size = std::max(size, jacobian.norm() * std::hypot(v.norm(), axis.angular.norm()));
      });
    });
    bool moves = false;
    row.visit_sides([&](BodyId side, const Vector6d& /*jacobian*/) {
      visit_columns(side, [&](int k) {
        moves |= !is_zero(nth(rates_, k), size);
        nth(rates_, k) = 0.0;
      });
    });
    return moves;
  }

 private:
  template <class Visit>
  void visit_columns(BodyId body, const Visit& visit) const {
    while (body != kGround) {
      const TreeBody& one = bodies_[place_[body]];
      for (int k = one.column; k < one.column + one.column_count; ++k) visit(k);
      body = one.parent;
    }
  }

  SpanningTree tree_;
  std::vector<TreeBody> bodies_;
  IdVector<BodyId, std::size_t> place_;
  std::vector<double> rates_;
};

}  // namespace

WorkCounts count_work(const Mechanism& mechanism, const Topology& topology) {
  SomeTree some(mechanism, topology);
  WorkCounts counts;
  counts.bodies = static_cast<double>(some.bodies().size());
  counts.columns = some.tree().column_count();
  IdVector<BodyId, double> columns_to(mechanism.bodies.size(), 0.0);
  for (const auto& [body, parent, column, count] : some.bodies()) {
    const double columns = columns_to[parent] + count;
    columns_to[body] = columns;
    counts.column_pairs += 0.5 * columns * (columns + 1.0);
  }
  const MotionRows open = collect_rows(mechanism, some.tree().pose(),
                                       [&](JointId j) { return !some.tree().is_tree_joint(j); });
  for (std::size_t i = 0; i < open.rows.size(); ++i) {
    if (open.compliance[i] > 0.0 || some.moves(open.rows[i])) ++counts.rows;
  }
  return counts;
}

double count_block_updates(const Mechanism& mechanism, const Topology& topology) {
  const MotionRows all = collect_rows(mechanism, Pose(mechanism.bodies.size()),
                                      [](JointId /*joint*/) { return true; });
  return static_cast<double>(TopologicalLdlt(topology).count_updates(all));
}

// Fitted to 46 times of bench/forward_benchmark (arms, parallel machines, loops of 10 to 3 000
// rods, rows of 1 to 300 windows): all are met within a factor of 2, those that decide within 1.4.
double estimate_denoc(const WorkCounts& counts) {
  const auto& [bodies, columns, column_pairs, rows] = counts;
  return 475.0 * bodies + rows * (12.5 * columns + 3.3 * column_pairs + 0.2 * rows * columns);
}

double estimate_recursive(const WorkCounts& counts) {
  const auto& [bodies, columns, column_pairs, rows] = counts;
  return 500.0 + bodies * (240.0 + 75.0 * rows) + 0.015 * rows * rows * rows;
}

double estimate_blocks(const WorkCounts& counts, double updates) {
  return 1500.0 * counts.bodies + 150.0 * updates;
}

}  // namespace core
}  // namespace globaldyn::inside
