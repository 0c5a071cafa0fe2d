#pragma once

#include <vector>

#include "optimize/run/function_evaluations.h"

namespace globaldyn::test {

/// The designs that a search asked for, in their order: its course.
inline std::vector<Design> list(const FunctionEvaluations& evaluations) {
  return {evaluations.designs().begin(), evaluations.designs().end()};
}

}  // namespace globaldyn::test
