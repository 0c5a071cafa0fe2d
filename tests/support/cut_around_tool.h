#pragma once

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// Opens the machine as Raoofian et al. 2017 does (its Fig. 3): at every joint of the tool's body,
/// which floats, instead of at one joint a loop. Only what is asked of the spanning tree is right
/// afterwards.
inline void cut_around_tool(Machine& machine) {
  const BodyId body = machine.mechanism.tool->body;
  machine.topology.attachment[body].reset();
  machine.topology.cut_joints.clear();
  machine.topology.loops.clear();
  for (const JointId j : machine.mechanism.joints.ids()) {
    const Joint& joint = machine.mechanism.joints[j];
    if (joint.body_a != body && joint.body_b != body) continue;
    machine.topology.cut_joints.push_back(j);
  }
}

}  // namespace globaldyn::inside::test
