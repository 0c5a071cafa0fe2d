#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include <fmt/format.h>

namespace globaldyn::inside::test {

/// Random numbers that are the same with every standard library, whose distributions are not.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  /// In [low, high).
  [[nodiscard]] double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() >> 11U) * 0x1p-53;
  }
  /// 10 to the power of something in [low, high).
  [[nodiscard]] double decade(double low, double high) {
    return std::pow(10.0, uniform(low, high));
  }
  [[nodiscard]] std::size_t below(std::size_t count) { return random_() % count; }
  [[nodiscard]] bool chance(double share) { return uniform(0.0, 1.0) < share; }
  [[nodiscard]] double sign() { return chance(0.5) ? 1.0 : -1.0; }

 private:
  std::mt19937_64 random_;
};

/// Few digits, so that a case can be read.
[[nodiscard]] inline std::string to_text(double value) {
  return fmt::format("{:.6g}", value);
}

}  // namespace globaldyn::inside::test
