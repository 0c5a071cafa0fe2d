#pragma once

#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// Reads `set` of a study, a scenario or a choice: parameters of the machine and their new values,
/// which are formulas of its other parameters.
/// @throws InputError for parameters that the machine does not have
[[nodiscard]] std::vector<ParameterOverride> read_settings(const Node& node,
                                                           const Parameters& parameters);

/// Reads `variables` of a study of a machine with these parameters; catalogues are searched in
/// `folder` and added to `files`.
/// @throws InputError
[[nodiscard]] std::vector<StudyVariable> read_variables(const Node& node,
                                                        const Parameters& parameters,
                                                        const std::string& folder,
                                                        std::vector<std::string>& files);

}  // namespace study
}  // namespace globaldyn::inside
