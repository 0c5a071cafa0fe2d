#pragma once

#include <functional>

#include "globaldyn/convex/motion_program.h"

namespace globaldyn::inside {
inline namespace convex {

/// Roots of x that bend away from a limit by their chords from 0 to the largest x that any motion
/// has there: these are nearer to the limit's good side, so that the program, which is convex as
/// far as they go, allows whatever it did before.
/// @param most largest x at p
void take_chords(const std::function<double(double)>& most, MotionProgram& program);

}  // namespace convex
}  // namespace globaldyn::inside
