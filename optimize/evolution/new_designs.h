#pragma once

#include <cstdint>
#include <vector>

#include "optimize/random/random_stream.h"
#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace evolution {

/// Knows which designs of a space have been requested, so that none is requested twice: a search
/// that evaluates a design again learns nothing and fills its population with copies.
///
/// Only a 64-bit hash of each design is kept. Among a million designs two have the same hash with
/// probability 3e-8; then a new design is mistaken for an old one, which costs the search nothing.
class NewDesigns {
 public:
  explicit NewDesigns(const DesignSpace& space);

  /// Whether a design is new; afterwards it no longer is. Cost: O(1).
  bool take(const Design& design);

  /// Whether no new design is left, which only happens in spaces of integer and categorical
  /// variables.
  [[nodiscard]] bool empty() const { return count_ >= total_; }

  /// Writes a random new design into `design`; false if none is left, or if none was found in a
  /// space of continuous variables whose ranges are hardly wider than the gaps between
  /// floating-point numbers. In a space of integer and categorical variables it is the first new
  /// design after a random one.
  bool take_random(RandomStream& random, Design& design);

 private:
  void draw(RandomStream& random, Design& design) const;
  void step(Design& design) const;
  void grow();
  bool insert(std::uint64_t hash);

  std::vector<DesignVariable> variables_;
  std::size_t total_;                 // of the space; the largest number if they are uncountable
  std::size_t count_{0};              // taken
  std::vector<std::uint64_t> slots_;  // hashes, open addressing; 0: free
};

}  // namespace evolution
}  // namespace globaldyn::inside
