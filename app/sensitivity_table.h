#pragma once

#include "core/expression/shown_units.h"
#include "optimize/run/sensitivity.h"
#include "optimize/store/study_table.h"

namespace globaldyn::inside::app {

/// Prints what each variable does to each objective and constraint, the strongest first: effects in
/// the unit that the output is shown in, or shares of its variance.
void print_sensitivity(const Sensitivity& sensitivity, const StudyTable& table,
                       const ShownUnits& units);

}  // namespace globaldyn::inside::app
