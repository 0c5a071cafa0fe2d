#pragma once

#include <cstdint>
#include <vector>

#include "optimize/random/random_stream.h"
#include "optimize/search/design_space.h"

namespace globaldyn {

/// Knows which designs of a space were asked for, so that none is asked for twice: a search that
/// evaluates a design again learns nothing and fills its population with copies.
///
/// What is kept of a design is a hash of 64 bits. Of a million designs two have the same hash with
/// probability 3e-8, and then a new design is taken for an old one, which costs the search nothing.
class NewDesigns {
 public:
  explicit NewDesigns(const DesignSpace& space);

  /// Whether a design is new; from now on it is not. Cost: O(1).
  bool take(const Design& design);

  /// Whether no new design is left, which only happens in spaces of integer and categorical
  /// variables.
  [[nodiscard]] bool empty() const { return count_ >= total_; }

  /// Takes a new design at random into `design`; false if none is left, or none was found in a
  /// space of continuous variables that are hardly wider than the numbers in them are apart.
  /// In a space of integer and categorical variables it is the first new one after a random one.
  bool take_random(RandomStream& random, Design& design);

 private:
  void draw(RandomStream& random, Design& design) const;
  void step(Design& design) const;
  void grow();
  bool insert(std::uint64_t hash);

  std::vector<DesignVariable> variables_;
  std::size_t total_;                 // of the space; the greatest number if they are uncountable
  std::size_t count_{0};              // taken
  std::vector<std::uint64_t> slots_;  // hashes, open addressing; 0: free
};

}  // namespace globaldyn
