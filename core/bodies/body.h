#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace core {

/// A frame fixed in a body (or in space): origin and axes (columns) in the coordinates of
/// whatever carries it.
struct Frame {
  Vector3d origin{Vector3d::Zero()};
  Matrix3d axes{Matrix3d::Identity()};

  /// The frame `inner`, given in this frame, expressed in the coordinates this frame is given in.
  [[nodiscard]] Frame operator*(const Frame& inner) const {
    return {origin + axes * inner.origin, axes * inner.axes};
  }
  [[nodiscard]] Frame inverse() const { return {-(axes.transpose() * origin), axes.transpose()}; }
};

/// Mass, centre of mass and inertia of a rigid body.
struct MassProperties {
  double mass{0.0};                    ///< kg, >= 0
  Vector3d com{Vector3d::Zero()};      ///< m, in the body's frame
  Matrix3d inertia{Matrix3d::Zero()};  ///< kg m^2, about the centre of mass, in body axes
};

/// A simple solid that a body is made of, or drawn as.
struct Solid {
  enum class Shape { cylinder, tube, box, sphere };
  Shape shape{Shape::box};
  Frame frame;                      ///< in the body's frame: centre; z is a cylinder's axis
  Vector3d size{Vector3d::Zero()};  ///< m: box: edges; cylinder, tube: outer and inner diameter,
                                    ///< length; sphere: diameter in all three
};

/// A rigid body.
struct Body {
  std::string name;
  MassProperties mass_properties;
  std::vector<Solid> solids;
  std::optional<Frame> guess;  ///< rough pose of the body's frame in the global one
};

/// A point fixed in a body, relative to its centre of mass, in body axes.
struct BodyPoint {
  BodyId body;
  Vector3d point{Vector3d::Zero()};
};

/// The distance between two points.
struct PointPair {
  BodyPoint from;
  BodyPoint to;
};

/// Sum of masses, common centre of mass, inertia about it (parallel axes).
[[nodiscard]] MassProperties combine(const std::vector<MassProperties>& parts);

/// The mass properties of `solid` for the given mass.
[[nodiscard]] MassProperties calc_mass_properties(const Solid& solid, double mass);

/// m^3.
[[nodiscard]] double calc_volume(const Solid& solid);

/// Why no body can have `inertia` (about its centre of mass), or an empty string if one can:
/// symmetric, no negative principal moment, the largest at most (1 + slack) times the sum of the
/// other two, all to 1e-9 of the largest. Measured tensors often miss the last condition slightly.
[[nodiscard]] std::string explain_impossible_inertia(const Matrix3d& inertia, double slack = 0.0);

}  // namespace core
}  // namespace globaldyn::inside
