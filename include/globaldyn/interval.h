#pragma once

namespace globaldyn {

/// A closed interval; either end may be infinite.
struct Interval {
  double low{0.0};   ///< -infinity if there is no lower end
  double high{0.0};  ///< +infinity if there is no upper end

  [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
  bool operator==(const Interval&) const = default;
};

}  // namespace globaldyn
