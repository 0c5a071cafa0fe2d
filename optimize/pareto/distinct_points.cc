#include "optimize/pareto/distinct_points.h"

#include <algorithm>
#include <cassert>

namespace globaldyn::inside {
inline namespace pareto {

void DistinctPoints::sort(const Points& points) {
  assert(points.empty() || points.dimension() > 0);
  keys_.clear();
  for (std::size_t i = 0; i < points.size(); ++i) {
    keys_.push_back({points[i][0], i});
  }
  std::ranges::sort(keys_, [&](const Key& a, const Key& b) {
    if (a.first != b.first) return a.first < b.first;
    const auto first = points[a.index], second = points[b.index];
    if (std::ranges::equal(first, second)) return a.index < b.index;
    return std::ranges::lexicographical_compare(first, second);
  });
  distinct_.reset(points.dimension());
  firsts_.clear();
  numbers_.resize(points.size());
  for (const Key& key : keys_) {
    const auto point = points[key.index];
    if (distinct_.empty() || !std::ranges::equal(point, distinct_[distinct_.size() - 1])) {
      distinct_.add(point);
      firsts_.push_back(key.index);
    }
    numbers_[key.index] = distinct_.size() - 1;
  }
}

}  // namespace pareto
}  // namespace globaldyn::inside
