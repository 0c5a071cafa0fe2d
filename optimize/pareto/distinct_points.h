#pragma once

#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn {

/// Points in lexical order (by the first coordinate, then by the second …), each once. What
/// dominates a point comes before it. Keeps its memory.
class DistinctPoints {
 public:
  void sort(const Points& points);

  [[nodiscard]] const Points& points() const { return distinct_; }

  /// For each of the points sorted, which of the distinct ones it is.
  [[nodiscard]] const std::vector<int>& numbers() const { return numbers_; }

  /// For each of the distinct points, the first of those sorted that it is.
  [[nodiscard]] const std::vector<int>& firsts() const { return firsts_; }

 private:
  struct Key {
    double first;
    int index;
  };

  std::vector<Key> keys_;
  Points distinct_;
  std::vector<int> numbers_, firsts_;
};

}  // namespace globaldyn
