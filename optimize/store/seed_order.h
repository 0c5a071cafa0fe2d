#pragma once

#include <cstddef>
#include <cstdint>

namespace globaldyn::inside {
inline namespace store {

/// Which ids the designs of a search have in a store that several searches share, the same one made
/// with several seeds: ids go round, so that every search can ask for more without running into
/// the next one's, whatever the others asked for. Designs of a search are numbered 1, 2, 3 …
struct SeedOrder {
  std::size_t count{1};  ///< of seeds
  std::size_t index{0};  ///< of the search among them

  [[nodiscard]] std::uint64_t id(std::size_t number) const {
    return static_cast<std::uint64_t>(number - 1) * count + index + 1;
  }

  /// Of a design with an id that owns() knows.
  [[nodiscard]] std::size_t number(std::uint64_t id) const {
    return static_cast<std::size_t>((id - 1) / count) + 1;
  }

  /// Whether a design is of this search.
  [[nodiscard]] bool owns(std::uint64_t id) const { return (id - 1) % count == index; }
};

}  // namespace store
}  // namespace globaldyn::inside
