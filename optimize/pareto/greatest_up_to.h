#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace globaldyn::inside {
inline namespace pareto {

/// Values at places 0, 1, 2 …, initially 0, and the maximum of those up to a place: a Fenwick tree
/// (1994) with maxima instead of sums. Each call costs O(log places).
class GreatestUpTo {
 public:
  /// All values are 0 again.
  void reset(std::size_t places) { values_.assign(places + 1, 0); }

  /// Raises the value at a place to at least this one.
  void raise(std::size_t place, int value) {
    for (std::size_t i = place + 1; i < values_.size(); i += i & -i) {
      values_[i] = std::max(values_[i], value);
    }
  }

  /// Resets the value at a place. The others are right again when all raised ones are reset.
  void forget(std::size_t place) {
    for (std::size_t i = place + 1; i < values_.size(); i += i & -i) values_[i] = 0;
  }

  /// The largest value up to and including this place.
  [[nodiscard]] int find(std::size_t place) const {
    int greatest = 0;
    for (std::size_t i = place + 1; i > 0; i -= i & -i) greatest = std::max(greatest, values_[i]);
    return greatest;
  }

 private:
  std::vector<int> values_;  // the i-th: the maximum over the last (i & -i) places before place i
};

}  // namespace pareto
}  // namespace globaldyn::inside
