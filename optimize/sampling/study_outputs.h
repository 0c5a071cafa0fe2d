#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "optimize/search/design_space.h"

namespace globaldyn::inside {
inline namespace sampling {

/// The outputs of a sensitivity plan's designs, in their order: the same number of values each, NaN
/// where one does not exist. The rows of designs that were not evaluated, or have no outputs at
/// all, may be empty, and those at the end may be missing.
using StudyOutputs = std::vector<std::vector<double>>;

/// The variables that can be varied at all: those with more than one value.
[[nodiscard]] inline std::vector<std::size_t> list_varied(const DesignSpace& space) {
  std::vector<std::size_t> varied;
  for (std::size_t i = 0; i < space.size(); ++i) {
    if (space.variables[i].low < space.variables[i].high) varied.push_back(i);
  }
  return varied;
}

[[nodiscard]] inline std::size_t count_outputs(const StudyOutputs& outputs) {
  for (const std::vector<double>& row : outputs) {
    if (!row.empty()) return row.size();
  }
  return 0;
}

/// NaN if it does not exist.
[[nodiscard]] inline double output_of(const StudyOutputs& outputs, std::size_t design,
                                      std::size_t output) {
  return design < outputs.size() && output < outputs[design].size() ? outputs[design][output]
                                                                    : std::nan("");
}

}  // namespace sampling
}  // namespace globaldyn::inside
