#include "core/loops/spanning_tree.h"

#include <algorithm>
#include <cmath>

namespace globaldyn {
namespace {

// A frame turned by an angle about its own z axis.
Matrix3d turn_about_z(const Matrix3d& axes, double angle) {
  const double s = std::sin(angle), c = std::cos(angle);
  Matrix3d turned;
  turned << c * axes.col(0) + s * axes.col(1), c * axes.col(1) - s * axes.col(0), axes.col(2);
  return turned;
}

// A universal joint at zero angles: B's axis along A's x axis, B's x axis along A's axis, y turned
// round. It is its own inverse.
Matrix3d straighten(const Matrix3d& axes) {
  Matrix3d straight;
  straight << axes.col(2), -axes.col(1), axes.col(0);
  return straight;
}

double find_turn(const Matrix3d& R) {
  return std::atan2(R(1, 0), R(0, 0));
}

int count_columns(JointKind kind) {
  switch (kind) {
    case JointKind::revolute:
    case JointKind::prismatic:
    case JointKind::screw:
      return 1;
    case JointKind::cylindrical:
    case JointKind::universal:
      return 2;
    case JointKind::spherical:
    case JointKind::planar:
      return 3;
    case JointKind::weld:
      return 0;
    case JointKind::distance:
      break;
  }
  return 6;  // floats
}

std::size_t count_states(JointKind kind) {
  switch (kind) {
    case JointKind::spherical:
      return 4;  // a quaternion
    case JointKind::distance:
      return 7;  // place and quaternion
    default:
      return static_cast<std::size_t>(count_columns(kind));
  }
}

Eigen::Map<Eigen::Quaterniond> as_quaternion(double* state) {
  return Eigen::Map<Eigen::Quaterniond>(state);
}

Eigen::Quaterniond make_turn(const Vector3d& w) {
  const double angle = w.norm();
  const double half = 0.5 * angle;
  const double scale = angle > 1e-8 ? std::sin(half) / angle : 0.5;
  return {std::cos(half), scale * w.x(), scale * w.y(), scale * w.z()};
}

// Where a material point, now at `point`, of a moving body goes.
Vector3d velocity_at(const Screw& rate, const Vector3d& point) {
  return rate.linear + rate.angular.cross(point);
}

}  // namespace

SpanningTree::SpanningTree(const Mechanism& mechanism, const Topology& topology)
    : length_(mechanism.kinematic_length),
      in_tree_(mechanism.joints.size(), false),
      pose_(mechanism.bodies.size()) {
  for (const int body : topology.order) add_node(mechanism, topology, body);
  axes_.resize(columns_.size());
  directions_.resize(columns_.size());
  points_.resize(columns_.size());
}

void SpanningTree::add_node(const Mechanism& mechanism, const Topology& topology, int body) {
  const std::size_t i = static_cast<std::size_t>(body);
  Node node;
  node.body = body;
  node.kind = JointKind::distance;
  const int tree_joint = topology.tree_joint[i];
  // Two points at a distance hold a body so loosely that it counts as floating.
  if (tree_joint >= 0 &&
      mechanism.joints[static_cast<std::size_t>(tree_joint)].kind != JointKind::distance) {
    const Joint& joint = mechanism.joints[static_cast<std::size_t>(tree_joint)];
    in_tree_[static_cast<std::size_t>(tree_joint)] = true;
    node.parent = topology.parent[i];
    node.joint = tree_joint;
    node.kind = joint.kind;
    node.forward = joint.body_b == body;
    node.near = node.forward ? joint.frame_a : joint.frame_b;
    node.far = node.forward ? joint.frame_b : joint.frame_a;
    node.lead = joint.lead;
    node.near_is_parallel = node.near.axes.isIdentity(0.0);
    node.far_is_parallel = node.far.axes.isIdentity(0.0);
  }
  node.state = state_.size();
  node.column = column_count();
  node.column_count = count_columns(node.kind);
  state_.resize(state_.size() + count_states(node.kind), 0.0);
  const int number = static_cast<int>(nodes_.size());
  const auto add = [&](bool turns, bool direction_in_body, bool point_in_body, double lead = 0.0) {
    columns_.push_back({number, turns, lead, direction_in_body, point_in_body});
  };
  switch (node.kind) {
    case JointKind::revolute:
      add(true, false, false);
      break;
    case JointKind::prismatic:
      add(false, false, false);
      break;
    case JointKind::screw:
      add(true, false, false, node.lead / length_);
      break;
    case JointKind::cylindrical:
      add(false, false, false);
      add(true, false, false);
      break;
    case JointKind::universal:
      add(true, false, false);
      add(true, true, false);
      break;
    case JointKind::spherical:
      for (int k = 0; k < 3; ++k) add(true, false, false);
      break;
    case JointKind::planar:
      // The plane is a's: of a body that is a itself it moves along.
      for (int k = 0; k < 2; ++k) add(false, !node.forward, false);
      add(true, false, node.forward);
      break;
    case JointKind::distance:
      for (int k = 0; k < 3; ++k) add(false, false, false);
      for (int k = 0; k < 3; ++k) add(true, false, true);
      break;
    case JointKind::weld:
      break;
  }
  nodes_.push_back(std::move(node));
}

void SpanningTree::set_pose(const Pose& pose) {
  for (const Node& node : nodes_) {
    const BodyPose& body = pose[static_cast<std::size_t>(node.body)];
    if (node.joint < 0) {
      take_motion(node, {body.r, body.R});
      continue;
    }
    const Frame near = globaldyn::place(pose[static_cast<std::size_t>(node.parent)], node.near);
    take_motion(node, near.inverse() * globaldyn::place(body, node.far));
  }
  update();
}

void SpanningTree::take_motion(const Node& node, const Frame& motion) {
  double* const q = state_.data() + node.state;
  const Matrix3d& R = motion.axes;
  switch (node.kind) {
    case JointKind::revolute:
      q[0] = find_turn(R);
      break;
    case JointKind::prismatic:
      q[0] = motion.origin.z();
      break;
    case JointKind::cylindrical:
      q[0] = motion.origin.z();
      q[1] = find_turn(R);
      break;
    case JointKind::screw:
      q[0] = motion.origin.z() / node.lead;
      break;
    case JointKind::universal:
      q[0] = std::atan2(R(1, 2), R(0, 2));
      q[1] = find_turn(straighten(turn_about_z(Matrix3d::Identity(), q[0])).transpose() * R);
      break;
    case JointKind::spherical:
      as_quaternion(q) = Eigen::Quaterniond(R);
      break;
    case JointKind::planar:
      q[2] = find_turn(R);
      if (node.forward) {
        q[0] = motion.origin.x();
        q[1] = motion.origin.y();
      } else {
        const Vector3d in_plane = R.transpose() * motion.origin;
        q[0] = in_plane.x();
        q[1] = in_plane.y();
      }
      break;
    case JointKind::distance:
      Eigen::Map<Vector3d>{q} = motion.origin;
      as_quaternion(q + 3) = Eigen::Quaterniond(R);
      break;
    case JointKind::weld:
      break;
  }
}

// Where the joint's frame on the body is, from that on the parent.
Frame SpanningTree::move_frame(const Node& node, const Frame& near) const {
  const double* const q = state_.data() + node.state;
  switch (node.kind) {
    case JointKind::revolute:
      return {near.origin, turn_about_z(near.axes, q[0])};
    case JointKind::prismatic:
      return {near.origin + q[0] * near.axes.col(2), near.axes};
    case JointKind::cylindrical:
      return {near.origin + q[0] * near.axes.col(2), turn_about_z(near.axes, q[1])};
    case JointKind::screw:
      return {near.origin + node.lead * q[0] * near.axes.col(2), turn_about_z(near.axes, q[0])};
    case JointKind::universal:
      return {near.origin, turn_about_z(straighten(turn_about_z(near.axes, q[0])), q[1])};
    case JointKind::spherical:
      return {near.origin, near.axes * Eigen::Map<const Eigen::Quaterniond>(q).toRotationMatrix()};
    case JointKind::planar: {
      const Matrix3d turned = turn_about_z(near.axes, q[2]);
      const Matrix3d& plane = node.forward ? near.axes : turned;
      return {near.origin + q[0] * plane.col(0) + q[1] * plane.col(1), turned};
    }
    case JointKind::distance:
      return {Eigen::Map<const Vector3d>(q),
              Eigen::Map<const Eigen::Quaterniond>(q + 3).toRotationMatrix()};
    case JointKind::weld:
      break;
  }
  return near;
}

void SpanningTree::move(std::span<const double> steps) {
  for (const Node& node : nodes_) move_node(node, steps.data() + node.column);
}

void SpanningTree::move_node(const Node& node, const double* steps) {
  double* const q = state_.data() + node.state;
  // Turns are given about global axes, the quaternion is relative to the near frame.
  const auto turn = [&](double* quaternion, const double* by, const Matrix3d& near) {
    const Vector3d w = near.transpose() * Eigen::Map<const Vector3d>(by);
    as_quaternion(quaternion) = (make_turn(w) * as_quaternion(quaternion)).normalized();
  };
  switch (node.kind) {
    case JointKind::spherical:
      turn(q, steps, pose_[static_cast<std::size_t>(node.parent)].R * node.near.axes);
      break;
    case JointKind::distance:
      for (int k = 0; k < 3; ++k) q[k] += length_ * steps[k];
      turn(q + 3, steps + 3, Matrix3d::Identity());
      break;
    default:
      for (int k = 0; k < node.column_count; ++k) {
        const bool turns = columns_[static_cast<std::size_t>(node.column + k)].turns;
        q[k] += turns ? steps[k] : length_ * steps[k];
      }
  }
}

void SpanningTree::update() {
  for (const Node& node : nodes_) place(node);
}

void SpanningTree::place(const Node& node) {
  BodyPose& body = pose_[static_cast<std::size_t>(node.body)];
  const std::size_t first = static_cast<std::size_t>(node.column);
  const auto set = [&](std::size_t k, const Vector3d& direction, const Vector3d& point) {
    const Column& column = columns_[first + k];
    directions_[first + k] = direction;
    points_[first + k] = point;
    axes_[first + k] =
        column.turns ? Screw{point.cross(direction) + column.lead * length_ * direction, direction}
                     : Screw{length_ * direction, Vector3d::Zero()};
  };
  if (node.joint < 0) {
    const Frame floating = move_frame(node, {});
    body = {floating.origin, floating.axes};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3d e = Vector3d::Unit(static_cast<Eigen::Index>(k));
      set(k, e, body.r);
      set(k + 3, e, body.r);
    }
    return;
  }
  const BodyPose& parent = pose_[static_cast<std::size_t>(node.parent)];
  const Frame near{parent.r + parent.R * node.near.origin,
                   node.near_is_parallel ? parent.R : Matrix3d(parent.R * node.near.axes)};
  const Frame far = move_frame(node, near);
  body.R = node.far_is_parallel ? far.axes : Matrix3d(far.axes * node.far.axes.transpose());
  body.r = far.origin - body.R * node.far.origin;
  switch (node.kind) {
    case JointKind::universal:
      set(0, near.axes.col(2), near.origin);
      set(1, far.axes.col(2), near.origin);
      break;
    case JointKind::spherical:
      for (std::size_t k = 0; k < 3; ++k) {
        set(k, Vector3d::Unit(static_cast<Eigen::Index>(k)), near.origin);
      }
      break;
    case JointKind::planar: {
      const Frame& plane = node.forward ? near : far;
      set(0, plane.axes.col(0), plane.origin);
      set(1, plane.axes.col(1), plane.origin);
      set(2, near.axes.col(2), node.forward ? far.origin : near.origin);
      break;
    }
    default:
      for (std::size_t k = 0; k < static_cast<std::size_t>(node.column_count); ++k) {
        set(k, near.axes.col(2), near.origin);
      }
  }
}

std::optional<SpanningTree::FreeTurn> SpanningTree::find_free_turn(const Node& node) {
  const std::size_t column = static_cast<std::size_t>(node.column);
  if (node.kind == JointKind::spherical) return FreeTurn{node.state, column};
  if (node.kind == JointKind::distance) return FreeTurn{node.state + 3, column + 3};
  return std::nullopt;
}

Matrix3d SpanningTree::find_near_axes(const Node& node) const {
  if (node.joint < 0) return Matrix3d::Identity();
  return pose_[static_cast<std::size_t>(node.parent)].R * node.near.axes;
}

void SpanningTree::to_parent_axes(std::span<double> rates) const {
  for (const Node& node : nodes_) {
    if (const auto turn = find_free_turn(node)) {
      Eigen::Map<Vector3d> rate(rates.data() + turn->column);
      rate = Vector3d(find_near_axes(node).transpose() * rate);
    }
  }
}

// The coordinates of a turn are the rotation vector phi from here: with left derivatives
// w = phi' + phi x phi' / 2 + ..., so that phi' = w - phi x w / 2 + c phi x (phi x w), where
// c = 1/12 + |phi|²/720 + ...; phi'' is its derivative.
void SpanningTree::unroll(const std::vector<double>& before, std::span<double> first,
                          std::span<double> second, std::span<double> moved) const {
  for (const Node& node : nodes_) {
    const auto turn = find_free_turn(node);
    if (!turn) continue;
    const Eigen::Map<const Eigen::Quaterniond> here(state_.data() + turn->state);
    const Eigen::Map<const Eigen::Quaterniond> there(before.data() + turn->state);
    const Eigen::AngleAxisd back(there * here.conjugate());
    const Vector3d phi = back.angle() * back.axis();
    Eigen::Map<Vector3d> w(first.data() + turn->column), change(second.data() + turn->column);
    const double c = 1.0 / 12.0 + phi.squaredNorm() / 720.0;
    const Vector3d across = phi.cross(w), twice = phi.cross(across);
    const Vector3d rate = w - 0.5 * across + c * twice;
    const Vector3d across_change = rate.cross(w) + phi.cross(change);
    const Vector3d acceleration = change - 0.5 * across_change +
                                  c * (rate.cross(across) + phi.cross(across_change)) +
                                  phi.dot(rate) / 360.0 * twice;
    const Matrix3d axes = find_near_axes(node);
    w = axes * rate;
    change = axes * acceleration;
    Eigen::Map<Vector3d>(moved.data() + turn->column) = -(axes * phi);
  }
}

std::vector<int> SpanningTree::list_columns_to(int body) const {
  std::vector<int> columns;
  while (body != 0) {
    const auto node =
        std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& n) { return n.body == body; });
    for (int k = 0; k < node->column_count; ++k) columns.push_back(node->column + k);
    body = node->parent;
  }
  std::sort(columns.begin(), columns.end());
  return columns;
}

void SpanningTree::calc_rates(std::span<const double> rates, std::vector<Screw>& bodies) const {
  for (const Node& node : nodes_) {
    Screw rate = bodies[static_cast<std::size_t>(node.parent)];
    for (int k = node.column; k < node.column + node.column_count; ++k) {
      const Screw& axis = axes_[static_cast<std::size_t>(k)];
      const double by = rates[static_cast<std::size_t>(k)];
      rate.linear += by * axis.linear;
      rate.angular += by * axis.angular;
    }
    bodies[static_cast<std::size_t>(node.body)] = rate;
  }
}

Screw SpanningTree::calc_axis_change(int k, double rate, const std::vector<Screw>& bodies,
                                     const Node& node) const {
  const std::size_t i = static_cast<std::size_t>(k);
  const Column& column = columns_[i];
  const Screw& parent = bodies[static_cast<std::size_t>(node.parent)];
  const Screw& body = bodies[static_cast<std::size_t>(node.body)];
  const Vector3d& direction = directions_[i];
  const Vector3d change =
      (column.direction_in_body ? body : parent).angular.cross(direction) * rate;
  if (!column.turns) return {length_ * change, Vector3d::Zero()};
  const Vector3d velocity = velocity_at(column.point_in_body ? body : parent, points_[i]);
  return {
      rate * velocity.cross(direction) + points_[i].cross(change) + column.lead * length_ * change,
      change};
}

void SpanningTree::calc_accelerations(std::span<const double> rates,
                                      std::span<const double> accelerations,
                                      const std::vector<Screw>& body_rates,
                                      std::vector<Screw>& bodies) const {
  for (const Node& node : nodes_) {
    Screw change = bodies[static_cast<std::size_t>(node.parent)];
    for (int k = node.column; k < node.column + node.column_count; ++k) {
      const Screw& axis = axes_[static_cast<std::size_t>(k)];
      const double by = accelerations.empty() ? 0.0 : accelerations[static_cast<std::size_t>(k)];
      change.linear += by * axis.linear;
      change.angular += by * axis.angular;
      change += calc_axis_change(k, rates[static_cast<std::size_t>(k)], body_rates, node);
    }
    bodies[static_cast<std::size_t>(node.body)] = change;
  }
}

}  // namespace globaldyn
