#pragma once

#include <vector>

#include "optimize/evolution/objective_scale.h"
#include "optimize/pareto/points.h"
#include "optimize/random/random_stream.h"

namespace globaldyn {

/// The niches of NSGA-III (Deb & Jain 2014): every point belongs to the direction next to it in
/// scaled objectives, and a front is thinned out so that directions have as equally many as can be.
class Niching {
 public:
  /// As many directions as fit a population (see choose_layers()).
  Niching(std::size_t objectives, std::size_t population);

  /// Looks at a generation: all points, and those of them that none dominates (at least one).
  void update(const Points& all, const Points& front) { scale_.update(all, front); }

  /// How near points are to their directions, to choose parents by: the nearest have the greatest
  /// number, which is minus the squared distance in scaled objectives.
  [[nodiscard]] std::vector<double> calc_nearness(const Points& points);

  /// Chooses `count` <= front.size() points of a front to go with those accepted already; appends
  /// their numbers to `chosen`, in the order of their choice.
  /// Cost: O(m d n) for n points and d directions of m objectives.
  void choose(const Points& accepted, const Points& front, std::size_t count, RandomStream& random,
              std::vector<int>& chosen);

 private:
  struct Place {
    std::size_t niche;
    double distance;  // squared, from the direction's line
  };
  [[nodiscard]] Place find_place(std::span<const double> objectives);
  [[nodiscard]] std::size_t choose_niche(RandomStream& random);
  [[nodiscard]] std::size_t choose_member(std::size_t niche, RandomStream& random) const;

  ObjectiveScale scale_;
  Points directions_;  // of length 1
  std::vector<double> scaled_;
  std::vector<int> counts_;                         // of each niche: accepted
  struct Candidate {
    int number;
    double distance;
  };
  std::vector<std::vector<Candidate>> candidates_;  // of each niche
  std::vector<std::size_t> least_;
};

}  // namespace globaldyn
