#include "optimize/pareto/hypervolume.h"

#include <algorithm>
#include <cassert>
#include <functional>

#include "optimize/pareto/box_order.h"
#include "optimize/pareto/box_union.h"
#include "optimize/pareto/own_areas.h"

namespace globaldyn::inside {
inline namespace pareto {
namespace {

// What points dominate, as boxes that start at the reference point.
struct Boxes {
  Points sides;
  std::vector<std::size_t> owners;  // the point of each box
};

Boxes make_boxes(const Points& points, std::span<const double> reference) {
  assert(points.empty() || points.dimension() == reference.size());
  Boxes boxes{Points(reference.size()), {}};
  std::vector<double> sides(reference.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::ranges::transform(reference, points[i], sides.begin(), std::minus<>());
    if (!std::ranges::all_of(sides, [](double side) { return side > 0.0; })) continue;
    boxes.sides.add(sides);
    boxes.owners.push_back(i);
  }
  return boxes;
}

// For two or three dimensions.
std::vector<double> sweep_own_volumes(const Points& boxes) {
  BoxOrder sorter;
  std::vector<std::size_t> order;
  sorter.sort(boxes, 0, order);
  OwnAreas areas(boxes, order);
  const bool is_flat = boxes.dimension() == 2;
  if (!is_flat) sorter.sort(boxes, 2, order);
  for (const std::size_t box : order) areas.lay(box, is_flat ? 1.0 : boxes[box][2]);
  return areas.finish();
}

std::vector<double> calc_own_volumes(const Points& boxes) {
  if (boxes.dimension() == 2 || boxes.dimension() == 3) return sweep_own_volumes(boxes);
  std::vector<double> volumes;
  BoxUnion box_union;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    volumes.push_back(box_union.calc_own_volume(boxes, i));
  }
  return volumes;
}

}  // namespace

double calc_hypervolume(const Points& points, std::span<const double> reference) {
  return BoxUnion().calc_volume(make_boxes(points, reference).sides);
}

std::vector<double> calc_contributions(const Points& points, std::span<const double> reference) {
  const Boxes boxes = make_boxes(points, reference);
  const std::vector<double> volumes = calc_own_volumes(boxes.sides);
  std::vector<double> contributions(points.size(), 0.0);
  for (std::size_t i = 0; i < volumes.size(); ++i) contributions[boxes.owners[i]] = volumes[i];
  return contributions;
}

}  // namespace pareto
}  // namespace globaldyn::inside
