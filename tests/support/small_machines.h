#pragma once

#include <string>

namespace globaldyn::inside::test {

/// Texts of machines that several tests use. `rest` continues the file, with drives and paths.

/// A table on two slides X and Y of 1 kg each: a drive of X moves both, one of Y the table alone.
[[nodiscard]] inline std::string write_x_y_table(const std::string& rest) {
  return R"(globaldyn: 1
name: xy_table
bodies:
  carriage: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
  table: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}}
  Y: {type: prismatic, a: {body: carriage, axis: y}, b: {body: table, axis: y}}
tool: {body: table, at: [0, 0]}
)" + rest;
}

/// A piston on a slide S and a crank A of 0.1 m, without weight: at the dead centres, A = 0 and pi,
/// no force on the piston turns the crank.
[[nodiscard]] inline std::string write_engine(const std::string& rest) {
  return R"(globaldyn: 1
name: engine
gravity: [0, 0, 0]
bodies:
  ground: {frames: {o: [-1, 0]}}
  flywheel: {mass: 2 kg, inertia: {diag: [0.05, 0.05, 0.1]}}
  link: {mass: 0.5 kg, com: [0.15, 0], inertia: {rod: 0.004}}
  piston: {mass: 1 kg, inertia: {diag: [0.01, 0.01, 0.01]}}
joints:
  A: {type: revolute, a: ground, b: flywheel, guess: 45 deg}
  B: {type: revolute, a: {body: flywheel, at: [0.1, 0]}, b: link}
  C: {type: revolute, a: {body: link, at: [0.3, 0]}, b: piston}
  S: {type: prismatic, a: {body: ground, axis: x}, b: {body: piston, axis: x}}
)" + rest;
}

/// An arm of 0.5 m and 0.4 m in a vertical plane, its elbow on the right of the line to the tip.
[[nodiscard]] inline std::string write_arm(const std::string& rest) {
  return R"(globaldyn: 1
name: arm
gravity: [0, -9.81, 0]
bodies:
  upper: {mass: 6, com: [0.2, 0], inertia: {plate: 0.12}}
  lower: {mass: 4, com: [0.25, 0], inertia: {plate: 0.05}}
joints:
  J1: {type: revolute, a: ground, b: upper}
  J2: {type: revolute, a: {body: upper, at: [0.5, 0]}, b: lower, guess: 60 deg}
tool: {body: lower, at: [0.4, 0]}
assembly: {branch: [{joint: J2, range: [0, 180 deg]}]}
)" + rest;
}

/// Two linear motors in line on y = 0, where neither pushes along y: a parallel singularity all
/// along that line. `gravity` is that along y.
[[nodiscard]] inline std::string write_two_motors(const std::string& gravity,
                                                  const std::string& limits,
                                                  const std::string& rest) {
  return R"(globaldyn: 1
name: two_motors
gravity: [0, )" +
         gravity + R"(]
bodies:
  ground: {frames: {l: [-1, 0], r: [1, 0]}}
  slide: {mass: 1 kg, inertia: {plate: 0.01 kg m^2}}
  head: {mass: 1 kg, inertia: {plate: 0.01 kg m^2}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: slide, axis: x}}
  Y: {type: prismatic, a: {body: slide, axis: y}, b: {body: head, axis: y}}
drives:
  L: {type: linear_motor, from: ground.l, to: head, limits: )" +
         limits + R"(}
  R: {type: linear_motor, from: ground.r, to: head, limits: )" +
         limits + R"(}
tool: head
)" + rest;
}

}  // namespace globaldyn::inside::test
