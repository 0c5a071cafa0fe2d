#pragma once

#include <string>

namespace globaldyn::inside::test {

/// A wheel that its motor turns against a torque, at random; in random units. With inertia J at the
/// wheel, J dω/dt = stall (1 − ω/idle) − torque all along, as long as it turns.
struct RandomWheel {
  std::string text;     ///< the machine's file, with one path, `turns`
  double inertia{0.0};  ///< kg m², rotor included
  double stall{0.0};    ///< N m, at the wheel
  double idle{0.0};     ///< rad/s
  double torque{0.0};   ///< N m, friction included
  double angle{0.0};    ///< rad: of the whole path
  double start{0.0};    ///< rad/s; 0: steady

  /// The speed at which it goes on.
  [[nodiscard]] double steady() const { return idle * (1.0 - torque / stall); }
};

/// @param starts whether its law has a speed at the start
[[nodiscard]] RandomWheel make_random_wheel(std::uint64_t seed, bool starts);

}  // namespace globaldyn::inside::test
