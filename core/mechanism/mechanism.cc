#include "core/mechanism/mechanism.h"

#include "core/base/nth.h"
#include "core/joints/joint_type.h"

#include <algorithm>
#include <cmath>

namespace globaldyn::inside {
inline namespace core {

std::string name_of(const Mechanism& mechanism, const CoordinateIndex& index) {
  const Joint& joint = mechanism.joints[index.joint];
  const auto& coordinates = type_of(joint).coordinates;
  if (coordinates.size() == 1) return joint.name;
  return joint.name + "." + nth(coordinates, index.coordinate).name;
}

void number_counted_angles(Mechanism& mechanism) {
  mechanism.counted_angles = 0;
  const auto count = [&](const CoordinateIndex& index) {
    Joint& joint = mechanism.joints[index.joint];
    const auto& coordinates = type_of(joint).coordinates;
    if (!nth(coordinates, index.coordinate).periodic) return;
    joint.counted.resize(coordinates.size(), -1);
    int& place = nth(joint.counted, index.coordinate);
    if (place < 0) place = mechanism.counted_angles++;
  };
  for (const JointId j : mechanism.joints.ids()) {
    Joint& joint = mechanism.joints[j];
    joint.counted.clear();
    for (std::size_t c = 0; c < joint.travel.size(); ++c) {
      const Interval& travel = joint.travel[c];
      if (std::isinf(travel.low) && std::isinf(travel.high)) continue;
      count({j, static_cast<int>(c)});
    }
  }
  const auto count_all = [&](const ActingCoordinate& coordinate) {
    if (const auto* index = std::get_if<CoordinateIndex>(&coordinate)) count(*index);
    if (const auto* sum = std::get_if<CoordinateSum>(&coordinate)) {
      for (const CoordinateTerm& term : sum->terms) count(term.of);
    }
  };
  for (const Spring& spring : mechanism.springs) {
    count_all(spring.coordinate);
    if (spring.over) count(*spring.over);
  }
}

namespace {

// Of a body about the axis of largest inertia; at most 1 m, because an inertia in a wrong unit
// easily gives more.
double calc_gyration_radius(const MassProperties& of) {
  constexpr double kMost = 1.0;
  const double inertia = of.inertia.diagonal().maxCoeff();
  return of.mass > 0.0 && inertia > 0.0 ? std::min(kMost, std::sqrt(inertia / of.mass)) : 0.0;
}

// How far a joint slides; 1 m if the file does not say.
double calc_slide(const Joint& joint) {
  constexpr double kUnknown = 1.0;
  const auto& coordinates = type_of(joint).coordinates;
  double farthest = 0.0;
  for (std::size_t c = 0; c < coordinates.size(); ++c) {
    if (coordinates[c].rotational) continue;
    for (const double end : {joint.travel[c].low, joint.travel[c].high, joint.guess[c]}) {
      farthest = std::max(farthest, std::isfinite(end) ? std::abs(end) : kUnknown);
    }
  }
  return farthest;
}

}  // namespace

double calc_characteristic_length(const Mechanism& mechanism) {
  double longest = 0.0;
  const auto take = [&](BodyId body, const Vector3d& point) {
    if (body != kGround) longest = std::max(longest, point.norm());
  };
  for (const Joint& joint : mechanism.joints) {
    take(joint.body_a, joint.frame_a.origin);
    take(joint.body_b, joint.frame_b.origin);
    longest = std::max(longest, joint.length);
  }
  for (const Drive& drive : mechanism.drives) {
    if (const auto* pair = std::get_if<PointPair>(&drive.coordinate)) {
      take(pair->from.body, pair->from.point);
      take(pair->to.body, pair->to.point);
    }
  }
  if (mechanism.tool) take(mechanism.tool->body, mechanism.tool->frame.origin);
  return longest > 0.0 ? longest : 1.0;
}

// A tool may have almost no offset from a slide that is large or travels far: the lever arms of
// bodies about joints are as long as their travel.
double calc_kinematic_length(const Mechanism& mechanism) {
  constexpr double kOfSlide = 0.05;
  double longest = calc_characteristic_length(mechanism);
  for (const Body& body : mechanism.bodies) {
    longest = std::max(longest, calc_gyration_radius(body.mass_properties));
  }
  for (const Joint& joint : mechanism.joints) {
    longest = std::max(longest, kOfSlide * calc_slide(joint));
  }
  return longest;
}

}  // namespace core
}  // namespace globaldyn::inside
