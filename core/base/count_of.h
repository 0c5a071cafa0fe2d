#pragma once

#include <string>
#include <string_view>

namespace globaldyn::inside {
inline namespace core {

/// "1 sample", "4 samples".
template <class Number>
[[nodiscard]] std::string count_of(Number number, std::string_view one, std::string_view many) {
  return std::to_string(number).append(" ").append(number == Number{1} ? one : many);
}

}  // namespace core
}  // namespace globaldyn::inside
