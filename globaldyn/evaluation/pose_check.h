#pragma once

#include <optional>
#include <string>

#include "globaldyn/clearance/clearance.h"
#include "globaldyn/evaluation/sample.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace evaluation {

/// Why a pose that satisfies all equations is not allowed.
struct PoseFault {
  SampleStatus status;  ///< out_of_travel or colliding
  std::string reason;   ///< one line
};

/// Whether poses of a machine keep within the joints' travel and, if the file asks for clearance,
/// the bodies apart. One per thread; the machine must outlive it.
class PoseCheck {
 public:
  explicit PoseCheck(const Machine& machine);

  /// Nothing if the pose is allowed.
  [[nodiscard]] std::optional<PoseFault> find_fault(const Pose& pose);

  /// As ClearanceChecker::is_surely_clear(); true if nobody asks for clearance.
  [[nodiscard]] bool is_surely_clear(const Motion& from, const Motion& to, double h);

 private:
  const Machine& machine_;
  std::optional<ClearanceChecker> clearance_;
};

/// Degrees of freedom that move neither tool nor drive are left out of everything, which is wrong
/// if the equations of motion cannot be satisfied without moving them.
/// @param left_over what they leave of the forces, as a fraction of all
/// (DriveForceMap::residual, PoseModel::idle_demand)
/// @throws InputError at `place` if that is more than rounding errors
void refuse_driven_idle(const Machine& machine, double left_over, const SourcePlace& place);

}  // namespace evaluation
}  // namespace globaldyn::inside
