#include "core/kinematics/acting_rows.h"

#include <numbers>

#include "core/base/nth.h"
#include "core/joints/joint_rows.h"

namespace globaldyn::inside {
inline namespace core {

double find_period(const Mechanism& mechanism, const ActingCoordinate& coordinate) {
  if (const auto* sum = std::get_if<CoordinateSum>(&coordinate)) return sum->period;
  const auto* index = std::get_if<CoordinateIndex>(&coordinate);
  if (index == nullptr) return 0.0;
  const JointType& type = type_of(mechanism.joints[index->joint]);
  const bool periodic = nth(type.coordinates, index->coordinate).periodic;
  return periodic ? 2.0 * std::numbers::pi : 0.0;
}

ScalarRow make_acting_row(const Mechanism& mechanism, const ActingCoordinate& coordinate,
                          const KinematicState& state) {
  if (const auto* pair = std::get_if<PointPair>(&coordinate)) {
    return make_distance_row(state, *pair);
  }
  if (const auto* sum = std::get_if<CoordinateSum>(&coordinate)) {
    return make_sum_row(mechanism.joints, *sum, state);
  }
  const CoordinateIndex& index = std::get<CoordinateIndex>(coordinate);
  return make_coordinate_row(mechanism.joints[index.joint], index.coordinate, state);
}

ScalarRow make_curve_row(const Mechanism& mechanism, const Spring& spring,
                         const KinematicState& state) {
  if (!spring.over) return make_acting_row(mechanism, spring.coordinate, state);
  return make_acting_row(mechanism, *spring.over, state);
}

ScalarRow make_drive_row(const Mechanism& mechanism, const Drive& drive,
                         const KinematicState& state) {
  ScalarRow row = make_acting_row(mechanism, drive.coordinate, state);
  row *= drive.sign();
  return row;
}

}  // namespace core
}  // namespace globaldyn::inside
