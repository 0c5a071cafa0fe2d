#include "core/joints/joint_rows.h"

#include <cmath>

#include "core/base/errors.h"
#include "core/base/nth.h"
#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace core {

int count_constraint_rows(const Joint& joint) {
  return static_cast<int>(type_of(joint).constraints.size());
}

ScalarRow make_constraint_row(const Joint& joint, int index, const KinematicState& state) {
  return type_of(joint).constraint({joint, state}, index);
}

void append_constraint_rows(const Joint& joint, const KinematicState& state,
                            std::vector<ScalarRow>& rows) {
  const int count = count_constraint_rows(joint);
  for (int i = 0; i < count; ++i) rows.push_back(make_constraint_row(joint, i, state));
}

ScalarRow make_bare_coordinate_row(const Joint& joint, int coordinate,
                                   const KinematicState& state) {
  const JointType& type = type_of(joint);
  if (type.coordinate == nullptr) {
    throw NumericalError("joint '" + joint.name + "' has no coordinates");
  }
  return type.coordinate({joint, state}, coordinate);
}

ScalarRow make_coordinate_row(const Joint& joint, int coordinate, const KinematicState& state) {
  ScalarRow row = make_bare_coordinate_row(joint, coordinate, state);
  if (joint.counted.empty() || state.pose.angles.empty()) return row;
  const int place = nth(joint.counted, coordinate);
  if (place >= 0) row.value = find_turn_nearest(row.value, nth(state.pose.angles, place));
  return row;
}

double calc_cone_angle(const Joint& joint, const Pose& pose) {
  const KinematicState state{pose, nullptr};
  const Vector3d b =
      JointFrames(joint, state).rotation().col(type_of(joint).cone_axis.value_or(kZ));
  return std::atan2(Vector3d::UnitZ().cross(b).norm(), b.z());
}

bool is_rightly_closed(const Joint& joint, const Pose& pose) {
  const JointType& type = type_of(joint);
  const KinematicState state{pose, nullptr};
  return type.is_rightly_closed == nullptr ||
         type.is_rightly_closed(JointFrames(joint, state).rotation());
}

Frame make_joint_motion(const Joint& joint, const std::vector<double>& coordinates) {
  const JointType& type = type_of(joint);
  if (!coordinates.empty()) {
    return type.motion->move({.forward = true, .lead = joint.lead}, {}, coordinates.data());
  }
  return type.rest != nullptr ? type.rest(joint) : Frame{};
}

}  // namespace core
}  // namespace globaldyn::inside
