#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

namespace globaldyn::inside {
inline namespace plan {

/// Counts work in evaluated sides of limits, some 100 ns each, so that where it ends is
/// reproducible.
class WorkMeter {
 public:
  /// @param most 0: unlimited
  explicit WorkMeter(std::size_t most = 0)
      : most_(most != 0 ? most : std::numeric_limits<std::size_t>::max()) {}

  void add(std::size_t work) { done_ += std::min(work, left()); }
  [[nodiscard]] std::size_t done() const { return done_; }
  [[nodiscard]] std::size_t left() const { return most_ - done_; }
  [[nodiscard]] bool is_spent() const { return done_ >= most_; }

 private:
  std::size_t most_;
  std::size_t done_{0};
};

}  // namespace plan
}  // namespace globaldyn::inside
