#pragma once

#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/interval.h"
#include "core/bodies/body.h"

namespace globaldyn::inside {
inline namespace core {

/// The motion that a joint between frame A (on body a) and frame B (on body b) leaves free. Axes
/// are the frames' z axes. type_of() gives everything else about a kind.
enum class JointKind {
  revolute,     ///< rotating about the common axis
  prismatic,    ///< sliding along the common axis
  cylindrical,  ///< both
  universal,    ///< rotating about A's axis and about B's, which stay perpendicular
  spherical,    ///< rotating about the common point
  planar,       ///< sliding and rotating in A's x-y plane
  screw,        ///< cylindrical with displacement = lead * angle
  weld,         ///< nothing
  distance,     ///< two points at a constant distance
};

/// A joint between two bodies. Frames are relative to the bodies' centres of mass, in body axes
/// (in the global frame for the ground).
struct Joint {
  std::string name;
  JointKind kind{JointKind::weld};
  BodyId body_a;
  BodyId body_b;
  Frame frame_a;
  Frame frame_b;
  double lead{0.0};              ///< screw: m per rad, positive right-handed
  double length{0.0};            ///< distance: m
  std::vector<Interval> travel;  ///< one per coordinate
  /// One per coordinate, m/s² or rad/s²; infinite: none. Plain numbers, as a drive has its limits.
  std::vector<double> max_acceleration;
  double cone{0.0};  ///< largest angle between the axes in rad (spherical, universal); 0: any
  std::vector<double> guess;  ///< one per coordinate
  /// Per coordinate: its place in Pose::angles; -1: its turns do not matter. Empty: nor do any.
  std::vector<int> counted;
  /// Stiffness of each constraint equation, N/m or N m/rad, in their order (see
  /// JointType::constraints); infinite: rigid. Empty: all rigid. Used by stiffness criteria only.
  std::vector<double> stiffness;
};

/// All joints of a mechanism, in the file's order.
using Joints = IdVector<JointId, Joint>;

/// A joint coordinate of a mechanism.
struct CoordinateIndex {
  JointId joint;
  int coordinate{0};

  bool operator==(const CoordinateIndex&) const = default;
};

}  // namespace core
}  // namespace globaldyn::inside
