#pragma once

namespace globaldyn::inside {
inline namespace survey {

/// Where in [low, high] f is largest, if it has one maximum there: by golden sections, to 4e-9 of
/// the range. Nearer than the root of rounding errors (1.5e-8) no maximum is known.
template <class Function>
[[nodiscard]] double find_maximum(double low, double high, const Function& f) {
  constexpr double kGolden = 0.38196601125010515;
  constexpr int kRounds = 40;
  for (int round = 0; round < kRounds; ++round) {
    const double a = low + kGolden * (high - low), b = high - kGolden * (high - low);
    if (f(a) > f(b)) {
      high = b;
    } else {
      low = a;
    }
  }
  return 0.5 * (low + high);
}

}  // namespace survey
}  // namespace globaldyn::inside
