#pragma once

#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn {

/// The machine as if the file had never had these drives, their rotors, friction and limits
/// included; so are the machines of the feedback's errors. A path that prescribes the coordinate of
/// one that acts on a joint prescribes that joint's instead: where the machine is to go does not
/// depend on what moves it. Formulas of criteria that name one of the drives are gone. Text and
/// file remain those of the whole machine.
/// @throws InputError for a name that no drive has; for a path that prescribes what is no joint's
/// coordinate, such as a cable's length; and if a body is held by nothing else
[[nodiscard]] Machine leave_out_drives(Machine machine, const std::vector<std::string>& names);

}  // namespace globaldyn
