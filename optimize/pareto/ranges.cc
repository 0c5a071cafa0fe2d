#include "optimize/pareto/ranges.h"

#include <cassert>

namespace globaldyn::inside {
inline namespace pareto {

std::vector<Range> find_ranges(std::span<const Points> fronts) {
  std::vector<Range> ranges(fronts.empty() ? 0 : fronts.front().dimension());
  for (const Points& front : fronts) {
    assert(front.dimension() == ranges.size());
    for (std::size_t i = 0; i < front.size(); ++i) {
      for (std::size_t k = 0; k < ranges.size(); ++k) {
        ranges[k].least = std::min(ranges[k].least, front[i][k]);
        ranges[k].greatest = std::max(ranges[k].greatest, front[i][k]);
      }
    }
  }
  return ranges;
}

std::vector<Range> find_ranges(const Points& front) {
  return find_ranges(std::span(&front, 1));
}

std::size_t find_least(const Points& front, std::size_t k) {
  assert(!front.empty());
  std::size_t best = 0;
  for (std::size_t i = 1; i < front.size(); ++i) {
    if (front[i][k] < front[best][k]) best = i;
  }
  return best;
}

}  // namespace pareto
}  // namespace globaldyn::inside
