#pragma once

#include <span>
#include <vector>

#include "optimize/evolution/objective_scale.h"
#include "optimize/pareto/points.h"
#include "optimize/random/random_stream.h"

namespace globaldyn::inside {
inline namespace evolution {

/// The niches of NSGA-III (Deb & Jain 2014): every point belongs to the direction closest to it in
/// scaled objectives, and a front is thinned out so that all directions keep equally many points,
/// as far as possible.
class Niching {
 public:
  /// As many directions as fit a population (see choose_layers()).
  Niching(std::size_t objectives, std::size_t population);

  /// Takes in a generation: all feasible points, of which the first `first_front` (at least one)
  /// are the non-dominated ones. Cost: O(m d n) for n points and d directions of m objectives.
  void look_at(const Points& points, std::size_t first_front);

  /// Chooses `count` of the points begin … end - 1 to join those before begin, which are already
  /// accepted; appends their numbers to `chosen`. Cost: O(n + d count).
  void choose(std::size_t begin, std::size_t end, std::size_t count, RandomStream& random,
              std::vector<int>& chosen);

  /// How close a point is to its direction: minus the squared distance in scaled objectives.
  [[nodiscard]] double nearness(std::size_t point) const { return -places_[point].distance; }

 private:
  struct Place {
    std::size_t niche;
    double distance;  // squared, from the direction's line
  };

  [[nodiscard]] Place find_place(std::span<const double> objectives);
  [[nodiscard]] std::size_t choose_niche(RandomStream& random);
  [[nodiscard]] std::size_t choose_candidate(std::size_t niche, RandomStream& random) const;

  ObjectiveScale scale_;
  Points directions_;  // of length 1
  std::vector<double> scaled_;
  std::vector<Place> places_;                 // of the points taken in
  std::vector<int> counts_;                   // of each niche: points accepted
  std::vector<std::vector<int>> candidates_;  // of each niche
  std::vector<std::size_t> scarcest_;         // niches
};

}  // namespace evolution
}  // namespace globaldyn::inside
