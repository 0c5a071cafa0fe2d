#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace globaldyn::inside {
inline namespace core {

/// Bytes from text such as "200 MB", "1GB", "500000": a number, and B, kB, MB or GB (powers of
/// 1000). For anything else, and for less than 1 MB, calls `refuse`, which must throw, with what
/// was expected.
[[nodiscard]] std::size_t read_memory_size(const std::string& text,
                                           const std::function<void(const std::string&)>& refuse);

}  // namespace core
}  // namespace globaldyn::inside
