#include "optimize/pareto/scaled_front.h"

#include <vector>

#include "optimize/pareto/ranges.h"

namespace globaldyn::inside {
inline namespace pareto {

Points scale_front(const Points& front) {
  const std::vector<Range> ranges = find_ranges(front);
  std::vector<std::size_t> varying;
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    if (ranges[k].length() > 0.0) varying.push_back(k);
  }
  Points scaled(varying.size());
  std::vector<double> row(varying.size());
  for (std::size_t i = 0; i < front.size(); ++i) {
    std::ranges::transform(varying, row.begin(),
                           [&](std::size_t k) { return ranges[k].scale(front[i][k]); });
    scaled.add(row);
  }
  return scaled;
}

}  // namespace pareto
}  // namespace globaldyn::inside
