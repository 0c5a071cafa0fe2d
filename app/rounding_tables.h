#pragma once

#include <vector>

#include "optimize/store/design_record.h"
#include "optimize/study/round_design.h"

namespace globaldyn::inside::app {

/// Prints what the variables were and what they are now, in the machine file's own units.
void print_rounding(const Study& study, const std::vector<RoundedValue>& values);

/// Prints objectives and constraints before and after, and loudly what does not hold any more.
void print_consequences(const Study& study, const DesignRecord& before, const DesignRecord& after);

}  // namespace globaldyn::inside::app
