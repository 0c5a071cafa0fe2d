#pragma once

#include "bench/simbody.h"
#include "core/bodies/body.h"

namespace globaldyn::inside {

/// Vectors and frames in Simbody's types.
[[nodiscard]] inline SimTK::Vec3 to_simbody(const Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

[[nodiscard]] inline SimTK::Transform to_simbody(const Vector3d& origin, const Matrix3d& axes) {
  SimTK::Mat33 matrix;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) matrix(i, j) = axes(i, j);
  }
  return {SimTK::Rotation(matrix), to_simbody(origin)};
}

}  // namespace globaldyn::inside
