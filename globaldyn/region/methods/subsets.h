#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace globaldyn::inside {
inline namespace region {

/// Calls visit(indices) for every subset of `size` of 0 … count - 1, in lexicographic order.
template <class Visit>
void visit_subsets(std::size_t count, std::size_t size, const Visit& visit) {
  if (size > count) return;
  std::vector<std::size_t> subset(size);
  for (std::size_t i = 0; i < size; ++i) subset[i] = i;
  while (true) {
    visit(static_cast<const std::vector<std::size_t>&>(subset));
    // The last index that can still move up moves; those after it follow directly.
    std::size_t i = size;
    while (i > 0 && subset[i - 1] == count - size + i - 1) --i;
    if (i == 0) return;
    ++subset[i - 1];
    for (std::size_t j = i; j < size; ++j) subset[j] = subset[j - 1] + 1;
  }
}

/// How many subsets visit_subsets() visits; infinite if more than a double can count.
[[nodiscard]] inline double count_subsets(std::size_t count, std::size_t size) {
  if (size > count) return 0.0;
  double result = 1.0;
  for (std::size_t i = 0; i < size; ++i) {
    result *= static_cast<double>(count - i) / static_cast<double>(i + 1);
  }
  return result;
}

}  // namespace region
}  // namespace globaldyn::inside
