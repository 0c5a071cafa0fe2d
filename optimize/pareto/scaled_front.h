#pragma once

#include "optimize/pareto/points.h"

namespace globaldyn {

/// The points of a front in objectives from 0, the least of the front, to 1, the greatest. An
/// objective that is the same all over it is left out.
[[nodiscard]] Points scale_front(const Points& front);

}  // namespace globaldyn
