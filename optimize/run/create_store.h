#pragma once

#include <string>

#include "optimize/store/study_store.h"
#include "optimize/study/study.h"
#include "optimize/study/study_inputs.h"

namespace globaldyn::inside {
inline namespace run {

/// The time, as stores have it: 2026-11-28T03:29:00Z.
[[nodiscard]] std::string tell_store_time();

/// The empty store of a study in a folder that has none, with all it was made from in it.
/// @param program what evaluates the designs, with its version
/// @throws Error if it cannot be written
[[nodiscard]] StudyStore create_store(const Study& study, const StudyInputs& inputs,
                                      const std::string& folder, const std::string& program);

}  // namespace run
}  // namespace globaldyn::inside
