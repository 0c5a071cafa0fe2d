#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "explore/subject.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::explore {

/// A point that a hand may move: of a path, or where joints, drives and springs are on their
/// bodies.
struct Handle {
  enum class Kind { path, joint, drive, spring };
  Kind kind{Kind::path};
  std::string label;
  int number{-1};                     ///< of the joint, drive or spring
  int end{0};                         ///< 0: on a, or from; 1: on b, or to
  Vector3d at{Vector3d::Zero()};      ///< m, in the global frame
  std::vector<std::string> movables;  ///< what moves it, each in a direction of its own
  MatrixXd jacobian{3, 0};            ///< how it moves by them, m per SI unit; a column each
  std::string fixed;                  ///< why nothing moves it, if nothing does
};

/// Where a machine is looked at, and how it is made with other values.
struct Stand {
  const Machine& machine;
  const Pose& pose;
  const Node& file;                      ///< that it was made from
  const std::vector<Movable>& movables;  ///< by which it can be moved
  std::vector<std::string> tried;        ///< those of them that are tried; none: all
  Values values;                         ///< as it is
  std::function<Machine(const Values&)> make;
  /// Its pose at the same place of its path, near that one; empty if it has none.
  std::function<Pose(const Machine& other, const Pose& near)> find_pose;
};

/// The handles of a machine and of all its paths. By which parameters a point moves is found by
/// making the machine anew with each of them a little larger; what the path does then, the machine
/// follows. Of the parameters that move a point the same way one is taken: lengths before angles,
/// and these before all others.
/// @throws Interrupted
[[nodiscard]] std::vector<Handle> find_handles(const Stand& stand);

}  // namespace globaldyn::inside::explore
