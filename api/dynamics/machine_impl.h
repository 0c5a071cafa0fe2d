#pragma once

#include <globaldyn/machine.h>

#include "globaldyn/machine/machine.h"

namespace globaldyn {

struct Machine::Impl {
  inside::Machine machine;
  std::string folder;  ///< where the files are that it names
  std::vector<Setting> settings;
  Mechanism mechanism;
  std::vector<DriveLimit> limits;
  std::vector<Path> paths;
  std::vector<std::string> cycles;
  std::vector<std::string> maps;
  std::vector<std::string> formulas;
};

/// What is inside a user's machine.
[[nodiscard]] inline const inside::Machine& machine_of(const Machine& machine) {
  return machine.impl().machine;
}

/// A machine for users. @param folder where the files are that it names
[[nodiscard]] Machine make_machine(inside::Machine machine, const std::string& folder,
                                   const std::vector<Setting>& settings);

}  // namespace globaldyn
