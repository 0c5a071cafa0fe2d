#pragma once

#include <array>
#include <functional>

#include "globaldyn/path/curves.h"

namespace globaldyn::inside {
inline namespace path {

/// An angle with its derivatives with respect to p.
using AngleFunction = std::function<Jet(double p)>;

/// A rotation matrix, row by row, with derivatives with respect to p (the first two are exact).
using JetRotation = std::array<Jet, 9>;
using RotationFunction = std::function<JetRotation(double p)>;

/// A rotation with its angular velocity and acceleration with respect to p, in the global frame.
struct RotationRates {
  Matrix3d R;
  Vector3d first;
  Vector3d second;
};

/// From R, R', R'': skew(first) = R' Rᵀ and skew(second) = the skew part of R'' Rᵀ.
[[nodiscard]] RotationRates find_rates(const JetRotation& rotation);

/// R = Rx Ry Rz of three Cardan angles.
[[nodiscard]] JetRotation make_cardan_rotation(const std::array<Jet, 3>& angles);

/// The same everywhere.
[[nodiscard]] JetRotation make_constant_rotation(const Matrix3d& R);

/// `rotation` turned further by exp(skew(vector)), of any length (rad, global).
[[nodiscard]] JetRotation turn_rotation(const JetRotation& rotation, const JetPoint& vector);

/// `start` rotated by `angle` about the unit vector `axis` (global).
[[nodiscard]] JetRotation make_turned_rotation(const Matrix3d& start, const Vector3d& axis,
                                               const Jet& angle);

/// The rotation, turned further by `angle` about an axis of its own, x, y or z (0, 1, 2).
[[nodiscard]] JetRotation turn_about_own_axis(const JetRotation& rotation, int axis,
                                              const Jet& angle);

/// The direction of the curve's tangent in the x-y plane, plus `offset`.
[[nodiscard]] AngleFunction make_tangent_angle(const Curve& curve, double offset);

/// The tool's x axis along the curve's tangent, its z axis as close to `up` as possible.
[[nodiscard]] RotationFunction make_tangent_rotation(const Curve& curve, const Vector3d& up);

}  // namespace path
}  // namespace globaldyn::inside
