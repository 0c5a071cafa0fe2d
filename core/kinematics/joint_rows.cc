#include "core/kinematics/joint_rows.h"

#include <cmath>

namespace globaldyn {
namespace {

constexpr int kX = 0, kY = 1, kZ = 2;

// Shorthand for rows between the two frames of one joint.
class JointFrames {
 public:
  JointFrames(const Joint& joint, const KinematicState& state) : joint_(joint), state_(state) {}

  [[nodiscard]] ScalarRow offset(int axis) const {
    return make_offset_row(state_, {joint_.body_a, joint_.frame_a.origin},
                           joint_.frame_a.axes.col(axis), {joint_.body_b, joint_.frame_b.origin});
  }
  [[nodiscard]] ScalarRow cosine(int axis_a, int axis_b) const {
    return make_cosine_row(state_, {joint_.body_a, joint_.frame_a.axes.col(axis_a)},
                           {joint_.body_b, joint_.frame_b.axes.col(axis_b)});
  }
  [[nodiscard]] ScalarRow turn() const {
    return make_turn_row(state_, {joint_.body_a, joint_.frame_a.axes.col(kZ)}, joint_.body_b);
  }
  /// The rotation of B against A about B's axis.
  [[nodiscard]] ScalarRow turn_about_b() const {
    ScalarRow row =
        make_turn_row(state_, {joint_.body_b, joint_.frame_b.axes.col(kZ)}, joint_.body_a);
    row.jacobian_a *= -1.0;
    row.jacobian_b *= -1.0;
    row.bias *= -1.0;
    return row;
  }
  /// R_AB.
  [[nodiscard]] Matrix3d rotation() const {
    return (state_.pose_of(joint_.body_a).R * joint_.frame_a.axes).transpose() *
           (state_.pose_of(joint_.body_b).R * joint_.frame_b.axes);
  }

 private:
  const Joint& joint_;
  const KinematicState& state_;
};

double calc_turn_angle(const Matrix3d& R_AB) {
  return std::atan2(R_AB(kY, kX), R_AB(kX, kX));
}

ScalarRow make_angle_row(const JointFrames& frames) {
  ScalarRow row = frames.turn();
  row.value = calc_turn_angle(frames.rotation());
  return row;
}

// displacement - lead * angle, of which only the remainder to whole turns is measurable.
ScalarRow make_helix_row(const JointFrames& frames, double lead) {
  ScalarRow row = frames.offset(kZ);
  const ScalarRow turn = frames.turn();
  const double angle = calc_turn_angle(frames.rotation());
  row.value = lead * wrap_angle(row.value / lead - angle);
  row.jacobian_a -= lead * turn.jacobian_a;
  row.jacobian_b -= lead * turn.jacobian_b;
  row.bias -= lead * turn.bias;
  return row;
}

ScalarRow make_screw_coordinate(const JointFrames& frames, int coordinate, double lead) {
  ScalarRow displacement = frames.offset(kZ);
  if (coordinate == 1) return displacement;
  ScalarRow row = frames.turn();
  row.value = displacement.value / lead;
  return row;
}

ScalarRow make_universal_coordinate(const JointFrames& frames, int coordinate) {
  const Matrix3d R = frames.rotation();
  ScalarRow row = coordinate == 0 ? frames.turn() : frames.turn_about_b();
  // B's axis seen in A, and A's axis seen in B; see make_joint_motion() for the zero.
  row.value =
      coordinate == 0 ? std::atan2(R(kY, kZ), R(kX, kZ)) : -std::atan2(R(kZ, kY), R(kZ, kX));
  return row;
}

}  // namespace

int count_constraint_rows(JointKind kind) {
  switch (kind) {
    case JointKind::revolute:
    case JointKind::prismatic:
    case JointKind::screw:
      return 5;
    case JointKind::cylindrical:
    case JointKind::universal:
      return 4;
    case JointKind::spherical:
    case JointKind::planar:
      return 3;
    case JointKind::weld:
      return 6;
    case JointKind::distance:
      break;
  }
  return 1;
}

ScalarRow make_constraint_row(const Joint& joint, int index, const KinematicState& state) {
  const JointFrames frames(joint, state);
  // Each kind is a list of: offsets along A's axes, parallel axes, no turning, and its own.
  const auto axes_parallel = [&](int k) { return frames.cosine(k, kZ); };
  switch (joint.kind) {
    case JointKind::revolute:
      return index < 3 ? frames.offset(index) : axes_parallel(index - 3);
    case JointKind::prismatic:
    case JointKind::cylindrical:
    case JointKind::screw:
      if (index < 2) return frames.offset(index);
      if (index < 4) return axes_parallel(index - 2);
      return joint.kind == JointKind::screw ? make_helix_row(frames, joint.lead)
                                            : frames.cosine(kX, kY);
    case JointKind::universal:
      return index < 3 ? frames.offset(index) : frames.cosine(kZ, kZ);
    case JointKind::spherical:
      return frames.offset(index);
    case JointKind::planar:
      return index < 1 ? frames.offset(kZ) : axes_parallel(index - 1);
    case JointKind::weld:
      if (index < 3) return frames.offset(index);
      return index < 5 ? axes_parallel(index - 3) : frames.cosine(kX, kY);
    case JointKind::distance:
      break;
  }
  ScalarRow row = make_distance_row(
      state, {{joint.body_a, joint.frame_a.origin}, {joint.body_b, joint.frame_b.origin}});
  row.value -= joint.length;
  return row;
}

void append_constraint_rows(const Joint& joint, const KinematicState& state,
                            std::vector<ScalarRow>& rows) {
  const int count = count_constraint_rows(joint.kind);
  for (int i = 0; i < count; ++i) rows.push_back(make_constraint_row(joint, i, state));
}

ScalarRow make_coordinate_row(const Joint& joint, int coordinate, const KinematicState& state) {
  const JointFrames frames(joint, state);
  switch (joint.kind) {
    case JointKind::revolute:
      return make_angle_row(frames);
    case JointKind::prismatic:
      return frames.offset(kZ);
    case JointKind::cylindrical:
      return coordinate == 0 ? frames.offset(kZ) : make_angle_row(frames);
    case JointKind::universal:
      return make_universal_coordinate(frames, coordinate);
    case JointKind::planar:
      return coordinate == 2 ? make_angle_row(frames) : frames.offset(coordinate);
    case JointKind::screw:
      return make_screw_coordinate(frames, coordinate, joint.lead);
    default:
      throw NumericalError("joint '" + joint.name + "' has no coordinates");
  }
}

bool is_periodic(const Mechanism& mechanism, const ActingCoordinate& coordinate) {
  const auto* index = std::get_if<CoordinateIndex>(&coordinate);
  if (index == nullptr) return false;
  const Joint& joint = mechanism.joints[static_cast<std::size_t>(index->joint)];
  const auto coordinate_number = static_cast<std::size_t>(index->coordinate);
  return coordinates_of(joint.kind)[coordinate_number].rotational && joint.kind != JointKind::screw;
}

ScalarRow make_acting_row(const Mechanism& mechanism, const ActingCoordinate& coordinate,
                          const KinematicState& state) {
  if (const auto* pair = std::get_if<PointPair>(&coordinate)) {
    return make_distance_row(state, *pair);
  }
  const CoordinateIndex& index = std::get<CoordinateIndex>(coordinate);
  return make_coordinate_row(mechanism.joints[static_cast<std::size_t>(index.joint)],
                             index.coordinate, state);
}

ScalarRow make_drive_row(const Mechanism& mechanism, const Drive& drive,
                         const KinematicState& state) {
  ScalarRow row = make_acting_row(mechanism, drive.coordinate, state);
  row.value *= drive.sign();
  row.bias *= drive.sign();
  row.jacobian_a *= drive.sign();
  row.jacobian_b *= drive.sign();
  return row;
}

double calc_cone_angle(const Joint& joint, const Pose& pose) {
  const Matrix3d R = JointFrames(joint, {pose, nullptr}).rotation();
  // A straight universal joint has B's x axis along A's z: see make_joint_motion().
  const Vector3d b = R.col(joint.kind == JointKind::universal ? kX : kZ);
  return std::atan2(Vector3d::UnitZ().cross(b).norm(), b.z());
}

bool is_rightly_closed(const Joint& joint, const Pose& pose) {
  const Matrix3d R = JointFrames(joint, {pose, nullptr}).rotation();
  switch (joint.kind) {
    case JointKind::revolute:
    case JointKind::cylindrical:
    case JointKind::planar:
    case JointKind::screw:
      return R(kZ, kZ) > 0.0;
    case JointKind::prismatic:
    case JointKind::weld:
      return R(kZ, kZ) > 0.0 && R(kX, kX) > 0.0;
    default:
      return true;
  }
}

Frame make_joint_motion(const Joint& joint, const std::vector<double>& q) {
  const auto turn = [](double angle) { return make_rotation(Vector3d(0, 0, angle)); };
  Frame motion;
  switch (joint.kind) {
    case JointKind::revolute:
      motion.axes = turn(q[0]);
      break;
    case JointKind::prismatic:
      motion.origin.z() = q[0];
      break;
    case JointKind::cylindrical:
      motion.origin.z() = q[0];
      motion.axes = turn(q[1]);
      break;
    case JointKind::universal: {
      // At zero angles B's axis lies along A's x axis, and B's x axis along A's axis.
      Matrix3d straight;
      straight << Vector3d::UnitZ(), -Vector3d::UnitY(), Vector3d::UnitX();
      motion.axes = turn(q[0]) * straight * turn(q[1]);
      break;
    }
    case JointKind::planar:
      motion.origin = Vector3d(q[0], q[1], 0.0);
      motion.axes = turn(q[2]);
      break;
    case JointKind::screw:
      motion.origin.z() = joint.lead * q[0];
      motion.axes = turn(q[0]);
      break;
    case JointKind::distance:
      motion.origin.z() = joint.length;
      break;
    case JointKind::spherical:
    case JointKind::weld:
      break;
  }
  return motion;
}

}  // namespace globaldyn
