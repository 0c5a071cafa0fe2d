#include "optimize/pareto/scaled_front.h"

#include <algorithm>
#include <vector>

namespace globaldyn {
namespace {

struct Range {
  std::size_t objective;
  double least;
  double length;
};

// Of objectives that are not the same all over the front.
std::vector<Range> find_ranges(const Points& front) {
  std::vector<Range> ranges;
  for (std::size_t k = 0; k < front.dimension() && !front.empty(); ++k) {
    double least = front[0][k], greatest = least;
    for (std::size_t i = 1; i < front.size(); ++i) {
      least = std::min(least, front[i][k]);
      greatest = std::max(greatest, front[i][k]);
    }
    if (least < greatest) ranges.push_back({k, least, greatest - least});
  }
  return ranges;
}

}  // namespace

Points scale_front(const Points& front) {
  const std::vector<Range> ranges = find_ranges(front);
  Points scaled(ranges.size());
  std::vector<double> row(ranges.size());
  for (std::size_t i = 0; i < front.size(); ++i) {
    std::ranges::transform(ranges, row.begin(), [&](const Range& range) {
      return (front[i][range.objective] - range.least) / range.length;
    });
    scaled.add(row);
  }
  return scaled;
}

}  // namespace globaldyn
