#pragma once

#include <vector>

#include "core/mechanism/mechanism.h"

namespace globaldyn {

/// How the bodies are connected: bodies are vertices (0 is the ground), joints are edges.
struct Topology {
  /// The joint by which each body is attached to its parent in the spanning tree (breadth first
  /// from the ground, joints in the file's order), or -1 for the ground and for bodies no joint
  /// leads to.
  std::vector<int> tree_joint;
  std::vector<int> parent;              ///< body; -1 likewise
  std::vector<int> order;               ///< all bodies except the ground, parents before children
  std::vector<int> cut_joints;          ///< the joints outside the tree: each closes one loop
  std::vector<std::vector<int>> loops;  ///< per cut joint, the loop's joints, the cut one last
  std::vector<int> loose;  ///< bodies without any joint, drive or spring towards the ground
};

/// @note Cost linear in bodies and joints, plus the length of the loops.
[[nodiscard]] Topology make_topology(const Mechanism& mechanism);

}  // namespace globaldyn
