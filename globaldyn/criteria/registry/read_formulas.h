#pragma once

#include "core/description/document.h"
#include "core/description/parameters.h"
#include "core/mechanism/mechanism.h"
#include "globaldyn/criteria/registry/path_criterion.h"

namespace globaldyn::inside {
inline namespace criteria {

/// Reads `criteria` of the machine file. @throws InputError
[[nodiscard]] std::vector<CriterionFormula> read_formulas(const Node& root,
                                                          const Parameters& parameters,
                                                          const Mechanism& mechanism);

}  // namespace criteria
}  // namespace globaldyn::inside
