#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/base/interval.h"
#include "core/base/rotation.h"

namespace globaldyn::inside::test {

/// Where a drive between two points pulls or pushes: from a point of the ground to one of a body.
struct LimitedPair {
  Vector3d from{Vector3d::Zero()};  ///< m
  std::string body;
  Vector3d to{Vector3d::Zero()};  ///< m, from the body's centre of mass, in its axes
};

/// The figures of a drive as its file gives them: those of the motor at its shaft (or slider),
/// those of friction, of what is transmitted and of the preload at the drive's coordinate. SI.
struct LimitedDrive {
  static constexpr Interval kFree{-kInfinity, kInfinity};
  struct Point {
    double speed, force;
  };

  std::string name;
  bool is_cable{false};
  bool turns{false};       ///< its coordinate is an angle
  bool has_rotary{false};  ///< its motor turns: the ratio is in rad/m if its coordinate slides
  std::string where;       ///< what it acts on, as in the file
  std::optional<LimitedPair> pair;
  double ratio{1.0};
  double efficiency{1.0}, efficiency_back{1.0};
  double rotor{0.0};
  double viscous{0.0}, coulomb{0.0};
  Interval limits{kFree};
  std::optional<Point> line;  ///< no_load_speed and stall
  std::vector<Point> curve;
  double max_speed{kInfinity}, max_acceleration{kInfinity};
  Interval transmitted{kFree}, preload{kFree};
};

/// The most by which a joint's coordinate may be accelerated, and how that is seen.
struct LimitedJoint {
  std::string name, body_a, body_b;
  bool turns{false};                ///< about z; otherwise bodies that do not turn slide
  Vector3d axis{Vector3d::Zero()};  ///< global
  double most{kInfinity};           ///< rad/s² or m/s²
};

/// A bound on what body a exerts on body b through a joint that nothing else bridges but drives
/// from the ground.
struct LimitedReaction {
  std::string joint, component;
  std::string axes_of;              ///< the body, or ground, in whose axes the direction is fixed
  Vector3d axis{Vector3d::Zero()};  ///< the component's direction in them
  std::vector<std::string> beyond;  ///< the bodies that the joint carries
  Interval range;                   ///< N
};

struct LimitedBody {
  std::string name;
  double mass{1.0};  ///< kg
};

/// What a path allows of its tool; infinite: everything.
struct LimitedTool {
  double speed{kInfinity};                                     ///< m/s
  double along{kInfinity}, across{kInfinity}, all{kInfinity};  ///< m/s²
};

/// A machine file with one path, and whatever it limits.
struct LimitedMachine {
  std::string kind;  ///< slide, table, arm, five_bar, plate
  std::string text;
  double p_max{1.0};
  Vector3d gravity{Vector3d::Zero()};  ///< m/s²
  Vector3d load{Vector3d::Zero()};     ///< N, on the tool
  std::vector<LimitedBody> bodies;
  std::vector<LimitedDrive> drives;
  std::vector<LimitedJoint> joints;
  std::vector<LimitedReaction> reactions;
  LimitedTool tool;
};

/// Planar machines with all kinds of limits at random, also in all combinations; the same one for
/// a seed on every platform.
[[nodiscard]] LimitedMachine make_limited_machine(std::uint64_t seed);

}  // namespace globaldyn::inside::test
