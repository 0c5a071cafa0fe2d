#pragma once

#include "core/base/errors.h"
#include "optimize/study/study.h"

namespace globaldyn::inside {

/// Checks that what was accepted is usable: designs have values, and these give settings.
/// @throws std::logic_error where it is not
void check_study(const Study& study);

/// Checks that what was refused was refused in one line that names a place in a file.
/// @throws std::logic_error where it was not
void check_refusal(const InputError& error);

}  // namespace globaldyn::inside
