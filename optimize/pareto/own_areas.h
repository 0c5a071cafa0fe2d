#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "optimize/pareto/number_set.h"
#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Rectangles [0, width] x [0, height] stacked one by one, each at an altitude no higher than the
/// one before: computes for each the volume, down to the ground, that lies below it and below no
/// other. That is what a box adds to a union of boxes (after Emmerich & Fonseca 2011). n rectangles
/// cost O(n log n).
///
/// The protruding corners form a staircase: the narrower a step, the higher. A step's own area is
/// the rectangle it does not share with the neighbouring steps, less the inner rectangles: those
/// that lie within this step alone. The protruding ones of these form a staircase, too.
class OwnAreas {
 public:
  /// Rectangles are the first two sides of boxes; `by_width` are their numbers, the widest first,
  /// of equal ones the highest first.
  OwnAreas(const Points& boxes, const std::vector<std::size_t>& by_width);

  void lay(std::size_t box, double altitude);

  /// The volume of each box. To be called last.
  [[nodiscard]] std::vector<double> finish();

 private:
  struct Rectangle {
    double width, height;
    double own{0.0};       // the area that it alone covers; 0 if it is no step
    double altitude{0.0};  // down to which the volume is known
    double volume{0.0};
    std::set<std::size_t> inner;  // places
  };

  void lay_step(std::size_t place, double altitude);
  void cover(std::size_t step, std::size_t inner);
  void narrow(std::size_t step, double left);
  void raise(std::size_t step, double bottom);
  void sink(std::size_t step, double altitude);
  [[nodiscard]] double left_of(std::size_t step) const;
  [[nodiscard]] double bottom_of(std::size_t step) const;

  std::vector<std::size_t> places_;    // of boxes, by width
  std::vector<Rectangle> rectangles_;  // by place
  NumberSet steps_;                    // places
};

}  // namespace pareto
}  // namespace globaldyn::inside
