#pragma once

#include <string>
#include <vector>

#include "optimize/study/study.h"

namespace globaldyn {

/// What a measure came to.
struct MeasureValue {
  double value{0.0};      ///< NaN if there is none
  double shortfall{0.0};  ///< 0 if there is one, else how far the machine is from having one
  std::string reason;     ///< one line, if there is none
};

/// Works out the study's measures of a machine, each path and each map once. What keeps a measure
/// from having a value is graded, the nearer to having one the less:
///  - 0 … 1: the machine can follow the path, but its drives cannot bring it to the end: the share
///    of the path beyond the last p that it can get to;
///  - 1 … 2: the machine cannot follow the path: 1 and the share of it that is left;
///  - 2 … 3: it cannot be put together where the path begins, or at all: 2 and r / (1 + r), r being
///    the largest dimensionless equation that stays open;
///  - 1: a map without a pose to take the value from.
/// @throws Error where a computation fails
[[nodiscard]] std::vector<MeasureValue> measure_machine(const Study& study, const Machine& machine);

}  // namespace globaldyn
