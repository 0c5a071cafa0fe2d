#pragma once

#include <string>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// An arm of two links, its elbow with friction, along one path from p = 0 to 1: both joints follow
/// the same law of p.
[[nodiscard]] inline Machine make_law_arm(const std::string& law) {
  return parse_machine(R"yaml(globaldyn: 1
name: arm
gravity: [-9.81, 0, 0]
bodies:
  a: {mass: 0.7, com: [0.25, 0], inertia: {rod: 0.01}, frames: {t: [0.5, 0]}}
  b: {mass: 1.2, com: [0.2, 0], inertia: {rod: 0.01}}
joints:
  A: {type: revolute, a: ground, b: a}
  B: {type: revolute, a: a.t, b: b}
drives:
  M: {joint: A, limits: 39}
  N: {joint: B, limits: 16.5, coulomb: 1, viscous: 0.5}
paths:
  l:
    joints: {A: ")yaml" + law +
                           "\", B: \"1 + 0.5*(" + law + ")\"}\n    p_max: 1\n",
                       "arm.yaml", ".");
}

}  // namespace globaldyn::inside::test
