#pragma once

#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// The parameter settings that turn the machine file into the design: the study's own, then the
/// scenario's, then those of the variables.
[[nodiscard]] std::vector<ParameterOverride> list_settings(const Study& study,
                                                           const StudyScenario& scenario,
                                                           const Design& design);

/// A variable's value as people read it: the choice's name, or the number.
[[nodiscard]] std::string format_value(const StudyVariable& variable, double value);

}  // namespace study
}  // namespace globaldyn::inside
