#pragma once

#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace machine {

/// The drives of these names, but for those that are off already. @throws InputError for a name
/// that no drive of the file has
[[nodiscard]] std::vector<DriveId> find_drives(const Machine& machine,
                                               const std::vector<std::string>& names);

/// The machine as if the file had never had these drives, their rotors, friction and limits
/// included; so are the machines of the feedback's errors. What names other drives means the same
/// drives as before, by their new ids. A path that prescribes the coordinate of one that goes and
/// acts on a joint prescribes that joint's instead: where the machine is to go does not depend on
/// what moves it. Formulas of criteria stay: what they ask of a drive that is off is 0. Text and
/// file remain those of the whole machine.
/// @param drives of the machine, in any order
/// @throws InputError for a path that prescribes what is no joint's coordinate, such as a cable's
///   length; if a body is held by nothing else; and for anything else that names one of the drives
[[nodiscard]] Machine without(Machine machine, const std::vector<DriveId>& drives);

}  // namespace machine
}  // namespace globaldyn::inside
