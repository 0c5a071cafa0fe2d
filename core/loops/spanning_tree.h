#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/base/nth.h"
#include "core/bodies/pose.h"
#include "core/joints/tree_motion.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// A rate of motion, or a force with its moment, referred to the origin of the global frame:
/// the velocity of the body's point there, and the angular velocity; or the moment about it
/// (`linear` pairs with `linear`).
struct Screw {
  Vector3d linear{Vector3d::Zero()};
  Vector3d angular{Vector3d::Zero()};

  [[nodiscard]] double dot(const Screw& other) const {
    return linear.dot(other.linear) + angular.dot(other.angular);
  }
  Screw& operator+=(const Screw& other) {
    linear += other.linear;
    angular += other.angular;
    return *this;
  }
};

/// Screws of all bodies, that of the ground zero.
using Screws = IdVector<BodyId, Screw>;

/// A body of a spanning tree, and the columns by which it moves relative to its parent.
struct TreeBody {
  BodyId body;
  BodyId parent;
  int column{0};  ///< the first
  int column_count{0};
};

/// The mechanism opened at the joints that close its loops: every body is attached to its parent by
/// one joint, or floats. Its state is what those joints leave free, so that they stay closed
/// exactly; one column is one rate of the state, in rad or kinematic lengths. After each change of
/// the state update() must be called. Allocates only in its constructor.
class SpanningTree {
 public:
  SpanningTree(const Mechanism& mechanism, const Topology& topology);

  [[nodiscard]] int column_count() const { return static_cast<int>(columns_.size()); }

  /// Takes the state, and the joints' turns, from a pose in which the tree's joints are closed.
  void set_pose(const Pose& pose);

  /// Moves by `steps` along the columns (finite, about the current axes).
  void move(std::span<const double> steps);

  /// The state as numbers, for returning to it.
  [[nodiscard]] const std::vector<double>& state() const { return state_; }
  void set_state(const std::vector<double>& state) {
    state_ = state;
    update();
  }

  /// The state's derivative for given rates of the columns.
  void calc_state_rates(std::span<const double> rates, std::span<double> state_rates) const;

  /// Per number of the state: 1 for angles and quaternions, the kinematic length for displacements.
  [[nodiscard]] std::vector<double> list_state_sizes() const;

  /// Sets the state, quaternions made unit ones where they have drifted by small errors; update()
  /// is left to the caller.
  void assign(std::span<const double> state);

  /// Computes poses and axes from the state.
  void update();

  [[nodiscard]] const Pose& pose() const { return pose_; }

  /// The motion of the bodies beyond the column at its unit rate.
  [[nodiscard]] const Screw& axis(int column) const { return nth(axes_, column); }

  /// See Pose::angles.
  void set_angles(const std::vector<double>& angles) { pose_.angles = angles; }

  /// All bodies except the ground, parents before children.
  [[nodiscard]] std::vector<TreeBody> list_bodies() const;

  /// The columns between the ground and a body.
  [[nodiscard]] std::vector<int> list_columns_to(BodyId body) const;

  /// Rates of all bodies for given rates of the columns.
  void calc_rates(std::span<const double> rates, Screws& bodies) const;

  /// The rates' own rate of change for given rates and accelerations of the columns; `rates` of
  /// the bodies as from calc_rates().
  void calc_accelerations(std::span<const double> rates, std::span<const double> accelerations,
                          const Screws& body_rates, Screws& bodies) const;

  /// The rates of free rotations are not derivatives of the state. This transforms them (or their
  /// accelerations) from global axes to those of the parent's frame; others stay.
  void to_parent_axes(std::span<double> rates) const;
  /// The inverse.
  void to_global_axes(std::span<double> rates) const;

  /// A step from state `before`, where the rates and accelerations were `first` and `second` (in
  /// the parents' axes), in coordinates that are zero here and have the columns' rates and
  /// accelerations here: `first` and `second` become those of the coordinates at `before`, `moved`
  /// their increase from there to here.
  void unroll(const std::vector<double>& before, std::span<double> first, std::span<double> second,
              std::span<double> moved) const;

  /// Whether the joint is closed by construction.
  [[nodiscard]] bool is_tree_joint(JointId joint) const { return in_tree_[joint] != 0; }

 private:
  struct Node {
    BodyId body;
    BodyId parent;
    bool floats{true};
    const TreeMotion* motion{nullptr};
    TreeLink link;
    Frame near;                   // the joint's frame on the parent
    Frame far;                    // and on the body
    bool near_is_parallel{true};  // axes parallel to those of the parent,
    bool far_is_parallel{true};   // of the body: most are, and an identity rotation costs nothing
    std::size_t state{0};
    int column{0};
    int column_count{0};
  };
  struct Column {
    TreeColumn is;
    double lead{0.0};
  };

  void add_node(const Mechanism& mechanism, const Topology& topology, BodyId body);
  [[nodiscard]] Frame move_frame(const Node& node, const Frame& near) const;
  /// The node's free rotation in the tree's state and columns; none if it has none.
  [[nodiscard]] static std::optional<FreeTurn> find_free_turn(const Node& node);
  [[nodiscard]] Matrix3d find_near_axes(const Node& node) const;
  void take_motion(const Node& node, const Frame& motion);
  void move_node(const Node& node, const double* steps);
  void place(const Node& node);
  void place_floating(const Node& node);
  void set_lines(const Node& node, const Frame& near, const Frame& far);
  void set_line(std::size_t column, const ColumnLine& line);
  void add_rates(const Node& node, std::span<const double> rates, Screws& bodies) const;
  void add_accelerations(const Node& node, std::span<const double> rates,
                         std::span<const double> accelerations, const Screws& body_rates,
                         Screws& bodies) const;
  [[nodiscard]] Screw calc_axis_change(int column, double rate, const Screws& bodies,
                                       const Node& node) const;

  double length_;
  IdVector<JointId, char> in_tree_;
  std::vector<Node> nodes_;  // parents before children
  std::vector<Column> columns_;
  std::vector<double> state_;
  Pose pose_;
  std::vector<Screw> axes_;
  std::vector<Vector3d> directions_;
  std::vector<Vector3d> points_;
};

}  // namespace core
}  // namespace globaldyn::inside
