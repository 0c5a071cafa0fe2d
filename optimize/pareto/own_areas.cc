#include "optimize/pareto/own_areas.h"

#include <algorithm>
#include <iterator>

namespace globaldyn::inside {
inline namespace pareto {

OwnAreas::OwnAreas(const Points& boxes, const std::vector<std::size_t>& by_width)
    : places_(boxes.size()) {
  for (std::size_t place = 0; const std::size_t box : by_width) {
    rectangles_.push_back({.width = boxes[box][0], .height = boxes[box][1]});
    places_[box] = place++;
  }
  steps_.reset(boxes.size());
}

void OwnAreas::lay(std::size_t box, double altitude) {
  const std::size_t place = places_[box];
  const double height = rectangles_[place].height;
  const std::size_t wider = steps_.find_below(place);
  if (wider == NumberSet::kNone || rectangles_[wider].height < height) {
    lay_step(place, altitude);
  } else if (bottom_of(wider) < height && left_of(wider) < rectangles_[place].width) {
    sink(wider, altitude);
    cover(wider, place);
  }
}

// Steps within the new one become inner rectangles; its neighbours lose what they share with it.
void OwnAreas::lay_step(std::size_t place, double altitude) {
  Rectangle& step = rectangles_[place];
  std::vector<std::size_t> inner;
  std::size_t next = steps_.find_above(place);
  for (; next != NumberSet::kNone; next = steps_.find_above(next)) {
    if (rectangles_[next].height > step.height) break;
    inner.push_back(next);
    sink(next, altitude);
  }
  if (next != NumberSet::kNone) {
    sink(next, altitude);
    raise(next, step.height);
  }
  if (const std::size_t wider = steps_.find_below(place); wider != NumberSet::kNone) {
    sink(wider, altitude);
    narrow(wider, step.width);
  }
  for (const std::size_t other : inner) {
    steps_.erase(other);
    rectangles_[other].own = 0.0;
  }
  steps_.insert(place);
  step.altitude = altitude;
  step.own = (step.width - left_of(place)) * (step.height - bottom_of(place));
  for (const std::size_t other : inner) cover(place, other);
}

// Removes from a step what it shares with an inner rectangle.
void OwnAreas::cover(std::size_t step, std::size_t inner) {
  auto& [width, height, own, altitude, volume, others] = rectangles_[step];
  const Rectangle& added = rectangles_[inner];
  auto next = others.lower_bound(inner);
  double covered = next == others.begin() ? bottom_of(step) : rectangles_[*std::prev(next)].height;
  if (covered >= added.height) return;
  double right = added.width;
  while (next != others.end() && covered < added.height) {
    const Rectangle& narrower = rectangles_[*next];
    own -= (right - narrower.width) * (added.height - covered);
    right = narrower.width;
    covered = narrower.height;
    if (covered <= added.height) next = others.erase(next);
  }
  if (covered < added.height) own -= (right - left_of(step)) * (added.height - covered);
  others.insert(inner);
}

// Removes from a step, and from its inner rectangles, what lies left of `left`.
void OwnAreas::narrow(std::size_t step, double left) {
  auto& [width, height, own, altitude, volume, inner] = rectangles_[step];
  double from = left_of(step);
  while (!inner.empty()) {
    const auto narrowest = std::prev(inner.end());
    const Rectangle& other = rectangles_[*narrowest];
    own -= (std::min(left, other.width) - from) * (height - other.height);
    if (other.width > left) return;
    from = other.width;
    inner.erase(narrowest);
  }
  own -= (left - from) * (height - bottom_of(step));
}

// Removes from a step, and from its inner rectangles, what lies below `bottom`.
void OwnAreas::raise(std::size_t step, double bottom) {
  auto& [width, height, own, altitude, volume, inner] = rectangles_[step];
  double from = bottom_of(step);
  while (!inner.empty()) {
    const auto lowest = inner.begin();
    const Rectangle& other = rectangles_[*lowest];
    own -= (std::min(bottom, other.height) - from) * (width - other.width);
    if (other.height > bottom) return;
    from = other.height;
    inner.erase(lowest);
  }
  own -= (bottom - from) * (width - left_of(step));
}

// Adds the volume that the step alone covers down to an altitude.
void OwnAreas::sink(std::size_t step, double altitude) {
  Rectangle& rectangle = rectangles_[step];
  // Rounding may make it negative.
  rectangle.volume += std::max(0.0, rectangle.own) * (rectangle.altitude - altitude);
  rectangle.altitude = altitude;
}

// Where the next narrower step ends.
double OwnAreas::left_of(std::size_t step) const {
  const std::size_t narrower = steps_.find_above(step);
  return narrower == NumberSet::kNone ? 0.0 : rectangles_[narrower].width;
}

// Where the next wider step ends.
double OwnAreas::bottom_of(std::size_t step) const {
  const std::size_t wider = steps_.find_below(step);
  return wider == NumberSet::kNone ? 0.0 : rectangles_[wider].height;
}

std::vector<double> OwnAreas::finish() {
  for (const std::size_t place : places_) sink(place, 0.0);
  std::vector<double> volumes;
  for (const std::size_t place : places_) volumes.push_back(rectangles_[place].volume);
  return volumes;
}

}  // namespace pareto
}  // namespace globaldyn::inside
