#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// A machine file made from another one.
struct ImportedMachine {
  std::string text;
  std::vector<std::string>
      remarks;  ///< what was changed or left out, a line each; in the text, too
};

/// The machine file of a robot: a body for each link that moves, with those that are fixed to it as
/// frames; its drives; a path of all joints to begin with.
/// @param unswept numbers of joints, among those of that path, that it leaves out
[[nodiscard]] ImportedMachine make_machine_text(const Robot& robot, const std::string& source,
                                                const std::set<std::size_t>& unswept = {});

/// What stands for a mesh.
enum class MeshShape { box, capsule };

/// The same of a URDF, SDFormat or MJCF file. @throws InputError as read_robot() does, and if it
/// cannot be read
[[nodiscard]] ImportedMachine import_robot(const std::string& file,
                                           MeshShape meshes = MeshShape::box);

}  // namespace exchange
}  // namespace globaldyn::inside
