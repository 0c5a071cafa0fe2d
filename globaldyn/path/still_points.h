#pragma once

#include <functional>

#include "globaldyn/path/read_curve.h"

namespace globaldyn::inside {
inline namespace path {

/// Refuses points at which the machine would stand still while p goes on: two in a row that are the
/// same place, up to rounding errors, in all coordinates that the path prescribes. The motion would
/// run through such a piece in no time at any d1, and so would not be at rest at its ends.
/// @param axes of the points that are prescribed
/// @param turns whether anything else that the path prescribes moves between two p
/// @throws InputError at the second of the points
void refuse_still_points(const WrittenPoints& written, const std::vector<int>& axes,
                         const std::function<bool(double from, double to)>& turns);

}  // namespace path
}  // namespace globaldyn::inside
