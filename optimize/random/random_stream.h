#pragma once

#include <cassert>
#include <cstdint>

#include "optimize/random/philox.h"

namespace globaldyn::inside {
inline namespace random {

/// The random numbers that belong to (seed, a, b), e.g. to a child by its generation and place in
/// it. Streams of different seed, a or b are independent. What a stream gives depends only on these
/// three and on how often it was called, so a search that is run again, in parts or by other
/// threads, gets the same numbers. A value type; costs nothing to make.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed, std::uint64_t a = 0, std::uint32_t b = 0)
      : key_{low_word(seed), high_word(seed)}, counter_{0, b, low_word(a), high_word(a)} {}

  /// 64 random bits. A stream has 2^33 of them.
  [[nodiscard]] std::uint64_t bits() {
    if (is_half_used_) {
      is_half_used_ = false;
      return second_half_;
    }
    const PhiloxCounter words = calc_philox(counter_, key_);
    ++counter_[0];
    assert(counter_[0] != 0);  // or the stream would repeat
    second_half_ = join(words[2], words[3]);
    is_half_used_ = true;
    return join(words[0], words[1]);
  }

  /// Uniform in [0, 1), a multiple of 2^-53, all equally likely.
  [[nodiscard]] double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// 0 … n - 1, all equally likely; n >= 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t n) {
    assert(n >= 1);
    // The first 2^64 mod n of all words are rejected: in the rest all remainders are equally
    // likely.
    const std::uint64_t refused = (0 - n) % n;
    std::uint64_t word = bits();
    while (word < refused) word = bits();
    return word % n;
  }

  /// Normal with mean 0 and standard deviation 1: the inverse normal distribution at a uniform
  /// number in (0, 1), one per call.
  [[nodiscard]] double normal();

 private:
  static constexpr std::uint32_t low_word(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  static constexpr std::uint32_t high_word(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
  }
  static constexpr std::uint64_t join(std::uint32_t low, std::uint32_t high) {
    return low | std::uint64_t{high} << 32;
  }

  PhiloxKey key_;
  PhiloxCounter counter_;
  std::uint64_t second_half_{0};
  bool is_half_used_{false};
};

}  // namespace random
}  // namespace globaldyn::inside
