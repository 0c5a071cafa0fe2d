#pragma once

#include "optimize/study/study.h"

namespace globaldyn::inside {
inline namespace study {

/// Reads `quantities`, `objectives` and `constraints` of a study whose machine, variables and
/// scenarios are known; adds symbols and measures as the formulas need them.
/// @throws InputError
void read_formulas(const Node& root, Study& study);

}  // namespace study
}  // namespace globaldyn::inside
