#pragma once

#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// A machine of machines/jobs by its file's name, with other values for parameters, under a load
/// case. @throws InputError as load_machine() does
[[nodiscard]] inline Machine load_job(const std::string& name,
                                      const std::vector<ParameterOverride>& overrides = {},
                                      const std::string& load = {}) {
  return load_machine(GLOBALDYN_SOURCE_DIR "/machines/jobs/" + name + ".yaml", overrides, load);
}

}  // namespace globaldyn::inside::test
