#pragma once

#include <string>
#include <vector>

#include "core/bodies/pose.h"
#include "core/mechanism/mechanism.h"
#include "report/canvas/outline.h"

namespace globaldyn::inside::report {

/// An orthographic projection of space onto paper.
class Projection {
 public:
  /// Looking along -`viewer` (of length 1, from the machine towards the eye), with `up` upwards.
  Projection(const Vector3d& viewer, const Vector3d& up, bool is_planar);

  /// Onto the plane of motion; lengths are true and the axes of the picture are global ones.
  [[nodiscard]] bool is_planar() const { return is_planar_; }

  [[nodiscard]] Vector2d project(const Vector3d& point) const {
    return {right_.dot(point), up_.dot(point)};
  }

  /// Larger is closer to the eye.
  [[nodiscard]] double depth_of(const Vector3d& point) const { return viewer_.dot(point); }

  /// The global axes to the right and upwards, 0 … 2, if planar.
  [[nodiscard]] int right_axis() const;
  [[nodiscard]] int up_axis() const;

 private:
  Vector3d viewer_;
  Vector3d right_;
  Vector3d up_;
  bool is_planar_;
};

/// The view for a machine at `poses`: onto the x-y, x-z or y-z plane if nothing can leave or leaves
/// it, otherwise from the front, right and above (z is up, or y if gravity is along it).
[[nodiscard]] Projection choose_projection(const Mechanism& mechanism,
                                           const std::vector<const Pose*>& poses);

/// A projection with what it shows.
struct NamedProjection {
  std::string name;  ///< empty if there is only one
  Projection projection;
};

/// The view that choose_projection() gives, and of machines that move in space besides those onto
/// the x-y, x-z and y-z planes.
[[nodiscard]] std::vector<NamedProjection> list_projections(const Mechanism& mechanism,
                                                            const std::vector<const Pose*>& poses);

}  // namespace globaldyn::inside::report
