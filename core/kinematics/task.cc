#include "core/kinematics/task.h"

#include <cmath>
#include <numbers>

#include "core/joints/joint_rows.h"
#include "core/kinematics/acting_rows.h"
#include "core/kinematics/cardan.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

using Kind = TaskCoordinate::Kind;

// The angle of a direction fixed in the tool, seen in the global x-y plane.
ScalarRow make_phi_row(const Tool& tool, const KinematicState& state) {
  const Vector3d u = state.pose_of(tool.body).R * tool.frame.axes.col(0);
  const Vector3d w = state.twist_of(tool.body).w;
  const Vector3d rate = w.cross(u);
  const Vector3d second = w.cross(rate);
  const double square = u.x() * u.x() + u.y() * u.y();
  const Vector3d h = Vector3d(-u.y(), u.x(), 0.0) / square;
  ScalarRow row(kGround, tool.body, true, std::atan2(u.y(), u.x()));
  row.jacobian_b.tail<3>() = u.cross(h);
  row.bias = h.dot(second) - 2.0 * (u.x() * rate.x() + u.y() * rate.y()) / square * h.dot(rate);
  return row;
}

ScalarRow make_cardan_row(const Tool& tool, int index, const KinematicState& state) {
  const Matrix3d R = state.pose_of(tool.body).R * tool.frame.axes;
  const Vector3d angles = find_cardan_angles(R);
  const Matrix3d inverse = make_cardan_rate_matrix(angles).inverse();
  const Vector3d rates = inverse * state.twist_of(tool.body).w;
  const Vector3d bias = -inverse * (make_cardan_rate_derivative(angles, rates) * rates);
  ScalarRow row(kGround, tool.body, true, angles(index));
  row.jacobian_b.tail<3>() = inverse.row(index).transpose();
  row.bias = bias(index);
  return row;
}

ScalarRow make_rotation_row(const Tool& tool, int index, const Matrix3d& target,
                            const KinematicState& state) {
  const Matrix3d R = state.pose_of(tool.body).R * tool.frame.axes;
  ScalarRow row(kGround, tool.body, true, find_rotation_vector(R * target.transpose())(index));
  row.jacobian_b(3 + index) = 1.0;
  return row;
}

double find_period(const Mechanism& mechanism, const TaskCoordinate& coordinate,
                   const ScalarRow& row) {
  if (coordinate.kind == Kind::joint) return find_period(mechanism, coordinate.joint);
  if (coordinate.kind == Kind::drive) {
    return find_period(mechanism, mechanism.drives[coordinate.drive].coordinate);
  }
  return row.rotational ? 2.0 * std::numbers::pi : 0.0;
}

// The row of a coordinate with a value of its own: a rotation has none without its target.
ScalarRow make_row(const Mechanism& mechanism, const TaskCoordinate& coordinate,
                   const KinematicState& state) {
  switch (coordinate.kind) {
    case Kind::position:
      return make_position_row(state, coordinate.index,
                               {mechanism.tool->body, mechanism.tool->frame.origin});
    case Kind::phi:
      return make_phi_row(*mechanism.tool, state);
    case Kind::cardan:
      return make_cardan_row(*mechanism.tool, coordinate.index, state);
    case Kind::joint:
      return make_coordinate_row(mechanism.joints[coordinate.joint.joint],
                                 coordinate.joint.coordinate, state);
    case Kind::drive:
      return make_drive_row(mechanism, mechanism.drives[coordinate.drive], state);
    case Kind::rotation:
      break;
  }
  return {};
}

}  // namespace

std::string name_of(const Mechanism& mechanism, const TaskCoordinate& coordinate) {
  const std::string axis(1, "xyz"[coordinate.index % 3]);
  switch (coordinate.kind) {
    case Kind::position:
      return axis;
    case Kind::phi:
      return "phi";
    case Kind::cardan:
      return "phi_" + axis;
    case Kind::rotation:
      return "rotation about " + axis;
    case Kind::joint:
      return "joint " + name_of(mechanism, coordinate.joint);
    case Kind::drive:
      return "drive " + mechanism.drives[coordinate.drive].name;
  }
  return "";
}

bool is_rotational(const Mechanism& mechanism, const TaskCoordinate& coordinate) {
  switch (coordinate.kind) {
    case Kind::position:
      return false;
    case Kind::drive:
      return mechanism.drives[coordinate.drive].rotational;
    case Kind::joint: {
      const Joint& joint = mechanism.joints[coordinate.joint.joint];
      const std::size_t c = static_cast<std::size_t>(coordinate.joint.coordinate);
      return type_of(joint).coordinates[c].rotational;
    }
    case Kind::phi:
    case Kind::cardan:
    case Kind::rotation:
      break;
  }
  return true;
}

ScalarRow make_task_row(const Mechanism& mechanism, const TaskCoordinate& coordinate,
                        const TaskTarget& target, int k, const KinematicState& state) {
  if (coordinate.kind == Kind::rotation) {
    return make_rotation_row(*mechanism.tool, coordinate.index, target.rotation, state);
  }
  ScalarRow row = make_row(mechanism, coordinate, state);
  row.value -= target.value(k);
  row.value = wrap(row.value, find_period(mechanism, coordinate, row));
  return row;
}

}  // namespace core
}  // namespace globaldyn::inside
