#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "optimize/pareto/greatest_up_to.h"
#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Fronts of points of many objectives, by dividing at medians and comparing the points below with
/// those above in one objective less (Jensen 2003; ties as in Fortin, Grenier & Parizeau 2013 and
/// Buzdalov & Shalyto 2014). Small parts are compared point by point.
/// Cost: O(n log^(m-1) n) for n points of m objectives. Keeps its memory from call to call.
class FrontDivision {
 public:
  /// The front of each point. Points are distinct, in ascending lexicographic order, and have at
  /// least two objectives.
  void rank(const Points& points, std::vector<int>& ranks);

 private:
  // Numbers of points, ascending and so in lexicographic order.
  using Numbers = std::span<std::size_t>;

  // Numbers by an objective: smaller than a value, equal, larger; one after the other in memory.
  struct Parts {
    Numbers less, equal, greater;
  };

  void place_seconds();
  [[nodiscard]] double at(std::size_t number, std::size_t objective) const;
  [[nodiscard]] bool covers(std::size_t a, std::size_t b, std::size_t last) const;
  [[nodiscard]] double find_median(Numbers a, Numbers b, std::size_t objective);
  Parts divide(Numbers numbers, std::size_t objective, double value);
  Numbers merge(Numbers a, Numbers b);

  void rank_among(Numbers all, std::size_t last);
  void compare_among(Numbers all, std::size_t last);
  void sweep_among(Numbers all);
  void rank_above(Numbers below, Numbers above, std::size_t last);
  void compare_above(Numbers below, Numbers above, std::size_t last);
  void sweep_above(Numbers below, Numbers above);
  void divide_above(Numbers below, Numbers above, std::size_t last);

  const double* values_{nullptr};
  std::size_t stride_{0};
  int* ranks_{nullptr};
  std::vector<std::size_t> numbers_, scratch_, second_places_;
  std::vector<double> median_values_;
  GreatestUpTo greatest_;
};

}  // namespace pareto
}  // namespace globaldyn::inside
