#pragma once

#include <span>
#include <vector>

#include "optimize/pareto/greatest_up_to.h"
#include "optimize/pareto/points.h"

namespace globaldyn {

/// Fronts of points of many objectives, by dividing at medians and comparing what lies below with
/// what lies above in one objective less (Jensen 2003; ties as in Fortin, Grenier & Parizeau 2013
/// and Buzdalov & Shalyto 2014). Small parts are compared point by point.
/// Cost: O(n log^(m-1) n) for n points of m objectives. Keeps its memory from call to call.
class FrontDivision {
 public:
  /// The front of each point. Points are distinct, in lexically ascending order, and have at least
  /// two objectives.
  void rank(const Points& points, std::vector<int>& ranks);

 private:
  // Numbers of points, ascending and so in lexical order.
  using Numbers = std::span<int>;

  // Numbers by an objective: less than a value, equal, greater; one after the other in memory.
  struct Parts {
    Numbers less, equal, greater;
  };

  void place_seconds();
  [[nodiscard]] double at(int number, int objective) const;
  [[nodiscard]] bool covers(int a, int b, int last) const;
  [[nodiscard]] double find_median(Numbers a, Numbers b, int objective);
  Parts divide(Numbers numbers, int objective, double value);
  Numbers merge(Numbers a, Numbers b);

  void rank_among(Numbers all, int last);
  void compare_among(Numbers all, int last);
  void sweep_among(Numbers all);
  void rank_above(Numbers below, Numbers above, int last);
  void compare_above(Numbers below, Numbers above, int last);
  void sweep_above(Numbers below, Numbers above);
  void divide_above(Numbers below, Numbers above, int last);

  const double* values_{nullptr};
  std::size_t stride_{0};
  int* ranks_{nullptr};
  std::vector<int> numbers_, scratch_, second_places_;
  std::vector<double> median_values_;
  GreatestUpTo greatest_;
};

}  // namespace globaldyn
