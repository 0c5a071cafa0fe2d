#pragma once

#include <string>

#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {

/// A mass of 2 kg that slides along one path, written as a law of p.
/// @param drives lines of the map `drives`, of joint P
[[nodiscard]] inline Machine make_law_slide(
    const std::string& law, const std::string& p_max,
    const std::string& drives = "  F: {joint: P, limits: 40 N}\n") {
  return parse_machine(R"(globaldyn: 1
name: slide
gravity: [0, 0, 0]
bodies:
  s: {mass: 2 kg, inertia: {plate: 0.01}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: s, axis: x}}
drives:
)" + drives + "paths:\n  a: {joints: {P: \"" +
                           law + "\"}, p_max: " + p_max + "}\n",
                       "slide.yaml", ".");
}

}  // namespace globaldyn::inside::test
