#pragma once

#include <string>
#include <vector>

#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace evaluator {

/// The result of a measure.
struct MeasureValue {
  double value{0.0};      ///< NaN if there is none
  double shortfall{0.0};  ///< 0 if there is one; otherwise how far the machine is from having one
  std::string reason;     ///< one line, if there is none
};

/// Computes the study's measures of a machine, each path and each map once. A measure without a
/// value has a shortfall, which is smaller the closer the machine is to having one:
///  - 0 … 1: the machine can follow the path, but its drives cannot take it to the end: the share
///    of the path beyond the last p that it can reach;
///  - 1 … 2: the machine cannot follow the path: 1 plus the share of it that is left;
///  - 2 … 3: it cannot be assembled at the start of the path, or at all: 2 plus r / (1 + r), where
///    r is the largest dimensionless residual of the closure equations;
///  - 1: a map without a pose to take the value from; a machine that in one of its error cases does
///    not get to the end of its plan; a criterion of the machine as a whole that is not finite.
/// @param origin what the machine was read from
/// @throws Error where a computation fails
[[nodiscard]] std::vector<MeasureValue> measure_machine(const Study& study, const Machine& machine,
                                                        const MachineOrigin& origin);

}  // namespace evaluator
}  // namespace globaldyn::inside
