#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// Triangles between points; which way round does not matter to boxes.
struct Mesh {
  std::vector<Vector3d> points;               ///< in the mesh's own unit
  std::vector<std::array<int, 3>> triangles;  ///< outwards counter-clockwise
};

/// An STL file (binary or text) or an OBJ file, by what it contains. None of other kinds, of one
/// that is not there or larger than 100 MB, and of one without triangles.
[[nodiscard]] std::optional<Mesh> read_mesh(const std::string& file);

/// Where a mesh lies that a robot file calls `uri`: beside it, or, of package:// and model://, in a
/// folder of that name beside one of the folders that the robot file is in, or of those of
/// ROS_PACKAGE_PATH. Empty if it is not found.
[[nodiscard]] std::string find_mesh(const std::string& uri, const std::string& robot_file);

/// The box around it, scaled along its axes, with four digits; with the smallest capsule found
/// around it.
[[nodiscard]] RobotShape make_box(const Mesh& mesh, const Vector3d& scale,
                                  const Placement& placement);

/// How the volume of a mesh is taken: signed tetrahedra from the origin, right for closed meshes;
/// or all positive, from the middle of its faces, as MuJoCo does for meshes that may not be closed.
enum class VolumeRule { closed, absolute };

[[nodiscard]] SolidVolume find_solid(const Mesh& mesh, const Vector3d& scale,
                                     VolumeRule rule = VolumeRule::closed);

}  // namespace exchange
}  // namespace globaldyn::inside
