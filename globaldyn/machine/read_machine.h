#pragma once

#include <string>
#include <vector>

#include "core/description/document.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside {
inline namespace machine {

/// Reads a machine file as load_machine() does, from a document already read; documents are for one
/// thread at a time. Load cases that do not act are not read.
[[nodiscard]] Machine read_machine(const Node& root, const std::string& file,
                                   const std::string& folder,
                                   const std::vector<ParameterOverride>& overrides = {},
                                   const std::string& load_case = {},
                                   const std::vector<ParameterError>& errors = {});

}  // namespace machine
}  // namespace globaldyn::inside
