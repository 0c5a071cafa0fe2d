#pragma once

#include <vector>

#include "core/kinematics/linear_system.h"

namespace globaldyn::inside {
inline namespace criteria {

// Inertia of the bodies and rates of the tool in coordinates given by modes: rates of all bodies
// for a unit rate of each coordinate alone.

/// The bodies' inertia in the modes' coordinates, modes x modes.
[[nodiscard]] MatrixXd calc_mass(const Mechanism& mechanism, const Pose& pose,
                                 const std::vector<Twists>& modes);

/// The tool point's velocity and the tool's angular velocity per mode, 6 x modes; zero without a
/// tool.
[[nodiscard]] MatrixXd calc_tool_rates(const Mechanism& mechanism, const Pose& pose,
                                       const std::vector<Twists>& modes);

}  // namespace criteria
}  // namespace globaldyn::inside
