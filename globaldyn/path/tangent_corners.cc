#include "globaldyn/path/tangent_corners.h"

#include <algorithm>
#include <cmath>

#include "core/base/round_off.h"

namespace globaldyn {
namespace {

bool is_turn(const TaskCoordinate& coordinate) {
  return coordinate.kind == TaskCoordinate::Kind::phi ||
         coordinate.kind == TaskCoordinate::Kind::rotation;
}

// How the tool turns with p on both sides of a break.
struct Turning {
  double p;
  double jump{0.0};  // rad per p
  double rate{0.0};
};

Turning find_turning(const Path& path, double p) {
  const double step = 4.0 * round_off::kEpsilon * path.p_max;
  const Task before = path.task(p - step), after = path.task(p + step);
  Turning turning{p};
  for (std::size_t k = 0; k < before.coordinates.size(); ++k) {
    if (!is_turn(before.coordinates[k])) continue;
    const auto i = static_cast<Eigen::Index>(k);
    const double a = before.target.first(i), b = after.target.first(i);
    const double smooth =
        2.0 * step * (std::abs(before.target.second(i)) + std::abs(after.target.second(i)));
    turning.jump = std::max(turning.jump, std::abs(b - a) - smooth);
    turning.rate = std::max({turning.rate, std::abs(a), std::abs(b)});
  }
  return turning;
}

}  // namespace

void add_tangent_corners(Path& path) {
  std::vector<Turning> all;
  double largest = 1.0 / path.p_max;  // less than a radian along the path is compared with one
  for (const double p : path.steps.breaks) {
    all.push_back(find_turning(path, p));
    largest = std::max(largest, all.back().rate);
  }
  std::vector<double>& corners = path.steps.corners;
  path.steps.breaks.clear();
  for (const Turning& one : all) {
    const bool is_corner = one.jump > round_off::kSame * largest;
    (is_corner ? corners : path.steps.breaks).push_back(one.p);
  }
  std::sort(corners.begin(), corners.end());
}

}  // namespace globaldyn
