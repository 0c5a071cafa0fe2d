#include "core/loops/spanning_tree.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/nth.h"
#include "core/joints/joint_type.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

Eigen::Map<Eigen::Quaterniond> as_quaternion(double* state) {
  return Eigen::Map<Eigen::Quaterniond>(state);
}

Eigen::Quaterniond make_turn(const Vector3d& w) {
  const double angle = w.norm();
  const double half = 0.5 * angle;
  const double scale = angle > 1e-8 ? std::sin(half) / angle : 0.5;
  return {std::cos(half), scale * w.x(), scale * w.y(), scale * w.z()};
}

// Velocity of the material point of a moving body that is now at `point`.
Vector3d velocity_at(const Screw& rate, const Vector3d& point) {
  return rate.linear + rate.angular.cross(point);
}

}  // namespace

SpanningTree::SpanningTree(const Mechanism& mechanism, const Topology& topology)
    : length_(mechanism.kinematic_length),
      in_tree_(mechanism.joints.size(), 0),
      pose_(mechanism.bodies.size()) {
  for (const BodyId body : topology.order) add_node(mechanism, topology, body);
  axes_.resize(columns_.size());
  directions_.resize(columns_.size());
  points_.resize(columns_.size());
}

void SpanningTree::add_node(const Mechanism& mechanism, const Topology& topology, BodyId body) {
  Node node;
  node.body = body;
  node.motion = &floating_motion();
  const auto& attached = topology.attachment[body];
  const Joint* joint = attached ? &mechanism.joints[attached->joint] : nullptr;
  if (joint != nullptr && type_of(*joint).motion != nullptr) {
    in_tree_[attached->joint] = 1;
    node.floats = false;
    node.motion = type_of(*joint).motion;
    node.parent = attached->parent;
    node.link = {joint->body_b == body, joint->lead};
    node.near = node.link.forward ? joint->frame_a : joint->frame_b;
    node.far = node.link.forward ? joint->frame_b : joint->frame_a;
    node.near_is_parallel = node.near.axes.isIdentity(0.0);
    node.far_is_parallel = node.far.axes.isIdentity(0.0);
  }
  node.state = state_.size();
  node.column = column_count();
  const std::vector<TreeColumn>& columns = node.motion->columns(node.link.forward);
  node.column_count = static_cast<int>(columns.size());
  state_.resize(state_.size() + node.motion->states, 0.0);
  for (const TreeColumn& column : columns) {
    columns_.push_back({column, column.has_lead ? node.link.lead / length_ : 0.0});
  }
  nodes_.push_back(std::move(node));
}

void SpanningTree::set_pose(const Pose& pose) {
  pose_.angles = pose.angles;
  for (const Node& node : nodes_) {
    const BodyPose& body = pose[node.body];
    if (node.floats) {
      take_motion(node, {body.r, body.R});
      continue;
    }
    const Frame near = inside::place(pose[node.parent], node.near);
    take_motion(node, near.inverse() * inside::place(body, node.far));
  }
  update();
}

void SpanningTree::take_motion(const Node& node, const Frame& motion) {
  node.motion->take(node.link, motion, state_.data() + node.state);
}

// The joint's frame on the body, from that on the parent.
Frame SpanningTree::move_frame(const Node& node, const Frame& near) const {
  return node.motion->move(node.link, near, state_.data() + node.state);
}

void SpanningTree::move(std::span<const double> steps) {
  for (const Node& node : nodes_) move_node(node, steps.data() + node.column);
}

void SpanningTree::move_node(const Node& node, const double* steps) {
  double* const q = state_.data() + node.state;
  const std::optional<FreeTurn>& turn = node.motion->free_turn;
  const std::size_t count = turn ? turn->column : static_cast<std::size_t>(node.column_count);
  for (std::size_t k = 0; k < count; ++k) {
    const bool turns = columns_[static_cast<std::size_t>(node.column) + k].is.turns;
    q[k] += turns ? steps[k] : length_ * steps[k];
  }
  if (!turn) return;
  // Rotations are given about global axes; the quaternion is relative to the near frame.
  const Vector3d w =
      find_near_axes(node).transpose() * Eigen::Map<const Vector3d>(steps + turn->column);
  as_quaternion(q + turn->state) = (make_turn(w) * as_quaternion(q + turn->state)).normalized();
}

// Of a quaternion relative to the near frame: half its product with the rates in that frame.
void SpanningTree::calc_state_rates(std::span<const double> rates,
                                    std::span<double> state_rates) const {
  for (const Node& node : nodes_) {
    const double* const by = rates.data() + node.column;
    double* const to = state_rates.data() + node.state;
    const std::optional<FreeTurn>& turn = node.motion->free_turn;
    const std::size_t count = turn ? turn->column : static_cast<std::size_t>(node.column_count);
    for (std::size_t k = 0; k < count; ++k) {
      const bool turns = columns_[static_cast<std::size_t>(node.column) + k].is.turns;
      to[k] = turns ? by[k] : length_ * by[k];
    }
    if (!turn) continue;
    const Vector3d w =
        find_near_axes(node).transpose() * Eigen::Map<const Vector3d>(by + turn->column);
    const Eigen::Quaterniond here(state_.data() + node.state + turn->state);
    const Eigen::Quaterniond change = Eigen::Quaterniond(0.0, w.x(), w.y(), w.z()) * here;
    Eigen::Map<Eigen::Vector4d>(to + turn->state) = 0.5 * change.coeffs();
  }
}

std::vector<double> SpanningTree::list_state_sizes() const {
  std::vector<double> sizes(state_.size(), 1.0);
  for (const Node& node : nodes_) {
    const std::optional<FreeTurn>& turn = node.motion->free_turn;
    const std::size_t count = turn ? turn->column : static_cast<std::size_t>(node.column_count);
    for (std::size_t k = 0; k < count; ++k) {
      const bool turns = columns_[static_cast<std::size_t>(node.column) + k].is.turns;
      if (!turns) sizes[node.state + k] = length_;
    }
  }
  return sizes;
}

void SpanningTree::assign(std::span<const double> state) {
  state_.assign(state.begin(), state.end());
  for (const Node& node : nodes_) {
    if (const auto turn = find_free_turn(node))
      as_quaternion(state_.data() + turn->state).normalize();
  }
}

void SpanningTree::update() {
  for (const Node& node : nodes_) place(node);
}

void SpanningTree::place(const Node& node) {
  if (node.floats) {
    place_floating(node);
    return;
  }
  const BodyPose& parent = pose_[node.parent];
  const Frame near{parent.r + parent.R * node.near.origin,
                   node.near_is_parallel ? parent.R : Matrix3d(parent.R * node.near.axes)};
  const Frame far = move_frame(node, near);
  BodyPose& body = pose_[node.body];
  body.R = node.far_is_parallel ? far.axes : Matrix3d(far.axes * node.far.axes.transpose());
  body.r = far.origin - body.R * node.far.origin;
  set_lines(node, near, far);
}

void SpanningTree::place_floating(const Node& node) {
  const Frame far = move_frame(node, {});
  pose_[node.body] = {far.origin, far.axes};
  set_lines(node, {}, far);
}

inline void SpanningTree::set_line(std::size_t column, const ColumnLine& line) {
  directions_[column] = line.direction;
  points_[column] = line.point;
  const auto& [is, lead] = columns_[column];
  axes_[column] = is.turns
                      ? Screw{line.point.cross(line.direction) + lead * length_ * line.direction,
                              line.direction}
                      : Screw{length_ * line.direction, Vector3d::Zero()};
}

void SpanningTree::set_lines(const Node& node, const Frame& near, const Frame& far) {
  const std::size_t first = static_cast<std::size_t>(node.column);
  const std::size_t count = static_cast<std::size_t>(node.column_count);
  if (node.motion->find_lines == nullptr) {
    const ColumnLine axis{near.axes.col(kZ), near.origin};
    for (std::size_t k = 0; k < count; ++k) set_line(first + k, axis);
    return;
  }
  std::array<ColumnLine, kMostColumns> lines;
  node.motion->find_lines(node.link, near, far, lines.data());
  for (std::size_t k = 0; k < count; ++k) set_line(first + k, lines[k]);
}

std::optional<FreeTurn> SpanningTree::find_free_turn(const Node& node) {
  const std::optional<FreeTurn>& turn = node.motion->free_turn;
  if (!turn) return std::nullopt;
  return FreeTurn{node.state + turn->state, static_cast<std::size_t>(node.column) + turn->column};
}

Matrix3d SpanningTree::find_near_axes(const Node& node) const {
  if (node.floats) return Matrix3d::Identity();
  return pose_[node.parent].R * node.near.axes;
}

void SpanningTree::to_parent_axes(std::span<double> rates) const {
  for (const Node& node : nodes_) {
    if (const auto turn = find_free_turn(node)) {
      Eigen::Map<Vector3d> rate(rates.data() + turn->column);
      rate = Vector3d(find_near_axes(node).transpose() * rate);
    }
  }
}

void SpanningTree::to_global_axes(std::span<double> rates) const {
  for (const Node& node : nodes_) {
    if (const auto turn = find_free_turn(node)) {
      Eigen::Map<Vector3d> rate(rates.data() + turn->column);
      rate = Vector3d(find_near_axes(node) * rate);
    }
  }
}

// The coordinates of a rotation are the rotation vector phi from here: with left derivatives w =
// phi' + phi x phi' / 2 + ..., so that phi' = w - phi x w / 2 + c phi x (phi x w), where c = 1/12 +
// |phi|²/720 + ...; phi'' is its derivative.
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

std::vector<TreeBody> SpanningTree::list_bodies() const {
  std::vector<TreeBody> bodies;
  for (const Node& node : nodes_) {
    bodies.push_back({node.body, node.parent, node.column, node.column_count});
  }
  return bodies;
}

std::vector<int> SpanningTree::list_columns_to(BodyId body) const {
  std::vector<int> columns;
  while (body != kGround) {
    const auto node =
        std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& n) { return n.body == body; });
    for (int k = 0; k < node->column_count; ++k) columns.push_back(node->column + k);
    body = node->parent;
  }
  std::sort(columns.begin(), columns.end());
  return columns;
}

void SpanningTree::calc_rates(std::span<const double> rates, Screws& bodies) const {
  for (const Node& node : nodes_) add_rates(node, rates, bodies);
}

// To those of its parent.
inline void SpanningTree::add_rates(const Node& node, std::span<const double> rates,
                                    Screws& bodies) const {
  Screw rate = bodies[node.parent];
  for (int k = node.column; k < node.column + node.column_count; ++k) {
    const Screw& axis = nth(axes_, k);
    const double by = nth(rates, k);
    rate.linear += by * axis.linear;
    rate.angular += by * axis.angular;
  }
  bodies[node.body] = rate;
}

Screw SpanningTree::calc_axis_change(int k, double rate, const Screws& bodies,
                                     const Node& node) const {
  const std::size_t i = static_cast<std::size_t>(k);
  const Column& column = columns_[i];
  const Screw& parent = bodies[node.parent];
  const Screw& body = bodies[node.body];
  const Vector3d& direction = directions_[i];
  const Vector3d change =
      (column.is.direction_in_body ? body : parent).angular.cross(direction) * rate;
  if (!column.is.turns) return {length_ * change, Vector3d::Zero()};
  const Vector3d velocity = velocity_at(column.is.point_in_body ? body : parent, points_[i]);
  return {
      rate * velocity.cross(direction) + points_[i].cross(change) + column.lead * length_ * change,
      change};
}

void SpanningTree::calc_accelerations(std::span<const double> rates,
                                      std::span<const double> accelerations,
                                      const Screws& body_rates, Screws& bodies) const {
  for (const Node& node : nodes_) {
    add_accelerations(node, rates, accelerations, body_rates, bodies);
  }
}

inline void SpanningTree::add_accelerations(const Node& node, std::span<const double> rates,
                                            std::span<const double> accelerations,
                                            const Screws& body_rates, Screws& bodies) const {
  Screw change = bodies[node.parent];
  for (int k = node.column; k < node.column + node.column_count; ++k) {
    const Screw& axis = nth(axes_, k);
    const double by = accelerations.empty() ? 0.0 : nth(accelerations, k);
    change.linear += by * axis.linear;
    change.angular += by * axis.angular;
    change += calc_axis_change(k, nth(rates, k), body_rates, node);
  }
  bodies[node.body] = change;
}

}  // namespace core
}  // namespace globaldyn::inside
