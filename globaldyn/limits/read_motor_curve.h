#pragma once

#include <vector>

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace limits {

/// What the motor's force and speed are in.
[[nodiscard]] const Dimension& force_of_motor(const Drive& drive);
[[nodiscard]] const Dimension& speed_of_motor(const Drive& drive);

/// A motor's force over its speed, [[speed, force], ...]: from rest, speeds rising and forces not,
/// none negative. Both are the motor's own. @throws InputError
[[nodiscard]] std::vector<CurvePoint> read_motor_curve(const Node& node, const Drive& drive,
                                                       const Parameters& parameters);

}  // namespace limits
}  // namespace globaldyn::inside
