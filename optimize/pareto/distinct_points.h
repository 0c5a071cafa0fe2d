#pragma once

#include <cstddef>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Points in lexicographic order (by the first coordinate, then by the second …), each once. A
/// point comes after all that dominate it. Keeps its memory.
class DistinctPoints {
 public:
  void sort(const Points& points);

  [[nodiscard]] const Points& points() const { return distinct_; }

  /// For each sorted point, which of the distinct ones it is.
  [[nodiscard]] const std::vector<std::size_t>& numbers() const { return numbers_; }

  /// For each distinct point, the first of the sorted points equal to it.
  [[nodiscard]] const std::vector<std::size_t>& firsts() const { return firsts_; }

 private:
  struct Key {
    double first;
    std::size_t index;
  };

  std::vector<Key> keys_;
  Points distinct_;
  std::vector<std::size_t> numbers_, firsts_;
};

}  // namespace pareto
}  // namespace globaldyn::inside
