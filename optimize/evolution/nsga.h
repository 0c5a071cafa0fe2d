#pragma once

#include "optimize/evolution/evolution_options.h"
#include "optimize/run/evaluations.h"
#include "optimize/space/design_space.h"

namespace globaldyn {

/// Evolution by generations: NSGA-II or NSGA-III.
[[nodiscard]] Population run_generational(const DesignSpace& space,
                                          const EvolutionOptions& options,
                                          Evaluations& evaluations);

}  // namespace globaldyn
