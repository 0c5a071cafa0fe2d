#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Sorts boxes [0, x1] x [0, x2] x … by a side. Keeps its memory.
class BoxOrder {
 public:
  /// The longest first; of equal ones the lexicographically largest. So results do not depend on
  /// the order in which the boxes came.
  void sort(const Points& boxes, std::size_t side, std::vector<std::size_t>& order) {
    keys_.clear();
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      keys_.push_back({boxes[i][side], i});
    }
    std::ranges::sort(keys_, [&](const Key& a, const Key& b) {
      if (a.side != b.side) return a.side > b.side;
      return std::ranges::lexicographical_compare(boxes[b.box], boxes[a.box]);
    });
    order.clear();
    for (const Key& key : keys_) order.push_back(key.box);
  }

 private:
  struct Key {
    double side;
    std::size_t box;
  };
  std::vector<Key> keys_;
};

}  // namespace pareto
}  // namespace globaldyn::inside
