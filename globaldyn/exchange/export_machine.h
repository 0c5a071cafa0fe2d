#pragma once

#include <string>

#include "core/mechanism/mechanism.h"
#include "core/mechanism/topology.h"
#include "globaldyn/exchange/write_robot.h"

namespace globaldyn::inside {
inline namespace exchange {

enum class RobotFormat { urdf, sdf, mjcf };

/// The format of that name: "urdf", "sdf", "mjcf". @throws InputError with the most similar
[[nodiscard]] RobotFormat find_robot_format(const std::string& name);

/// @param file of the machine, for messages @throws InputError for what cannot be told at all,
/// AssemblyError if the machine cannot be assembled
[[nodiscard]] ExportedRobot export_machine(const Mechanism& mechanism, const Topology& topology,
                                           const std::string& file, RobotFormat format);

}  // namespace exchange
}  // namespace globaldyn::inside
