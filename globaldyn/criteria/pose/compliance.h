#pragma once

#include <optional>

#include "core/kinematics/linear_system.h"

namespace globaldyn::inside {
inline namespace criteria {

struct PoseModel;

/// Whether the file gives any stiffness: if not, everything is rigid.
[[nodiscard]] bool has_compliance(const Mechanism& mechanism);

/// The machine about one pose with its motors held, everything rigid except the drives, joints and
/// springs whose stiffness the file gives. Small displacements; the stiffness added by preload and
/// gravity is neglected.
struct HeldMachine {
  Eigen::Matrix<double, 6, 6> compliance;  ///< of the tool frame: m and rad per N and N m, global
                                           ///< axes; infinite entries do not occur, see is_held
  /// n x n, in the task's coordinates: N/m, N, N m. None if it is not held, or rigid in a
  /// direction.
  std::optional<MatrixXd> task_stiffness;
  double lowest_frequency{0.0};  ///< Hz; infinite if nothing can move
  bool is_held{false};  ///< otherwise what the task prescribes can move without deforming anything
};

/// Joints with a stiffness require a dense decomposition of all constraints; otherwise the task's
/// coordinates suffice.
[[nodiscard]] HeldMachine calc_held_machine(const PoseModel& model);

}  // namespace criteria
}  // namespace globaldyn::inside
