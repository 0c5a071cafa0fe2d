#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace importing {

/// A frame in another one: its axes are the columns.
struct UrdfPlacement {
  Vector3d at{Vector3d::Zero()};
  Matrix3d axes{Matrix3d::Identity()};

  /// A frame in this one, in what this one is in.
  [[nodiscard]] UrdfPlacement operator*(const UrdfPlacement& inner) const {
    return {at + axes * inner.at, axes * inner.axes};
  }
};

/// What a link looks like, or collides with.
struct UrdfShape {
  enum class Kind { box, cylinder, sphere };
  Kind kind{Kind::box};
  Vector3d size{Vector3d::Zero()};  ///< of a box, m
  double radius{0.0};               ///< of the others, m
  double length{0.0};               ///< of a cylinder, along z about its middle, m
  UrdfPlacement placement;
};

struct UrdfLink {
  std::string name;
  double mass{0.0};                    ///< kg
  Vector3d com{Vector3d::Zero()};      ///< m
  Matrix3d inertia{Matrix3d::Zero()};  ///< about the centre of mass in the link's axes, kg m²
  std::vector<UrdfShape> shapes;
};

struct UrdfMimic {
  std::string joint;
  double multiplier{1.0};
  double offset{0.0};
};

struct UrdfJoint {
  enum class Kind { fixed, revolute, continuous, prismatic };
  std::string name;
  Kind kind{Kind::fixed};
  std::string parent, child;
  UrdfPlacement placement;  ///< of the child's frame in the parent's, at zero
  Vector3d axis{Vector3d::UnitX()};
  std::optional<double> lower, upper;      ///< rad or m
  std::optional<double> effort, velocity;  ///< of its motor: N m or N, rad/s or m/s
  double damping{0.0}, friction{0.0};
  std::optional<UrdfMimic> mimic;
};

/// A robot as a URDF file tells it: a tree of links.
struct Urdf {
  std::string name;
  std::vector<UrdfLink> links;        ///< in the file's order
  std::vector<UrdfJoint> joints;      ///< likewise
  std::vector<std::string> left_out;  ///< what was read and cannot be taken, a line each
};

/// Reads a URDF file, https://wiki.ros.org/urdf/XML. @param file its name in messages
/// @throws InputError for mistakes in it, and for what no machine file can say: joints that float,
/// and macros of xacro
[[nodiscard]] Urdf read_urdf(const std::string& text, const std::string& file);

/// Null if there is none.
[[nodiscard]] const UrdfJoint* find_joint(const Urdf& robot, const std::string& name);

}  // namespace importing
}  // namespace globaldyn::inside
