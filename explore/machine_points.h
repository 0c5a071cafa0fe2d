#pragma once

#include <string>
#include <vector>

#include "explore/handles.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::explore {

/// Where a joint, or a drive or spring between points, is on one of its bodies.
struct MachinePoint {
  Handle::Kind kind;
  std::string name;  ///< of drives and springs with the end: "F from"
  int number;
  int end;
  BodyId body;
  Vector3d place;  ///< m, in the body's own frame
};

/// All of a machine, always in the same order.
[[nodiscard]] std::vector<MachinePoint> list_machine_points(const Machine& machine);

/// Where one is in the global frame.
[[nodiscard]] Vector3d place(const MachinePoint& point, const Machine& machine, const Pose& pose);

}  // namespace globaldyn::inside::explore
