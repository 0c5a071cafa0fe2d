#pragma once

#include <vector>

namespace globaldyn::inside {
inline namespace core {

/// A force over a coordinate, by points with straight lines between them; beyond the first and the
/// last as there. Or the same again after every `period`, with a straight line from the last point
/// to the first of the next time.
struct ForceCurve {
  struct Point {
    double at{0.0};     ///< of the coordinate: rad or m
    double force{0.0};  ///< N or N m
  };
  std::vector<Point> points;  ///< at least one; `at` increases, by less than a period in all
  double period{0.0};         ///< rad or m; 0: none

  [[nodiscard]] double calc(double at) const;

  /// How many points are at or below `at`; counted on from period to period.
  [[nodiscard]] double count_passed(double at) const;
  /// Where the last of as many points is; infinite where there are not so many.
  [[nodiscard]] double find_point(double count) const;
};

}  // namespace core
}  // namespace globaldyn::inside
