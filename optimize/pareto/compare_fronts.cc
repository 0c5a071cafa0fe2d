#include "optimize/pareto/compare_fronts.h"

#include "optimize/pareto/domination.h"
#include "optimize/pareto/hypervolume.h"
#include "optimize/pareto/ranges.h"

namespace globaldyn::inside {
inline namespace pareto {
namespace {

Points scale(const Points& front, const std::vector<Range>& ranges) {
  Points scaled(front.dimension());
  std::vector<double> point(front.dimension());
  for (std::size_t i = 0; i < front.size(); ++i) {
    for (std::size_t k = 0; k < point.size(); ++k) point[k] = ranges[k].scale(front[i][k]);
    scaled.add(point);
  }
  return scaled;
}

}  // namespace

double calc_coverage(const Points& by, const Points& of) {
  if (of.empty()) return 0.0;
  std::size_t covered = 0;
  for (std::size_t i = 0; i < of.size(); ++i) {
    std::size_t j = 0;
    while (j < by.size() && !covers(by[j], of[i])) ++j;
    if (j < by.size()) ++covered;
  }
  return static_cast<double>(covered) / static_cast<double>(of.size());
}

std::vector<double> calc_common_hypervolumes(const std::vector<Points>& fronts) {
  constexpr double kReference = 1.1;
  std::vector<double> volumes;
  if (fronts.empty()) return volumes;
  const std::vector<Range> ranges = find_ranges(fronts);
  const std::vector<double> reference(fronts.front().dimension(), kReference);
  for (const Points& front : fronts) {
    volumes.push_back(calc_hypervolume(scale(front, ranges), reference));
  }
  return volumes;
}

}  // namespace pareto
}  // namespace globaldyn::inside
