#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace globaldyn::inside {
inline namespace pareto {

/// A set of numbers below a bound that finds a number's neighbours: bits, bits that say which words
/// of those are not 0, and so on. Each call costs O(log bound), base 64.
class NumberSet {
 public:
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

  /// Empties the set; numbers to come are below `bound`.
  void reset(std::size_t bound) {
    levels_.resize(count_levels(bound));
    for (auto& level : levels_) {
      bound = (bound + kBits - 1) / kBits;
      level.assign(bound, 0);
    }
  }

  void insert(std::size_t number) {
    for (auto& level : levels_) {
      level[number / kBits] |= std::uint64_t{1} << (number % kBits);
      number /= kBits;
    }
  }

  void erase(std::size_t number) {
    for (auto& level : levels_) {
      auto& word = level[number / kBits];
      word &= ~(std::uint64_t{1} << (number % kBits));
      if (word != 0) return;
      number /= kBits;
    }
  }

  /// The largest member below `number`, or kNone.
  [[nodiscard]] std::size_t find_below(std::size_t number) const {
    for (std::size_t i = 0; i < levels_.size(); ++i, number /= kBits) {
      const std::uint64_t below = (std::uint64_t{1} << (number % kBits)) - 1;
      const std::uint64_t word = levels_[i][number / kBits] & below;
      if (word == 0) continue;
      std::size_t found = number / kBits * kBits + last_bit(word);
      while (i-- > 0) found = found * kBits + last_bit(levels_[i][found]);
      return found;
    }
    return kNone;
  }

  /// The smallest member above `number`, or kNone.
  [[nodiscard]] std::size_t find_above(std::size_t number) const {
    for (std::size_t i = 0; i < levels_.size(); ++i, number /= kBits) {
      const std::uint64_t above = ~std::uint64_t{1} << (number % kBits);
      const std::uint64_t word = levels_[i][number / kBits] & above;
      if (word == 0) continue;
      std::size_t found = number / kBits * kBits + first_bit(word);
      while (i-- > 0) found = found * kBits + first_bit(levels_[i][found]);
      return found;
    }
    return kNone;
  }

 private:
  static constexpr std::size_t kBits = 64;

  static std::size_t count_levels(std::size_t bound) {
    std::size_t levels = 1;
    for (; bound > kBits; bound = (bound + kBits - 1) / kBits) ++levels;
    return levels;
  }

  static std::size_t first_bit(std::uint64_t word) {
    return static_cast<std::size_t>(std::countr_zero(word));
  }

  static std::size_t last_bit(std::uint64_t word) {
    return kBits - 1 - static_cast<std::size_t>(std::countl_zero(word));
  }

  std::vector<std::vector<std::uint64_t>> levels_;
};

}  // namespace pareto
}  // namespace globaldyn::inside
