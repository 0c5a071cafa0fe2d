#pragma once

#include <string>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// A URDF, SDFormat or MJCF file, by its outermost element. @throws InputError as their readers do
[[nodiscard]] Robot read_robot(const std::string& text, const std::string& file);

}  // namespace exchange
}  // namespace globaldyn::inside
