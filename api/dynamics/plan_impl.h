#pragma once

#include <globaldyn/plan.h>

#include "globaldyn/record/motor_use.h"
#include "globaldyn/record/planned_motion.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn {

struct Plan::Impl {
  Machine machine;
  inside::PlannedMotion motion;
  inside::IdVector<inside::DriveId, inside::MotorUse> motor_use;
  inside::Origin origin;
  std::vector<PathStop> stops;
  std::vector<Stretch> stretches;
  std::vector<AccessibleSpeeds> accessible;
  std::vector<DriveUse> use;
  std::vector<MotorUse> motors;
  std::vector<CycleStep> steps;
};

/// The plan of a machine with what users ask of it.
[[nodiscard]] Plan make_plan(const Machine& machine, inside::PlannedMotion motion,
                             inside::Origin origin);

}  // namespace globaldyn
