#pragma once

#include "core/formulations/motion_equations.h"

namespace globaldyn::inside {
inline namespace core {

/// A force on a body's centre of mass and a moment, in the global frame.
struct Wrench {
  Vector3d force{Vector3d::Zero()};
  Vector3d moment{Vector3d::Zero()};
};

/// What the wrenches on the tool come to on its body, about the body's centre of mass.
struct ToolLoad {
  Wrench wrench;
  double force_size{0.0};   ///< N, of the forces before they cancel
  double moment_size{0.0};  ///< N m, likewise
};

/// At p. @throws InputError where they are not finite, and beyond the ends of tables.
[[nodiscard]] ToolLoad calc_tool_load(const Mechanism& mechanism, const Pose& pose, double p);

/// A spring's or damper's row with the forces it exerts along its coordinate.
struct SpringForce {
  ScalarRow row;
  double elastic{0.0};    ///< -stiffness (q - rest)
  double given{0.0};      ///< of its curve
  double per_speed{0.0};  ///< -damping q', per unit d1
};

/// `rates` are those of the bodies per d1.
[[nodiscard]] SpringForce calc_spring_force(const Mechanism& mechanism, const Spring& spring,
                                            const Pose& pose, const Twists& rates);

/// How fast a machine's parts move along its path: rounding errors in the rates and accelerations
/// of all parts are a fraction of this.
struct MotionSize {
  double rate{0.0};    ///< largest |v| / L and |w| of any body, 1/p
  double change{0.0};  ///< rate² and the largest |v'| / L and |w'|, 1/p²
};

[[nodiscard]] MotionSize find_motion_size(const Mechanism& mechanism, const Motion& motion);

/// The rate a row's coordinate could have in a motion of that size.
[[nodiscard]] double calc_rate_size(const Mechanism& mechanism, const ScalarRow& row, double rate);

/// Norm of the forces, and moments per characteristic length, of a unit force along the row.
[[nodiscard]] double calc_force_size(const Mechanism& mechanism, const ScalarRow& row);

/// The force that a drive needs for itself, and how it moves.
struct DriveLoss {
  MotionPolynomial side;  ///< MotionEquations::drive_side
  MotionPolynomial size;  ///< MotionEquations::drive_size
  double rate{0.0};       ///< q'_k
  double second{0.0};     ///< q''_k, zero where that is rounding errors
  double slack{0.0};      ///< half width of the Coulomb force if it stands still along the path
};

/// `row` is that of the drive, with its bias.
[[nodiscard]] DriveLoss calc_drive_loss(const Mechanism& mechanism, const Drive& drive,
                                        const ScalarRow& row, const Motion& motion,
                                        const MotionSize& size);

}  // namespace core
}  // namespace globaldyn::inside
