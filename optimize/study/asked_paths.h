#pragma once

#include <vector>

#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// The paths of a design's machine that the study asks anything of; all of them if there are none.
[[nodiscard]] std::vector<const Path*> list_asked_paths(const Study& study, const Machine& machine);

}  // namespace study
}  // namespace globaldyn::inside
