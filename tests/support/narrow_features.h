#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>

namespace globaldyn::test {

/// A formula of p that varies by about 1, and that only or mostly within `width` of `at`.
struct NarrowFeature {
  std::string kind;
  std::string formula;
  double at{0.0};
  double width{0.0};
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
  const auto& [kind, formula] = kinds[static_cast<std::size_t>(random() % kinds.size())];
  feature.kind = kind;
  feature.formula = formula;
  return feature;
}

}  // namespace globaldyn::test
