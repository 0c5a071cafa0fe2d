#include "optimize/pareto/domination_tree.h"

#include <algorithm>
#include <utility>

#include "optimize/pareto/domination.h"

namespace globaldyn::inside {
inline namespace pareto {
namespace {

// Larger boxes are halved. A compromise by measurement: fewer points mean more boxes, more points
// mean more comparisons.
constexpr std::size_t kMostPoints = 8;

// The share of a box's points above which one half has outgrown the other.
constexpr double kMostShare = 0.75;

// Where to split values so that there are some on both sides; not all are equal.
double find_middle(std::vector<double> values) {
  const auto half = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), half, values.end());
  const double middle = *half;
  if (std::any_of(values.begin(), half, [=](double value) { return value < middle; })) {
    return middle;
  }
  std::erase_if(values, [=](double value) { return value <= middle; });
  return std::ranges::min(values);
}

}  // namespace

bool DominationTree::insert(std::size_t number, std::span<const double> point) {
  if (covers(root_, point)) return lower_number(root_, number, point);
  remove_covered(root_, point);
  add(root_, number, point);
  return true;
}

int DominationTree::calc_depth(const Box& box) {
  int deepest = 0;
  for (const Box& half : box.halves) deepest = std::max(deepest, calc_depth(half));
  return 1 + deepest;
}

// Whether a point in the box covers the point.
bool DominationTree::covers(const Box& box, std::span<const double> point) {
  if (box.size == 0 || !inside::covers(box.least, point)) return false;
  if (inside::covers(box.greatest, point)) return true;
  for (std::size_t i = 0; i < box.numbers.size(); ++i) {
    if (inside::covers(box.point(i), point)) return true;
  }
  return std::ranges::any_of(box.halves, [&](const Box& half) { return covers(half, point); });
}

// Gives an equal point this number if it is smaller. False: there is no equal point, or the number
// is not smaller.
bool DominationTree::lower_number(Box& box, std::size_t number, std::span<const double> point) {
  if (!inside::covers(box.least, point) || !inside::covers(point, box.greatest)) return false;
  for (std::size_t i = 0; i < box.numbers.size(); ++i) {
    if (!std::ranges::equal(box.point(i), point) || box.numbers[i] <= number) continue;
    box.numbers[i] = number;
    return true;
  }
  return std::ranges::any_of(box.halves,
                             [&](Box& half) { return lower_number(half, number, point); });
}

void DominationTree::remove_covered(Box& box, std::span<const double> point) {
  if (box.size == 0 || !inside::covers(point, box.greatest)) return;
  if (inside::covers(point, box.least)) {
    box = Box();
  } else if (box.halves.empty()) {
    remove_covered_points(box, point);
  } else {
    for (Box& half : box.halves) remove_covered(half, point);
    join_halves(box);
  }
}

void DominationTree::remove_covered_points(Box& box, std::span<const double> point) {
  Box left;
  for (std::size_t i = 0; i < box.numbers.size(); ++i) {
    if (!inside::covers(point, box.point(i))) left.append(box.numbers[i], box.point(i));
  }
  box = std::move(left);
}

// After points were removed from them.
void DominationTree::join_halves(Box& box) {
  Box& low = box.halves[0];
  Box& high = box.halves[1];
  if (low.size == 0 || high.size == 0) {
    Box left = std::move(low.size == 0 ? high : low);
    box = std::move(left);
    return;
  }
  box.size = low.size + high.size;
  box.least = low.least;
  box.greatest = low.greatest;
  box.widen(high.least);
  box.widen(high.greatest);
}

void DominationTree::add(Box& box, std::size_t number, std::span<const double> point) {
  if (box.halves.empty()) {
    box.append(number, point);
    halve(box);
    return;
  }
  if (has_lost_balance(box)) {
    rebuild(box);
    return add(box, number, point);
  }
  ++box.size;
  box.widen(point);
  add(box.halves[point[box.axis] < box.middle ? 0 : 1], number, point);
}

// Not before it has doubled: halving again might not help where many points tie.
bool DominationTree::has_lost_balance(const Box& box) {
  if (box.size <= 2 * box.halved_size) return false;
  const std::size_t larger = std::max(box.halves[0].size, box.halves[1].size);
  return static_cast<double>(larger) > kMostShare * static_cast<double>(box.size);
}

void DominationTree::rebuild(Box& box) {
  Box whole;
  visit_all(
      box, [&](std::size_t number, std::span<const double> point) { whole.append(number, point); });
  box = std::move(whole);
  halve(box);
}

// Until no part has too many points.
void DominationTree::halve(Box& box) {
  if (box.numbers.size() <= kMostPoints) return;
  box.axis = find_longest_axis(box);
  std::vector<double> values;
  for (std::size_t i = 0; i < box.size; ++i) values.push_back(box.point(i)[box.axis]);
  box.middle = find_middle(std::move(values));
  box.halves.resize(2);
  box.halved_size = box.size;
  for (std::size_t i = 0; i < box.size; ++i) {
    const auto point = box.point(i);
    box.halves[point[box.axis] < box.middle ? 0 : 1].append(box.numbers[i], point);
  }
  box.numbers = {};
  box.coordinates = {};
  for (Box& half : box.halves) halve(half);
}

// Lengths are relative to those of all points, as objectives have different units.
std::size_t DominationTree::find_longest_axis(const Box& box) const {
  std::size_t longest = 0;
  double greatest_share = 0.0;
  for (std::size_t k = 0; k < box.least.size(); ++k) {
    const double length = box.greatest[k] - box.least[k];
    if (length <= 0.0) continue;
    const double share = length / (root_.greatest[k] - root_.least[k]);
    if (share <= greatest_share) continue;
    greatest_share = share;
    longest = k;
  }
  return longest;
}

void DominationTree::Box::append(std::size_t number, std::span<const double> point) {
  if (size == 0) {
    least.assign(point.begin(), point.end());
    greatest = least;
  }
  ++size;
  widen(point);
  numbers.push_back(number);
  coordinates.insert(coordinates.end(), point.begin(), point.end());
}

void DominationTree::Box::widen(std::span<const double> point) {
  for (std::size_t k = 0; k < point.size(); ++k) {
    least[k] = std::min(least[k], point[k]);
    greatest[k] = std::max(greatest[k], point[k]);
  }
}

}  // namespace pareto
}  // namespace globaldyn::inside
