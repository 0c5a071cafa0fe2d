#include "optimize/pareto/compare_fronts.h"

#include <algorithm>
#include <limits>

#include "optimize/pareto/domination.h"
#include "optimize/pareto/hypervolume.h"

namespace globaldyn {
namespace {

// The box of all points.
struct Box {
  std::vector<double> least, greatest;
};

Box find_box(const std::vector<Points>& fronts) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::size_t m = fronts.front().dimension();
  Box box{std::vector<double>(m, kInfinity), std::vector<double>(m, -kInfinity)};
  for (const Points& front : fronts) {
    for (std::size_t i = 0; i < front.size(); ++i) {
      for (std::size_t k = 0; k < m; ++k) {
        box.least[k] = std::min(box.least[k], front[i][k]);
        box.greatest[k] = std::max(box.greatest[k], front[i][k]);
      }
    }
  }
  return box;
}

Points scale(const Points& front, const Box& box) {
  Points scaled(front.dimension());
  std::vector<double> point(front.dimension());
  for (std::size_t i = 0; i < front.size(); ++i) {
    for (std::size_t k = 0; k < point.size(); ++k) {
      const double range = box.greatest[k] - box.least[k];
      point[k] = range > 0.0 ? (front[i][k] - box.least[k]) / range : 0.0;
    }
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
  const Box box = find_box(fronts);
  const std::vector<double> reference(fronts.front().dimension(), kReference);
  for (const Points& front : fronts) {
    volumes.push_back(calc_hypervolume(scale(front, box), reference));
  }
  return volumes;
}

}  // namespace globaldyn
