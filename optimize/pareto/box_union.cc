#include "optimize/pareto/box_union.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace globaldyn::inside {
inline namespace pareto {
namespace {

using Box = std::span<const double>;

double product(Box box) {
  return std::accumulate(box.begin(), box.end(), 1.0, std::multiplies<>());
}

// In the first `sides` dimensions.
bool lies_within(Box inner, Box outer, std::size_t sides) {
  for (std::size_t k = 0; k < sides; ++k) {
    if (inner[k] > outer[k]) return false;
  }
  return true;
}

}  // namespace

double BoxUnion::calc_volume(const Points& boxes) {
  if (boxes.empty()) return 0.0;
  if (boxes.size() == 1) return product(boxes[0]);
  switch (boxes.dimension()) {
    case 1:
      return std::ranges::max(boxes.values());
    case 2:
      return calc_area(boxes);
    case 3:
      return sweep(boxes);
    default:
      return pile_up(boxes);
  }
}

double BoxUnion::calc_own_volume(const Points& boxes, std::size_t box) {
  BoxCuts cuts;
  cuts.begin(boxes[box]);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (i == box) continue;
    if (lies_within(boxes[box], boxes[i], boxes.dimension())) return 0.0;
    cuts.cut(boxes[i]);
  }
  return std::max(0.0, product(boxes[box]) - calc_volume(cuts.keep_outer()));
}

double BoxUnion::calc_area(const Points& boxes) {
  sorter_.sort(boxes, 1, order_);
  double area = 0.0, covered = 0.0;
  for (const std::size_t box : order_) {
    const double width = boxes[box][0];
    if (width <= covered) continue;
    area += (width - covered) * boxes[box][1];
    covered = width;
  }
  return area;
}

double BoxUnion::sweep(const Points& boxes) {
  place(boxes);
  sorter_.sort(boxes, 2, order_);
  double volume = 0.0;
  for (const std::size_t box : order_) {
    const Box sides = boxes[box];
    volume += staircase_.add(places_[box], sides[0], sides[1]) * sides[2];
  }
  return volume;
}

double BoxUnion::pile_up(const Points& boxes) {
  const std::size_t last = boxes.dimension() - 1;
  // Nested calls have fewer dimensions, and change only their own piles.
  if (piles_.size() <= last) piles_.resize(last + 1);
  Pile& pile = piles_[last];
  if (last == 3) place(boxes);
  sorter_.sort(boxes, last, pile.order);
  pile.laid.clear();
  double volume = 0.0;
  for (const std::size_t box : pile.order) {
    const Box sides = boxes[box];
    const auto is_in = [&](std::size_t other) { return lies_within(sides, boxes[other], last); };
    if (std::ranges::any_of(pile.laid, is_in)) continue;
    volume += calc_new_cover(boxes, box, pile) * sides[last];
    std::erase_if(pile.laid,
                  [&](std::size_t other) { return lies_within(boxes[other], sides, last); });
    const auto longer = [&](std::size_t other) { return boxes[other][last - 1] > sides[last - 1]; };
    pile.laid.insert(std::ranges::partition_point(pile.laid, longer), box);
  }
  return volume;
}

double BoxUnion::calc_new_cover(const Points& boxes, std::size_t box, Pile& pile) {
  const std::size_t last = boxes.dimension() - 1;
  if (last == 3) return calc_new_cover3(boxes, box, pile.laid);
  const Box sides = boxes[box].first(last);
  pile.cuts.begin(sides);
  for (const std::size_t other : pile.laid) pile.cuts.cut(boxes[other]);
  return std::max(0.0, product(sides) - calc_volume(pile.cuts.keep_outer()));
}

// The same in three dimensions. The laid boxes are sorted by their third sides, the longest first,
// and stay so when cut.
double BoxUnion::calc_new_cover3(const Points& boxes, std::size_t box,
                                 std::span<const std::size_t> laid) {
  const Box sides = boxes[box].first(3);
  staircase_.reset(boxes.size());
  double covered = 0.0;
  for (const std::size_t other : laid) {
    const Box cut = boxes[other];
    const double area =
        staircase_.add(places_[other], std::min(sides[0], cut[0]), std::min(sides[1], cut[1]));
    covered += area * std::min(sides[2], cut[2]);
    if (cut[0] >= sides[0] && cut[1] >= sides[1]) break;
  }
  return std::max(0.0, product(sides) - covered);
}

// Assigns their places on a staircase.
void BoxUnion::place(const Points& boxes) {
  sorter_.sort(boxes, 0, order_);
  places_.resize(boxes.size());
  for (std::size_t place = 0; const std::size_t box : order_) places_[box] = place++;
  staircase_.reset(boxes.size());
}

}  // namespace pareto
}  // namespace globaldyn::inside
