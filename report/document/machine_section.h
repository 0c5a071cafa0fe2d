#pragma once

#include "globaldyn/machine/machine.h"
#include "globaldyn/storage/json.h"

namespace globaldyn::inside::report {

/// What the page draws of a machine and tells of its drives; everything in the bodies' own frames
/// (those of the machine file), m.
/// @param pose where the machine can be
[[nodiscard]] Json describe_machine(const Machine& machine, const Pose& pose);

}  // namespace globaldyn::inside::report
