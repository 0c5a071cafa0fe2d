#pragma once

#include <string>
#include <vector>

#include "optimize/sampling/morris.h"
#include "optimize/sampling/sobol_indices.h"
#include "optimize/store/design_record.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace run {

/// How many levels of each variable a factorial study evaluates: all of numbered ones.
[[nodiscard]] std::vector<std::size_t> list_levels(const Study& study);

/// The designs that a sensitivity study (Morris, Sobol indices) evaluates.
[[nodiscard]] std::vector<Design> list_sensitivity_designs(const Study& study);

/// What the variables of a study do to its objectives and constraints.
struct Sensitivity {
  std::vector<std::string> outputs;
  std::vector<std::string> variables;
  std::vector<std::vector<ElementaryEffects>> effects;  ///< [output][variable], of morris; or
  std::vector<SobolIndices> indices;                    ///< [output], of sobol_indices
};

/// @param records of the study's first designs, in order
[[nodiscard]] Sensitivity calc_sensitivity(const Study& study,
                                           const std::vector<DesignRecord>& records);

/// A line per output and variable.
[[nodiscard]] std::string to_csv(const Sensitivity& sensitivity);

}  // namespace run
}  // namespace globaldyn::inside
