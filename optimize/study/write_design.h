#pragma once

#include <string>

#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// The machine file of a design: the study's own, word for word, except that the parameters set by
/// the design, the study and the scenario have their numbers, and that paths of files it names are
/// relative to `folder`.
/// @throws InputError for a parameter whose value is written in a way that cannot be replaced
[[nodiscard]] std::string make_design_file(const Study& study, const StudyScenario& scenario,
                                           const Design& design, const std::string& folder);

/// Whether every design of the study can be written so: to be known before it is searched for.
/// @throws InputError as make_design_file() does
void check_design_files(const Study& study);

}  // namespace study
}  // namespace globaldyn::inside
