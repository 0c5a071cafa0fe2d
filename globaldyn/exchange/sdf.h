#pragma once

#include <string>

#include "globaldyn/exchange/robot.h"

namespace globaldyn::inside {
inline namespace exchange {

/// Reads an SDFormat file, http://sdformat.org/spec: one model, with loops where it has them;
/// models inside it are part of it. If none of its joints is with the world, its first link stands
/// where it is. Loops' joints have drives only if their effort is told, others always. @param file
/// its name in messages, and where meshes are looked for @throws InputError for mistakes in it, for
/// several models, and for what no machine file can say: includes, and joints with gears
[[nodiscard]] Robot read_sdf(const std::string& text, const std::string& file);

}  // namespace exchange
}  // namespace globaldyn::inside
