#pragma once

#include <globaldyn/machine.h>

#include <string>
#include <vector>

namespace globaldyn {

/// A machine file made from a file of another program's.
struct ImportedMachine {
  std::string text;  ///< the machine file
  std::vector<std::string>
      remarks;  ///< what was changed or left out, a line each; in the text, too
};

/// What stands for a mesh: the box around it along its axes, or the smallest capsule found, which
/// fits links of arms better.
enum class MeshShape { box, capsule };

/// The machine file of a robot in a URDF, SDFormat or MJCF file: a body for each link that moves,
/// with the links that are fixed to it as frames; joints, loops and couplings; its motors; a path
/// 'sweep' of all joints to begin with. Robots that float stand where the file shows them; meshes
/// (STL, OBJ) are drawn as boxes or capsules. What several bodies or drives have alike is a
/// parameter.
/// @throws InputError for mistakes in the file, for macros of xacro,
/// and for what a machine file cannot say
[[nodiscard]] ImportedMachine import_robot(const std::string& file,
                                           MeshShape meshes = MeshShape::box);

/// Files of other programs: URDF (ROS), SDFormat (Gazebo, Drake), MJCF (MuJoCo).
enum class RobotFormat { urdf, sdf, mjcf };

/// A file of another program's made from a machine.
struct ExportedRobot {
  std::string text;
  std::vector<std::string> remarks;  ///< what the format cannot say, a line each; in the text, too
};

/// The machine as a robot file. URDF knows trees only and shows the machine with its joints at
/// zero; MJCF and SDFormat show it where its guesses lead to (SDFormat at zero without loops).
/// Loads, paths and what limits drives besides force and speed stay behind.
/// @throws InputError for what the format cannot say at all, as loops in URDF; AssemblyError if the
/// machine cannot be assembled
[[nodiscard]] ExportedRobot export_robot(const Machine& machine, RobotFormat format);

}  // namespace globaldyn
