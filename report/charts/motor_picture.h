#pragma once

#include "globaldyn/record/motor_use.h"
#include "report/canvas/picture.h"

namespace globaldyn::inside::report {

/// What a plan asks of the motors: each one's torque over its speed within its limits, on its own
/// side of the gear, with its rms and rated torque; one panel per drive.
[[nodiscard]] Picture draw_motors(const Machine& machine, const PlannedMotion& motion,
                                  const IdVector<DriveId, MotorUse>& uses);

}  // namespace globaldyn::inside::report
