#include "core/bodies/scalar_row.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

// A point of a body in the global frame: arm from the centre of mass, and position.
struct PlacedPoint {
  Vector3d arm;
  Vector3d position;
};

PlacedPoint place(const KinematicState& state, const BodyPoint& point) {
  const BodyPose& pose = state.pose_of(point.body);
  const Vector3d arm = pose.R * point.point;
  return {arm, pose.r + arm};
}

// Its velocity, and the part of its acceleration due to velocities alone.
struct PointMotion {
  Vector3d velocity;
  Vector3d centripetal;
};

PointMotion move(const KinematicState& state, BodyId body, const Vector3d& arm) {
  const Twist twist = state.twist_of(body);
  const Vector3d spin = twist.w.cross(arm);
  return {twist.v + spin, twist.w.cross(spin)};
}

// The Jacobian of u . (velocity of the point) on one body: u on v, arm x u on w.
Vector6d make_point_jacobian(const Vector3d& u, const Vector3d& arm) {
  Vector6d jacobian;
  jacobian << u, arm.cross(u);
  return jacobian;
}

}  // namespace

double ScalarRow::calc_rate(const Twists& twists) const {
  const Twist& a = twists[body_a];
  const Twist& b = twists[body_b];
  double rate = jacobian_a.head<3>().dot(a.v) + jacobian_a.tail<3>().dot(a.w) +
                jacobian_b.head<3>().dot(b.v) + jacobian_b.tail<3>().dot(b.w);
  for (const RowPair& pair : more.used()) {
    const Twist& c = twists[pair.body_a];
    const Twist& d = twists[pair.body_b];
    rate += pair.jacobian_a.head<3>().dot(c.v) + pair.jacobian_a.tail<3>().dot(c.w) +
            pair.jacobian_b.head<3>().dot(d.v) + pair.jacobian_b.tail<3>().dot(d.w);
  }
  return rate;
}

ScalarRow& ScalarRow::operator*=(double factor) {
  value *= factor;
  bias *= factor;
  jacobian_a *= factor;
  jacobian_b *= factor;
  for (RowPair& pair : more.used()) {
    pair.jacobian_a *= factor;
    pair.jacobian_b *= factor;
  }
  return *this;
}

ScalarRow& ScalarRow::operator+=(const ScalarRow& other) {
  value += other.value;
  bias += other.bias;
  const RowPair first{other.body_a, other.body_b, other.jacobian_a, other.jacobian_b};
  more.append({&first, 1});
  more.append(other.more.used());
  return *this;
}

ScalarRow make_offset_row(const KinematicState& state, const BodyPoint& from, const Vector3d& axis,
                          const BodyPoint& to) {
  const PlacedPoint a = place(state, from);
  const PlacedPoint b = place(state, to);
  const Vector3d u = state.pose_of(from.body).R * axis;
  const Vector3d d = b.position - a.position;
  ScalarRow row(from.body, to.body, false, u.dot(d), make_point_jacobian(-u, a.arm),
                make_point_jacobian(u, b.arm));
  row.jacobian_a.tail<3>() += u.cross(d);  // the axis rotates with body a
  if (state.twists == nullptr) return row;
  const PointMotion of_a = move(state, from.body, a.arm);
  const PointMotion of_b = move(state, to.body, b.arm);
  const Vector3d w = state.twist_of(from.body).w;
  row.bias = u.dot(of_b.centripetal - of_a.centripetal) +
             2.0 * w.cross(u).dot(of_b.velocity - of_a.velocity) + w.cross(w.cross(u)).dot(d);
  return row;
}

ScalarRow make_position_row(const KinematicState& state, int axis, const BodyPoint& point) {
  const PlacedPoint placed = place(state, point);
  const Vector3d u = Vector3d::Unit(axis);
  ScalarRow row(kGround, point.body, false, placed.position(axis), Vector6d::Zero(),
                make_point_jacobian(u, placed.arm));
  if (state.twists != nullptr) row.bias = move(state, point.body, placed.arm).centripetal(axis);
  return row;
}

ScalarRow make_cosine_row(const KinematicState& state, const BodyAxis& a, const BodyAxis& b) {
  const Vector3d u = state.pose_of(a.body).R * a.axis;
  const Vector3d w = state.pose_of(b.body).R * b.axis;
  ScalarRow row(a.body, b.body, true, u.dot(w));
  row.jacobian_a.tail<3>() = u.cross(w);
  row.jacobian_b.tail<3>() = -row.jacobian_a.tail<3>();
  if (state.twists == nullptr) return row;
  const Vector3d spin_a = state.twist_of(a.body).w;
  const Vector3d spin_b = state.twist_of(b.body).w;
  row.bias = spin_a.cross(spin_a.cross(u)).dot(w) + 2.0 * spin_a.cross(u).dot(spin_b.cross(w)) +
             u.dot(spin_b.cross(spin_b.cross(w)));
  return row;
}

ScalarRow make_distance_row(const KinematicState& state, const PointPair& points) {
  const PlacedPoint a = place(state, points.from);
  const PlacedPoint b = place(state, points.to);
  const Vector3d d = b.position - a.position;
  const double length = d.norm();
  const Vector3d u = d / length;
  ScalarRow row(points.from.body, points.to.body, false, length, make_point_jacobian(-u, a.arm),
                make_point_jacobian(u, b.arm));
  if (state.twists == nullptr) return row;
  const PointMotion of_a = move(state, points.from.body, a.arm);
  const PointMotion of_b = move(state, points.to.body, b.arm);
  const Vector3d velocity = of_b.velocity - of_a.velocity;
  const Vector3d across = velocity - u.dot(velocity) * u;
  row.bias = u.dot(of_b.centripetal - of_a.centripetal) + across.squaredNorm() / length;
  return row;
}

ScalarRow make_turn_row(const KinematicState& state, const BodyAxis& axis_a, BodyId body_b) {
  const Vector3d u = state.pose_of(axis_a.body).R * axis_a.axis;
  const Vector3d spin_a = state.twist_of(axis_a.body).w;
  const Vector3d spin_b = state.twist_of(body_b).w;
  ScalarRow row(axis_a.body, body_b, true, 0.0);
  row.jacobian_a.tail<3>() = -u;
  row.jacobian_b.tail<3>() = u;
  row.bias = spin_a.cross(u).dot(spin_b - spin_a);
  return row;
}

}  // namespace core
}  // namespace globaldyn::inside
