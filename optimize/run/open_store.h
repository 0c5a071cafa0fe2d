#pragma once

#include <string>

#include "optimize/store/study_store.h"
#include "optimize/study/study.h"
#include "optimize/study/study_inputs.h"

namespace globaldyn::inside {
inline namespace run {

/// Where a study is to be stored, and what may be there already.
struct StoreRequest {
  std::string folder;          ///< exists
  bool resume{false};          ///< go on with the study in it, if there is one
  bool accept_changed{false};  ///< although it was evaluated from other inputs
  std::string program;         ///< what evaluates designs, with its version
};

/// The store of a study, empty or to go on with, and the files that it was made from beside it.
/// @throws InputError if a study is there that is not to be resumed, or that has other columns or
///   was made from other inputs; Error if it cannot be written
[[nodiscard]] StudyStore open_store(const Study& study, const StudyInputs& inputs,
                                    const StoreRequest& request);

}  // namespace run
}  // namespace globaldyn::inside
