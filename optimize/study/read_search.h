#pragma once

#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// Reads `search` and `refine` of a study whose variables and objectives are known.
/// @throws InputError
void read_search(const Node& root, Study& study);

}  // namespace study
}  // namespace globaldyn::inside
