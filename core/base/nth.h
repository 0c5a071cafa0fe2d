#pragma once

#include <cassert>
#include <cstddef>
#include <iterator>

namespace globaldyn::inside {
inline namespace core {

/// An entry of a list by its number, which is an int here, as in Eigen, or an enumerator: rows,
/// columns and coordinates are numbered so; bodies, joints and drives have ids. With assertions on,
/// a number out of range ends the program.
template <class List, class Number>
requires requires(const List& list) {
  std::size(list);
}
[[nodiscard]] constexpr decltype(auto) nth(List&& list, Number number) {
  const auto place = static_cast<std::size_t>(number);
  assert(place < std::size(list));
  return list[place];
}

}  // namespace core
}  // namespace globaldyn::inside
