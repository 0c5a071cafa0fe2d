#pragma once

namespace globaldyn::inside {
inline namespace core {

/// A closed interval; either end may be infinite.
struct Interval {
  double low;   ///< -infinity if there is no lower end
  double high;  ///< +infinity if there is no upper end

  [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
  bool operator==(const Interval&) const = default;
};

}  // namespace core
}  // namespace globaldyn::inside
