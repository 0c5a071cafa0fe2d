#pragma once

#include <string>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace core {

/// A share of something, as people write it: "0.05", "5%", "1/20", "2*2.5 %".
/// @throws InputError naming `place` unless it is a finite number
[[nodiscard]] double parse_share(const std::string& text, const SourcePlace& place);

}  // namespace core
}  // namespace globaldyn::inside
