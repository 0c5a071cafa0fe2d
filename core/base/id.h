#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <functional>
#include <iosfwd>

namespace globaldyn::inside {
inline namespace core {

/// Which of the things of a kind: its place in the list that all of them stand in. Ids of different
/// things do not convert into each other, nor into numbers but where that is asked for.
template <class Thing>
class Id {
 public:
  constexpr Id() = default;  ///< the first
  template <std::integral Number>
  constexpr explicit Id(Number number) : number_(static_cast<int>(number)) {}

  [[nodiscard]] constexpr int number() const { return number_; }

  friend constexpr auto operator<=>(Id, Id) = default;  // NOLINT(modernize-use-nullptr): misread

  template <class Char, class Traits>
  friend std::basic_ostream<Char, Traits>& operator<<(std::basic_ostream<Char, Traits>& out,
                                                      Id id) {
    return out << id.number_;
  }

 private:
  int number_{0};
};

/// The row, or the column, that the thing has in matrices and vectors (of Eigen, whose index this
/// is) with one for each of its kind.
template <class Thing>
[[nodiscard]] constexpr std::ptrdiff_t row_of(Id<Thing> id) {
  return id.number();
}

}  // namespace core
}  // namespace globaldyn::inside

template <class Thing>
struct std::hash<globaldyn::inside::Id<Thing>> {
  std::size_t operator()(globaldyn::inside::Id<Thing> id) const noexcept {
    return std::hash<int>{}(id.number());
  }
};
