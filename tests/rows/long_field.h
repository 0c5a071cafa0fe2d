#pragma once

#include <cmath>
#include <vector>

#include "globaldyn/plan/rows/row_plan.h"
#include "tests/rows/function_field.h"

namespace globaldyn::inside::test {

/// A path of this many parts of length 1, which differ only by a phase: |u| is limited, x by a
/// limit that oscillates along the path, and both together. With `viscous` their rows have terms in
/// sqrt(x).
inline FunctionField make_long_field(std::size_t parts, double viscous = 0.0) {
  std::vector<SmoothPart> all;
  for (std::size_t i = 0; i < parts; ++i) {
    all.push_back({static_cast<double>(i), static_cast<double>(i) + 1.0});
  }
  return {all, 3, viscous == 0.0, [viscous](std::size_t part, double p, RowsAt& at) {
            const double phase = std::fmod(0.618033988749895 * static_cast<double>(part), 1.0);
            const double s = p - static_cast<double>(part) + phase;
            at.a = {0.0, 0.4 + 0.3 * std::sin(5.0 * s), std::cos(3.0 * s)};
            at.d = {1.0, 0.0, 0.6 + 0.2 * std::sin(2.0 * s)};
            at.b = {viscous, 0.0, -0.5 * viscous};
            at.c = {0.0, 0.0, 0.1 * std::cos(7.0 * s)};
            at.low = {-1.0, -1.0, -1.0};
            at.high = {1.0, 1.0, 1.0};
          }};
}

/// From rest to rest along it.
inline PlanOptions make_long_options(std::size_t parts, double tolerance) {
  PlanOptions options;
  options.tolerance = tolerance;
  options.gates = {{0.0, 0.0, 0.0}, {static_cast<double>(parts), 0.0, 0.0}};
  return options;
}

}  // namespace globaldyn::inside::test
