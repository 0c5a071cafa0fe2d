#include "optimize/evolution/niching.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "optimize/pareto/directions.h"

namespace globaldyn::inside {
inline namespace evolution {
namespace {

Points make_unit_directions(std::size_t objectives, std::size_t population) {
  const int dimension = static_cast<int>(objectives);
  const Points lattice = make_directions(dimension, choose_layers(dimension, population));
  Points directions(objectives);
  std::vector<double> unit(objectives);
  for (std::size_t i = 0; i < lattice.size(); ++i) {
    const auto point = lattice[i];
    const double square = std::inner_product(point.begin(), point.end(), point.begin(), 0.0);
    std::ranges::transform(point, unit.begin(), [&](double x) { return x / std::sqrt(square); });
    directions.add(unit);
  }
  return directions;
}

}  // namespace

Niching::Niching(std::size_t objectives, std::size_t population)
    : scale_(objectives),
      directions_(make_unit_directions(objectives, population)),
      scaled_(objectives),
      counts_(directions_.size()),
      candidates_(directions_.size()) {}

void Niching::look_at(const Points& points, std::size_t first_front) {
  scale_.update(points, first_front);
  places_.clear();
  for (std::size_t i = 0; i < points.size(); ++i) places_.push_back(find_place(points[i]));
}

// All coordinates are >= 0, so the closest line is the one with the largest projection.
Niching::Place Niching::find_place(std::span<const double> objectives) {
  scale_.apply(objectives, scaled_);
  const std::size_t size = scaled_.size();
  const double* direction = directions_.values().data();
  std::size_t niche = 0;
  double longest = -1.0;
  for (std::size_t d = 0; d < directions_.size(); ++d, direction += size) {
    const double length = std::inner_product(scaled_.begin(), scaled_.end(), direction, 0.0);
    if (length > longest) {
      longest = length;
      niche = d;
    }
  }
  const double square = std::inner_product(scaled_.begin(), scaled_.end(), scaled_.begin(), 0.0);
  return {niche, square - longest * longest};
}

void Niching::choose(std::size_t begin, std::size_t end, std::size_t count, RandomStream& random,
                     std::vector<int>& chosen) {
  assert(begin + count <= end && end <= places_.size());
  std::ranges::fill(counts_, 0);
  for (auto& some : candidates_) some.clear();
  for (std::size_t i = 0; i < begin; ++i) ++counts_[places_[i].niche];
  for (std::size_t i = begin; i < end; ++i) {
    candidates_[places_[i].niche].push_back(static_cast<int>(i));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t niche = choose_niche(random);
    auto& some = candidates_[niche];
    const auto candidate = some.begin() + static_cast<int>(choose_candidate(niche, random));
    chosen.push_back(*candidate);
    some.erase(candidate);
    ++counts_[niche];
  }
}

// One of those with the fewest points that has candidates.
std::size_t Niching::choose_niche(RandomStream& random) {
  int fewest = std::numeric_limits<int>::max();
  for (std::size_t d = 0; d < counts_.size(); ++d) {
    if (candidates_[d].empty() || counts_[d] > fewest) continue;
    if (counts_[d] < fewest) scarcest_.clear();
    fewest = counts_[d];
    scarcest_.push_back(d);
  }
  return scarcest_[random.below(scarcest_.size())];
}

// The closest to the direction if the niche has no point yet, otherwise any.
std::size_t Niching::choose_candidate(std::size_t niche, RandomStream& random) const {
  const auto& some = candidates_[niche];
  if (counts_[niche] > 0) return random.below(some.size());
  const auto nearest =
      std::ranges::min_element(some, {}, [&](int i) { return places_[i].distance; });
  return static_cast<std::size_t>(nearest - some.begin());
}

}  // namespace evolution
}  // namespace globaldyn::inside
