#pragma once

#include <vector>

#include "core/base/rotation.h"
#include "core/mechanism/mechanism.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// A body of an open machine as inertia matrices see it, in a frame whose z axis is the joint's and
/// whose x axis goes towards the next joint, as Denavit and Hartenberg's do: so that most constants
/// of everyday robots are 0 or 1.
struct Link {
  int parent{-1};  ///< index of a link before this one; -1: the ground
  bool is_prismatic{false};
  Matrix3d before{Matrix3d::Identity()};  ///< of the frame in that of the parent, at q + offset = 0
  double offset{0.0};                     ///< rad, of an angle
  Vector3d at{Vector3d::Zero()};          ///< m: the frame's origin in that of the parent, at q = 0
  double mass{0.0};                       ///< kg
  Vector3d com{Vector3d::Zero()};         ///< m, in the link's frame
  Matrix3d inertia{Matrix3d::Zero()};  ///< kg m², about the centre of mass, along the frame's axes
  Matrix3d principal{Matrix3d::Identity()};  ///< principal axes, in the link's frame
  Vector3d moments{Vector3d::Zero()};        ///< kg m², about these
};

/// A machine without loops whose joints are revolute or prismatic: one coordinate a link, rad or m,
/// in the order of the spanning tree. Rotors of drives are left out: they add what they are.
struct LinkTree {
  std::vector<Link> links;  ///< parents before children

  [[nodiscard]] int size() const { return static_cast<int>(links.size()); }
};

/// @throws Error if the machine has loops, couplings or other joints
[[nodiscard]] LinkTree make_link_tree(const Mechanism& mechanism, const Topology& topology);

}  // namespace core
}  // namespace globaldyn::inside
