#pragma once

#include "optimize/pareto/points.h"

namespace globaldyn::inside {
inline namespace pareto {

/// The points of a front with objectives scaled from 0, the front's minimum, to 1, its maximum. An
/// objective that is the same everywhere is left out.
[[nodiscard]] Points scale_front(const Points& front);

}  // namespace pareto
}  // namespace globaldyn::inside
