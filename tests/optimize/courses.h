#pragma once

#include <cstddef>
#include <vector>

#include "optimize/search/function_evaluations.h"

namespace globaldyn::inside::test {

/// A budget that nothing here uses up.
inline constexpr std::size_t kPlenty = 1000000;

/// The designs that a search asked for, in their order: its course.
inline std::vector<Design> list(const FunctionEvaluations& evaluations) {
  return {evaluations.designs().begin(), evaluations.designs().end()};
}

}  // namespace globaldyn::inside::test
