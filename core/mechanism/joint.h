#pragma once

#include <string>
#include <vector>

#include "core/base/interval.h"
#include "core/mechanism/body.h"

namespace globaldyn {

/// What a joint between frame A (on body a) and frame B (on body b) lets free.
/// Axes are the frames' z axes.
enum class JointKind {
  revolute,     ///< turning about the common axis
  prismatic,    ///< sliding along the common axis
  cylindrical,  ///< both
  universal,    ///< turning about A's axis and about B's, which stay perpendicular
  spherical,    ///< turning about the common point
  planar,       ///< sliding and turning in A's x-y plane
  screw,        ///< cylindrical with displacement = lead * angle
  weld,         ///< nothing
  distance,     ///< two points at a constant distance
};

[[nodiscard]] const char* to_string(JointKind kind);

/// One coordinate of a joint: how far B has moved against A.
struct JointCoordinate {
  std::string name;        ///< angle, displacement, angle_a, angle_b, x, y
  bool rotational{false};  ///< rad, else m
};

/// The coordinates a kind of joint has, in the order used everywhere:
///   revolute angle; prismatic displacement; cylindrical displacement, angle;
///   universal angle_a (B's axis about A's axis, from A's x), angle_b (about B's axis);
///   planar x, y, angle; screw angle, displacement; the others none.
[[nodiscard]] const std::vector<JointCoordinate>& coordinates_of(JointKind kind);

/// What each constraint equation of a kind of joint holds, in the order of the equations: x, y, z
/// for the displacement along an axis of A, mx, my, mz for the turn about it, length; empty where
/// it is none of these.
[[nodiscard]] const std::vector<std::string>& list_constraint_names(JointKind kind);

/// A joint between two bodies. Frames are relative to the bodies' centres of mass, in body axes
/// (in the global frame for the ground).
struct Joint {
  std::string name;
  JointKind kind{JointKind::weld};
  int body_a{0};
  int body_b{0};
  Frame frame_a;
  Frame frame_b;
  double lead{0.0};              ///< screw: m per rad, positive right-handed
  double length{0.0};            ///< distance: m
  std::vector<Interval> travel;  ///< one per coordinate
  double cone{0.0};  ///< largest angle between the axes in rad (spherical, universal); 0: any
  std::vector<double> guess;  ///< one per coordinate
  /// How stiffly each constraint equation holds, N/m or N m/rad, in their order (see
  /// list_constraint_names()); infinite: rigid. Empty: all rigid. Only stiffness criteria look.
  std::vector<double> stiffness;
};

/// A coordinate of a joint of a mechanism.
struct CoordinateIndex {
  int joint{0};
  int coordinate{0};

  bool operator==(const CoordinateIndex&) const = default;
};

}  // namespace globaldyn
