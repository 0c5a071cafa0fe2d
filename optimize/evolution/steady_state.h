#pragma once

#include "optimize/evolution/evolution_options.h"
#include "optimize/run/evaluations.h"
#include "optimize/space/design_space.h"

namespace globaldyn {

[[nodiscard]] Population run_steady_state(const DesignSpace& space,
                                          const EvolutionOptions& options,
                                          Evaluations& evaluations);

}  // namespace globaldyn
