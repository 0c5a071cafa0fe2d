#pragma once

#include <string>
#include <vector>

namespace globaldyn {

/// A machine file made from a file of another program's.
struct ImportedMachine {
  std::string text;  ///< the machine file
  std::vector<std::string>
      remarks;  ///< what was changed or left out, a line each; in the text, too
};

/// The machine file of a robot that a URDF file describes and that stands on the ground by its root
/// link, z up: a body for each link that moves, with the links that are fixed to it as frames; a
/// drive for each joint that mimics none; a path of all joints to begin with. Meshes are not drawn.
/// @throws InputError for mistakes in the file, for joints that float, and for macros of xacro
[[nodiscard]] ImportedMachine import_urdf(const std::string& file);

}  // namespace globaldyn
