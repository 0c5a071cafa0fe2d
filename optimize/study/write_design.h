#pragma once

#include <string>

#include "optimize/study/study.h"

namespace globaldyn {

/// The machine file of a design: the study's own, word for word, but for the parameters that the
/// design, the study and the scenario set, which have their numbers; and files that it names, which
/// are named as they lie from `folder`.
/// @throws InputError for a parameter whose value stands in the file in a way that cannot be
///   replaced
[[nodiscard]] std::string make_design_file(const Study& study, const StudyScenario& scenario,
                                           const Design& design, const std::string& folder);

}  // namespace globaldyn
