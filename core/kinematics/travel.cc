#include "core/kinematics/travel.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/kinematics/joint_rows.h"

namespace globaldyn {
namespace {

constexpr double kSlack = 1e-9;

bool is_within(double value, const Interval& travel, bool rotational, double slack) {
  const Interval wide{travel.low - slack, travel.high + slack};
  if (!rotational) return wide.contains(value);
  constexpr double kTurn = 2.0 * std::numbers::pi;
  for (int turns = -4; turns <= 4; ++turns) {
    if (wide.contains(value + kTurn * turns)) return true;
  }
  return false;
}

}  // namespace

std::vector<TravelViolation> find_travel_violations(const Mechanism& mechanism, const Pose& pose) {
  std::vector<TravelViolation> result;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    const auto& coordinates = coordinates_of(joint.kind);
    for (std::size_t c = 0; c < coordinates.size(); ++c) {
      const Interval& travel = joint.travel[c];
      if (std::isinf(travel.low) && std::isinf(travel.high)) continue;
      const double value = make_coordinate_row(joint, static_cast<int>(c), {pose, nullptr}).value;
      const double slack =
          kSlack * (coordinates[c].rotational ? 1.0 : mechanism.characteristic_length);
      if (is_within(value, travel, coordinates[c].rotational, slack)) continue;
      const CoordinateIndex index{static_cast<int>(j), static_cast<int>(c)};
      result.push_back({name_of(mechanism, index), value, travel.low, travel.high});
    }
    if (joint.cone > 0.0) {
      const double angle = calc_cone_angle(joint, pose);
      if (angle > joint.cone + kSlack) {
        result.push_back({joint.name + ".cone", angle, 0.0, joint.cone});
      }
    }
  }
  return result;
}

std::string describe(const TravelViolation& v) {
  return fmt::format("{} = {:.6g}, beyond {:.6g}", v.name, v.value,
                     v.value > v.high ? v.high : v.low);
}

}  // namespace globaldyn
