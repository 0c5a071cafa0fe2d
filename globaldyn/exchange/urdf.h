#pragma once

#include <string>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// Reads a URDF file, https://wiki.ros.org/urdf/XML: a tree of links that stands by its root, with
/// a drive on each joint that mimics none. @param file its name in messages, and where meshes are
/// looked for @throws InputError for mistakes in it, and for what no machine file can say: joints
/// that float, and macros of xacro
[[nodiscard]] Robot read_urdf(const std::string& text, const std::string& file);

}  // namespace exchange
}  // namespace globaldyn::inside
