#include "core/kinematics/travel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/nth.h"
#include "core/base/rotation.h"
#include "core/joints/joint_rows.h"
#include "core/kinematics/turns.h"

namespace globaldyn::inside {
inline namespace core {
namespace {

constexpr double kSlack = 1e-9;

// How far inside its travel a coordinate is, from the closer end; negative outside.
double calc_depth(double value, const Interval& travel) {
  return std::min(value - travel.low, travel.high - value);
}

// Visits the coordinates of joint j whose travel is limited.
template <class Visit>
void visit_travel(const Mechanism& mechanism, JointId j, const Visit& visit) {
  const Joint& joint = mechanism.joints[j];
  const auto& coordinates = type_of(joint).coordinates;
  for (std::size_t c = 0; c < coordinates.size(); ++c) {
    const Interval& travel = joint.travel[c];
    if (std::isinf(travel.low) && std::isinf(travel.high)) continue;
    visit(TravelCoordinate{{j, static_cast<int>(c)}, travel, coordinates[c].rotational});
  }
}

std::string tell_travel(double value, bool is_rotational, const ShownUnits& units) {
  const Shown shown = units.show(value, is_rotational ? "rad" : "m");
  return fmt::format("{:.6g} {}", shown.value, shown.unit);
}

}  // namespace

std::vector<TravelCoordinate> list_travel(const Mechanism& mechanism) {
  std::vector<TravelCoordinate> list;
  for (const JointId j : mechanism.joints.ids()) {
    visit_travel(mechanism, j, [&](const TravelCoordinate& c) { list.push_back(c); });
  }
  return list;
}

double calc_coordinate(const Mechanism& mechanism, const CoordinateIndex& index, const Pose& pose) {
  const Joint& joint = mechanism.joints[index.joint];
  const double value = make_coordinate_row(joint, index.coordinate, {pose, nullptr}).value;
  const bool periodic = nth(type_of(joint).coordinates, index.coordinate).periodic;
  if (!periodic || !pose.angles.empty()) return value;
  return choose_turn(value, nth(joint.travel, index.coordinate),
                     nth(joint.guess, index.coordinate));
}

double calc_coordinate_by_guess(const Mechanism& mechanism, const CoordinateIndex& index,
                                const Pose& pose) {
  const Joint& joint = mechanism.joints[index.joint];
  const double value = calc_coordinate(mechanism, index, pose);
  const bool is_counted = !joint.counted.empty() && nth(joint.counted, index.coordinate) >= 0;
  const bool is_known = is_counted || !nth(type_of(joint).coordinates, index.coordinate).periodic;
  return is_known ? value : find_turn_nearest(value, nth(joint.guess, index.coordinate));
}

std::vector<TravelViolation> find_travel_violations(const Mechanism& mechanism, const Pose& pose) {
  std::vector<TravelViolation> result;
  for (const JointId j : mechanism.joints.ids()) {
    visit_travel(mechanism, j, [&](const TravelCoordinate& coordinate) {
      const Interval& travel = coordinate.travel;
      const double value = calc_coordinate(mechanism, coordinate.index, pose);
      const double slack = kSlack * (coordinate.is_rotational ? 1.0 : mechanism.kinematic_length);
      if (calc_depth(value, travel) >= -slack) return;
      result.push_back({name_of(mechanism, coordinate.index), value, travel.low, travel.high,
                        coordinate.is_rotational});
    });
    const Joint& joint = mechanism.joints[j];
    if (joint.cone > 0.0) {
      const double angle = calc_cone_angle(joint, pose);
      if (angle > joint.cone + kSlack) {
        result.push_back({joint.name + ".cone", angle, 0.0, joint.cone, true});
      }
    }
  }
  return result;
}

double calc_least_travel_reserve(const Mechanism& mechanism, const Pose& pose) {
  double least = 1.0;
  for (const JointId j : mechanism.joints.ids()) {
    visit_travel(mechanism, j, [&](const TravelCoordinate& coordinate) {
      const Interval& travel = coordinate.travel;
      const double half = 0.5 * (travel.high - travel.low);
      if (!std::isfinite(half)) return;
      const double value = calc_coordinate(mechanism, coordinate.index, pose);
      const double depth = calc_depth(value, travel);
      least = std::min(least, half > 0.0 ? depth / half : std::min(depth, 0.0));
    });
    const Joint& joint = mechanism.joints[j];
    if (joint.cone > 0.0) {
      least = std::min(least, (joint.cone - calc_cone_angle(joint, pose)) / joint.cone);
    }
  }
  return least;
}

TravelEnd find_nearest_travel_end(const Mechanism& mechanism, const Pose& pose) {
  TravelEnd nearest;
  for (const JointId j : mechanism.joints.ids()) {
    visit_travel(mechanism, j, [&](const TravelCoordinate& coordinate) {
      const double value = calc_coordinate(mechanism, coordinate.index, pose);
      const double size = coordinate.is_rotational ? 1.0 : mechanism.kinematic_length;
      const double depth = calc_depth(value, coordinate.travel) / size;
      if (depth < nearest.depth) nearest = {coordinate, j, depth};
    });
    const Joint& joint = mechanism.joints[j];
    if (joint.cone > 0.0) {
      const double depth = joint.cone - calc_cone_angle(joint, pose);
      if (depth < nearest.depth) nearest = {std::nullopt, j, depth};
    }
  }
  return nearest;
}

std::string describe(const TravelEnd& end, const Mechanism& mechanism, const Pose& pose,
                     const ShownUnits& units) {
  if (!end.coordinate) {
    const Joint& joint = mechanism.joints[*end.joint];
    return fmt::format("{}.cone is at an end of its travel ({})", joint.name,
                       tell_travel(calc_cone_angle(joint, pose), true, units));
  }
  const CoordinateIndex& index = end.coordinate->index;
  return fmt::format(
      "{} is at an end of its travel ({})", name_of(mechanism, index),
      tell_travel(calc_coordinate(mechanism, index, pose), end.coordinate->is_rotational, units));
}

std::string describe(const TravelViolation& v, const ShownUnits& units) {
  const std::string value = tell_travel(v.value, v.is_rotational, units);
  const std::string end = tell_travel(v.value > v.high ? v.high : v.low, v.is_rotational, units);
  // So close beyond the end that both print alike.
  if (value == end) return fmt::format("{} goes beyond {}", v.name, end);
  return fmt::format("{} = {}, beyond {}", v.name, value, end);
}

std::string describe(const std::vector<TravelViolation>& violations, const ShownUnits& units) {
  std::string text = "joint travel exceeded: ";
  for (std::size_t i = 0; i < violations.size(); ++i) {
    text += (i == 0 ? "" : "; ") + describe(violations[i], units);
  }
  return text;
}

}  // namespace core
}  // namespace globaldyn::inside
