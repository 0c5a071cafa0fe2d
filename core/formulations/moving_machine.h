#pragma once

#include "core/kinematics/motion.h"
#include "core/mechanism/topology.h"

namespace globaldyn::inside {
inline namespace core {

/// A machine that moves along its path, at one p: what equations of motion are written for. All of
/// it must outlive this.
struct MovingMachine {
  const Mechanism& mechanism;
  const Topology& topology;
  const Task& task;
  const Motion& motion;  ///< with its basis
  double p{0.0};         ///< only used by loads that depend on it
};

}  // namespace core
}  // namespace globaldyn::inside
