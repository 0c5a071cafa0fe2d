#pragma once

#include <optional>
#include <vector>

#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// The joint by which a body is attached to its parent in the spanning tree.
struct Attachment {
  JointId joint;
  BodyId parent;
};

/// How the bodies are connected: bodies are vertices, joints are edges.
struct Topology {
  /// Of each body in the tree whose cut joints have the fewest equations and that is otherwise most
  /// like the one found breadth first from the ground; none for it and bodies no joint leads to.
  IdVector<BodyId, std::optional<Attachment>> attachment;
  std::vector<BodyId> order;        ///< all bodies except the ground, parents before children
  std::vector<JointId> cut_joints;  ///< the joints outside the tree: each closes one loop
  std::vector<std::vector<JointId>> loops;  ///< per cut joint, the loop's joints, the cut one last
  std::vector<BodyId> loose;  ///< bodies without any joint, drive or spring towards the ground
};

/// @note Cost linear in bodies and joints, plus the length of the loops.
[[nodiscard]] Topology make_topology(const Mechanism& mechanism);

}  // namespace core
}  // namespace globaldyn::inside
