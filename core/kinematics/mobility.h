#pragma once

#include <string>
#include <vector>

#include "core/kinematics/linear_system.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// Constraint equations that others imply: `count` of them among the equations of `joints`
/// and, if so, of all couplings.
struct ConstraintDependency {
  int count{0};
  std::vector<JointId> joints;
  bool with_couplings{false};
};

/// The machine's degrees of freedom at a pose, by ranks of Jacobians, not by counting.
struct Mobility {
  int constraint_rows{0};
  int constraint_rank{0};
  int idle{0};  ///< degrees of freedom that move neither a prescribed coordinate nor a drive
  std::vector<std::vector<BodyId>> idle_bodies;  ///< per idle freedom, the bodies it moves
  int n_dof{0};                                  ///< 6 n_b - constraint_rank - idle
  int drive_rank{0};                             ///< degrees of freedom the drives can push
  int redundancy{0};                             ///< r = drives - drive_rank
  std::vector<ConstraintDependency> dependencies;
};

/// Analyses the machine at a pose where the joints are closed. A freedom that moves one of the task
/// coordinates `watched` is not idle, just as if it moved a drive; if empty, the whole tool frame.
[[nodiscard]] Mobility analyze_mobility(const Mechanism& mechanism, const Topology& topology,
                                        const std::vector<TaskCoordinate>& watched,
                                        const Pose& pose);

/// All six coordinates of the tool frame, or none without a tool.
[[nodiscard]] std::vector<TaskCoordinate> list_tool_coordinates(const Mechanism& mechanism);

}  // namespace core
}  // namespace globaldyn::inside
