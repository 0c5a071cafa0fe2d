#pragma once

#include <cstddef>
#include <vector>

namespace globaldyn::inside {
inline namespace core {

/// What the allocator takes for itself with each block of memory, bytes.
inline constexpr std::size_t kBlockOverhead = 16;

/// Memory that a list holds, its elements' own lists not included; bytes.
template <class T>
[[nodiscard]] std::size_t calc_vector_bytes(const std::vector<T>& values) {
  return values.capacity() == 0 ? 0 : values.capacity() * sizeof(T) + kBlockOverhead;
}

}  // namespace core
}  // namespace globaldyn::inside
