#pragma once

#include <string>
#include <vector>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// A file of another program's.
struct ExportedRobot {
  std::string text;
  std::vector<std::string> remarks;  ///< what the format cannot say, a line each; in the text, too
};

/// A robot as a URDF file, with what that cannot say as comments at its top. Links' frames are in
/// their joints, as URDF wants them. @throws InputError naming `source` for loops and balls
[[nodiscard]] ExportedRobot write_urdf(Robot robot, const std::string& source);

/// The same as an SDFormat file, in which joints are at zero where the robot is shown: if it has
/// loops where its guesses lead to, otherwise at the machine's own zero.
/// @throws InputError for couplings of more than two coordinates
[[nodiscard]] ExportedRobot write_sdf(Robot robot, const std::string& source);

/// The same as an MJCF file: loops are closed by equality constraints, drives are motors.
/// @throws InputError for loops of slides alone
[[nodiscard]] ExportedRobot write_mjcf(Robot robot, const std::string& source);

}  // namespace exchange
}  // namespace globaldyn::inside
