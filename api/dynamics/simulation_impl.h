#pragma once

#include <globaldyn/simulation.h>

#include "globaldyn/simulation/machine_simulation.h"
#include "globaldyn/storage/origin.h"

namespace globaldyn {

struct Simulation::Impl {
  Machine machine;
  inside::MachineSimulation simulation;
  inside::Origin origin;
};

}  // namespace globaldyn
