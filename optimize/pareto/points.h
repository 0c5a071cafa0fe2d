#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "optimize/pareto/outcome.h"

namespace globaldyn::inside {
inline namespace pareto {

/// Points with the same number of coordinates, contiguous in memory. If they are objectives, all
/// are minimised and none is NaN.
class Points {
 public:
  explicit Points(std::size_t dimension = 0) : dimension_(dimension) {}

  /// The points in `values`, row by row.
  Points(std::size_t dimension, std::vector<double> values)
      : dimension_(dimension),
        size_(dimension == 0 ? 0 : values.size() / dimension),
        values_(std::move(values)) {
    assert(values_.size() == dimension_ * size_);
  }

  [[nodiscard]] std::size_t dimension() const { return dimension_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// Coordinates of the i-th point; valid until points are added.
  [[nodiscard]] std::span<const double> operator[](std::size_t i) const {
    assert(i < size_);
    return {values_.data() + i * dimension_, dimension_};
  }

  /// All coordinates, row by row.
  [[nodiscard]] std::span<const double> values() const { return values_; }

  void add(std::span<const double> point) {
    assert(point.size() == dimension_);
    values_.insert(values_.end(), point.begin(), point.end());
    ++size_;
  }

  /// Removes all points; those to come have `dimension` coordinates. Memory is kept.
  void reset(std::size_t dimension) {
    dimension_ = dimension;
    size_ = 0;
    values_.clear();
  }

  bool operator==(const Points&) const = default;

 private:
  std::size_t dimension_;
  std::size_t size_{0};
  std::vector<double> values_;
};

/// The objectives of outcomes, which all have the same number of them, in their order.
[[nodiscard]] inline Points gather_objectives(std::span<const Outcome> outcomes) {
  Points points(outcomes.empty() ? 0 : outcomes.front().objectives.size());
  for (const Outcome& outcome : outcomes) points.add(outcome.objectives);
  return points;
}

}  // namespace pareto
}  // namespace globaldyn::inside
