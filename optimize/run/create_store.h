#pragma once

#include <string>

#include "optimize/store/study_store.h"
#include "optimize/study/study.h"
#include "optimize/study/study_inputs.h"

namespace globaldyn {

/// The empty store of a study in a folder that has none, with all it was made from in it.
/// @param program what evaluates the designs, with its version
/// @throws Error if it cannot be written
[[nodiscard]] StudyStore create_store(const Study& study, const StudyInputs& inputs,
                                      const std::string& folder, const std::string& program);

}  // namespace globaldyn
