#include "globaldyn/evaluation/pose_check.h"

#include "core/base/errors.h"
#include "core/kinematics/travel.h"

namespace globaldyn::inside {
inline namespace evaluation {

PoseCheck::PoseCheck(const Machine& machine) : machine_(machine) {
  if (machine.clearance) clearance_.emplace(machine.mechanism, *machine.clearance);
}

std::optional<PoseFault> PoseCheck::find_fault(const Pose& pose) {
  const auto violations = find_travel_violations(machine_.mechanism, pose);
  if (!violations.empty()) {
    return PoseFault{SampleStatus::out_of_travel, describe(violations, machine_.units)};
  }
  if (!clearance_) return std::nullopt;
  const auto collisions = clearance_->find_collisions(pose);
  if (!collisions.empty()) return PoseFault{SampleStatus::colliding, describe(collisions)};
  return std::nullopt;
}

bool PoseCheck::is_surely_clear(const Motion& from, const Motion& to, double h) {
  return !clearance_ || clearance_->is_surely_clear(from, to, h);
}

void refuse_driven_idle(const Machine& machine, double left_over, const SourcePlace& place) {
  constexpr double kDriven = 1e-6;
  if (left_over <= kDriven) return;
  throw InputError(place,
                   "degrees of freedom of '" + machine.mechanism.name +
                       "' move neither tool nor drive, but inertia or load would move them",
                   "expected a joint, drive or prescribed coordinate that holds them");
}

}  // namespace evaluation
}  // namespace globaldyn::inside
