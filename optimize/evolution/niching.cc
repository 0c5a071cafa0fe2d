#include "optimize/evolution/niching.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "optimize/pareto/directions.h"

namespace globaldyn {
namespace {

Points make_unit_directions(std::size_t objectives, std::size_t population) {
  const int dimension = static_cast<int>(objectives);
  const Points lattice = make_directions(dimension, choose_layers(dimension, population));
  Points directions(objectives);
  std::vector<double> unit(objectives);
  for (std::size_t i = 0; i < lattice.size(); ++i) {
    const auto point = lattice[i];
    const double square =
        std::inner_product(point.begin(), point.end(), point.begin(), 0.0);
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

// All coordinates are >= 0, so the nearest line is that of the greatest projection.
Niching::Place Niching::find_place(std::span<const double> objectives) {
  scale_.apply(objectives, scaled_);
  Place place{0, 0.0};
  double longest = -1.0;
  for (std::size_t d = 0; d < directions_.size(); ++d) {
    const auto direction = directions_[d];
    double projection = 0.0;
    for (std::size_t k = 0; k < scaled_.size(); ++k) projection += scaled_[k] * direction[k];
    if (projection > longest) {
      longest = projection;
      place.niche = d;
    }
  }
  const double square = std::inner_product(scaled_.begin(), scaled_.end(), scaled_.begin(), 0.0);
  place.distance = square - longest * longest;
  return place;
}

std::vector<double> Niching::calc_nearness(const Points& points) {
  std::vector<double> nearness;
  for (std::size_t i = 0; i < points.size(); ++i) {
    nearness.push_back(-find_place(points[i]).distance);
  }
  return nearness;
}

void Niching::choose(const Points& accepted, const Points& front, std::size_t count,
                     RandomStream& random, std::vector<int>& chosen) {
  assert(count <= front.size());
  std::ranges::fill(counts_, 0);
  for (auto& some : candidates_) some.clear();
  for (std::size_t i = 0; i < accepted.size(); ++i) ++counts_[find_place(accepted[i]).niche];
  for (std::size_t i = 0; i < front.size(); ++i) {
    const Place place = find_place(front[i]);
    candidates_[place.niche].push_back({static_cast<int>(i), place.distance});
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t niche = choose_niche(random);
    auto& some = candidates_[niche];
    const auto member = some.begin() + static_cast<std::ptrdiff_t>(choose_member(niche, random));
    chosen.push_back(member->number);
    some.erase(member);
    ++counts_[niche];
  }
}

// One of those with the fewest members that has candidates.
std::size_t Niching::choose_niche(RandomStream& random) {
  int least = std::numeric_limits<int>::max();
  for (std::size_t d = 0; d < counts_.size(); ++d) {
    if (candidates_[d].empty() || counts_[d] > least) continue;
    if (counts_[d] < least) least_.clear();
    least = counts_[d];
    least_.push_back(d);
  }
  return least_[random.below(least_.size())];
}

// The nearest to the direction if it has none yet, else any.
std::size_t Niching::choose_member(std::size_t niche, RandomStream& random) const {
  const auto& some = candidates_[niche];
  if (counts_[niche] > 0) return random.below(some.size());
  const auto nearest = std::ranges::min_element(some, {}, &Candidate::distance);
  return static_cast<std::size_t>(nearest - some.begin());
}

}  // namespace globaldyn
