#pragma once

#include "core/base/errors.h"
#include "optimize/study/study.h"

namespace globaldyn {

/// What was accepted is fit for use: designs have values, and these settings.
/// @throws std::logic_error where it is not
void check_study(const Study& study);

/// What was refused was refused in one line that names a place in a file.
/// @throws std::logic_error where it was not
void check_refusal(const InputError& error);

}  // namespace globaldyn
