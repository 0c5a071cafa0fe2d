#pragma once

#include <string>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// Reads an MJCF file, https://mujoco.readthedocs.io/en/stable/XMLreference.html, with what it
/// includes: bodies that hang on the world, joints, equality constraints that are joints or
/// couplings, fixed tendons as sums and straight ones, and actuators. Bodies that float stand where
/// the file shows them. @param file its name in messages, and where other files are looked for
/// @throws InputError for mistakes in it, and for bodies that only MuJoCo can make: replicated,
/// composite or attached ones
[[nodiscard]] Robot read_mjcf(const std::string& text, const std::string& file);

}  // namespace exchange
}  // namespace globaldyn::inside
