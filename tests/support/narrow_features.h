#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>

namespace globaldyn::inside::test {

/// A formula of p that varies by about 1, and that only or mostly within `width` of `at`.
struct NarrowFeature {
  std::string kind;
  std::string formula;
  double at{0.0};
  double width{0.0};
  bool is_wide{false};                   ///< it does not vanish beside its width
  std::function<double(double p)> calc;  ///< its values, not by the formula
};

/// Bumps, steps, bursts of waves and rounded corners 1e-6 to 1e-2 wide somewhere in 0 < p < 1.
inline NarrowFeature draw_narrow_feature(std::mt19937& random) {
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  NarrowFeature feature;
  feature.at = draw(0.05, 0.95);
  feature.width = std::pow(10.0, draw(-6.0, -2.0));
  const std::string x = fmt::format("((p-{})/{})", feature.at, feature.width);
  // exp(1000) is infinite.
  const bool may_use_exp = feature.width > 3e-3;
  const std::array<std::array<std::string, 2>, 7> kinds{{
      {"bump", fmt::format("exp(-{}^2)", x)},
      {"resonance", fmt::format("1/(1+{}^2)", x)},
      {"step",
       may_use_exp ? fmt::format("1/(1+exp(-{}))", x) : fmt::format("0.5*{}/sqrt(1+{}^2)", x, x)},
      {"burst", fmt::format("sin(3*{})*exp(-{}^2)", x, x)},
      {"corner", fmt::format("{}*sqrt({}^2+1)", feature.width, x)},
      {"turn", fmt::format("atan({})", x)},
      {"hypot corner", fmt::format("hypot(p-{},{})", feature.at, feature.width)},
  }};
  const std::size_t number = random() % kinds.size();
  feature.kind = kinds[number][0];
  feature.formula = kinds[number][1];
  feature.is_wide = number == 2 || number >= 4;
  feature.calc = [number, may_use_exp, c = feature.at, w = feature.width](double p) {
    const double x = (p - c) / w;
    switch (number) {
      case 0:
        return std::exp(-x * x);
      case 1:
        return 1.0 / (1.0 + x * x);
      case 2:
        return may_use_exp ? 1.0 / (1.0 + std::exp(-x)) : 0.5 * x / std::hypot(x, 1.0);
      case 3:
        return std::sin(3.0 * x) * std::exp(-x * x);
      case 5:
        return std::atan(x);
      default:
        return w * std::hypot(x, 1.0);
    }
  };
  return feature;
}

}  // namespace globaldyn::inside::test
