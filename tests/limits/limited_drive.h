#pragma once

#include "tests/limits/limited_machine.h"
#include "tests/support/draw.h"

namespace globaldyn::inside::test {

/// Draws what a drive is limited by, for forces of some `size` at its coordinate, N or N m. Its
/// name, kind and place are given.
void draw_limits(LimitedDrive& drive, double size, Draw& draw);

/// Its line of the machine file.
[[nodiscard]] std::string write_limited_drive(const LimitedDrive& drive);

}  // namespace globaldyn::inside::test
