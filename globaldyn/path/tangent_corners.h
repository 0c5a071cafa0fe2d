#pragma once

#include "globaldyn/path/path.h"

namespace globaldyn {

/// For an orientation that follows the tangent: where the second derivative of the position jumps,
/// as where a blend begins, the tool's turning jumps as speeds do at corners. Such breaks become
/// corners.
void add_tangent_corners(Path& path);

}  // namespace globaldyn
