#include "tests/free_run/random_wheel.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "tests/support/draw.h"

namespace globaldyn::inside::test {
namespace {

constexpr double kWholeTurn = 2.0 * std::numbers::pi, kRpm = kWholeTurn / 60.0;

// A torque, as it may be written.
std::string write_torque(double torque, Draw& draw) {
  switch (draw.below(3)) {
    case 0:
      return fmt::format("{:.17g} N m", torque);
    case 1:
      return fmt::format("{:.17g} kN*mm", torque);
    default:
      return fmt::format("{:.17g}", torque);
  }
}

std::string write_speed(double speed, Draw& draw) {
  return draw.chance(0.5) ? fmt::format("{:.17g} rpm", speed / kRpm)
                          : fmt::format("{:.17g} rad/s", speed);
}

std::string write_angle(double angle, Draw& draw) {
  return draw.chance(0.5) ? fmt::format("{:.17g} deg", angle * 360.0 / kWholeTurn)
                          : fmt::format("{:.17g} rev", angle / kWholeTurn);
}

}  // namespace

RandomWheel make_random_wheel(std::uint64_t seed, bool starts) {
  Draw draw(seed);
  RandomWheel wheel;
  const double body = draw.decade(-3.0, 1.0),
               rotor = draw.chance(0.3) ? 0.0 : draw.decade(-5.0, -2.0);
  const double ratio = draw.sign() * draw.decade(-0.5, 1.5);
  wheel.inertia = body + ratio * ratio * rotor;
  wheel.stall = draw.decade(0.0, 3.0);
  wheel.idle = draw.decade(0.0, 2.5);
  const double friction = draw.chance(0.4) ? 0.0 : draw.uniform(0.0, 0.3) * wheel.stall;
  const double load = draw.uniform(0.0, 0.5) * wheel.stall;
  wheel.torque = friction + load;
  wheel.angle =
      kWholeTurn * (starts ? draw.decade(-1.0, 1.0) : 1.0 + static_cast<double>(draw.below(3)));
  if (starts) wheel.start = draw.uniform(0.05, 1.2) * wheel.idle;
  // Backwards, what the motor has in the direction of the motion is its least force.
  const double way = draw.sign();
  const double size = std::abs(ratio);
  // So much more at rest that its line alone limits it.
  const double limits = 10.0 * wheel.stall / size;
  std::string law = "motors: {M: full}";
  if (starts) law += ", start: " + write_speed(wheel.start, draw) + ", of: R";
  wheel.text = fmt::format(
      "globaldyn: 1\nname: wheel\ngravity: [0, 0, 0]\n"
      "bodies: {{w: {{mass: 1, inertia: {{diag: [{0:.17g}, {0:.17g}, {0:.17g}]}}}}}}\n"
      "joints: {{R: {{type: revolute, a: {{body: ground, axis: z}}, b: {{body: w, axis: z}}}}}}\n"
      "drives:\n"
      "  M: {{joint: R, gear: {{ratio: {1:.17g}}}, rotor_inertia: {2:.17g}, coulomb: {3}, limits: "
      "{4},\n"
      "      speed_line: {{stall: {5}, no_load_speed: {6}}}}}\n"
      "springs: {{load: {{joint: R, force: {7}}}}}\n"
      "paths: {{turns: {{joints: {{R: {8}*p}}, p_max: {9}, law: {{{10}}}}}}}\n",
      body, ratio, rotor, write_torque(friction, draw), write_torque(limits, draw),
      write_torque(wheel.stall / size, draw), write_speed(wheel.idle * size, draw),
      write_torque(-way * load, draw), way, write_angle(wheel.angle, draw), law);
  return wheel;
}

}  // namespace globaldyn::inside::test
