#include "tests/support/random_machine.h"

#include <algorithm>
#include <numbers>

#include "tests/support/draw.h"
#include "tests/support/random_path.h"

// What is drawn for one call is drawn before it, in an order of its own: compilers evaluate
// arguments in different orders, and a seed must give the same machine with all of them.
namespace globaldyn::inside::test {
namespace {

// A mass in kg, or anything else that goes with it.
double draw_mass(Draw& draw) {
  return draw.chance(0.7) ? draw.decade(-1.0, 1.0) : draw.decade(-3.0, 3.0);
}

double draw_limit(Draw& draw) {
  return draw.chance(0.75) ? draw.decade(0.5, 3.0) : draw.decade(-9.0, 6.0);
}

std::string write_limits(Draw& draw, double limit) {
  const double choice = draw.uniform(0.0, 1.0);
  if (choice < 0.05) return "";
  if (choice < 0.15) return fmt::format(", limits: [-{:.6g}, none]", limit);
  if (choice < 0.25) return fmt::format(", limits: [none, {:.6g}]", limit);
  if (choice < 0.40) {
    return fmt::format(", limits: [-{:.6g}, {:.6g}]", limit * draw.uniform(0.01, 1.0), limit);
  }
  return fmt::format(", limits: {:.6g}", limit);
}

std::string write_friction(Draw& draw, double limit) {
  std::string text;
  if (draw.chance(0.25)) {
    const double share = draw.chance(0.8) ? draw.uniform(0.01, 0.5) : draw.decade(-6.0, 3.0);
    text += fmt::format(", coulomb: {:.6g}", limit * share);
  }
  if (draw.chance(0.25)) text += fmt::format(", viscous: {:.6g}", limit * draw.decade(-4.0, 1.0));
  return text;
}

std::string write_motor(Draw& draw, double limit) {
  std::string text;
  if (draw.chance(0.2)) {
    const double no_load_speed = draw.decade(-1.0, 3.0), stall = limit * draw.uniform(0.8, 4.0);
    text +=
        fmt::format(", speed_line: {{stall: {:.6g}, no_load_speed: {:.6g}}}", stall, no_load_speed);
  }
  if (draw.chance(0.2)) text += fmt::format(", max_speed: {:.6g}", draw.decade(-2.0, 3.0));
  if (draw.chance(0.2)) {
    const double efficiency = draw.uniform(0.4, 1.0), sign = draw.sign();
    text += fmt::format(", gear: {{ratio: {:.6g}, efficiency: {:.6g}}}",
                        sign * draw.decade(-0.3, 2.0), efficiency);
  }
  if (draw.chance(0.2)) text += fmt::format(", rotor_inertia: {:.6g}", draw.decade(-5.0, 0.0));
  return text;
}

// `where` is `joint: J`, or what a linear motor or a cable acts between.
std::string write_drive(Draw& draw, const std::string& name, const std::string& where) {
  const double limit = draw_limit(draw);
  const std::string motor = write_motor(draw, limit), friction = write_friction(draw, limit);
  return fmt::format("  {}: {{{}{}{}{}}}\n", name, where, write_limits(draw, limit), friction,
                     motor);
}

std::string write_cable(Draw& draw, const std::string& name, const std::string& from,
                        const std::string& to) {
  const double limit = draw_limit(draw);
  const double least = draw.chance(0.5) ? 0.0 : limit * draw.decade(-3.0, -0.5);
  return fmt::format("  {}: {{type: cable, from: {}, to: {}, limits: [{:.6g}, {:.6g}]{}}}\n", name,
                     from, to, least, limit, write_friction(draw, limit));
}

std::string write_head(Draw& draw, const std::string& name) {
  static constexpr const char* kGravity[] = {"[0, 0, 0]", "[0, -9.81, 0]", "[-9.81, 0, 0]"};
  return fmt::format("globaldyn: 1\nname: {}\ngravity: {}\n", name, kGravity[draw.below(3)]);
}

std::string write_spring(Draw& draw, const std::string& where) {
  if (!draw.chance(0.15)) return "";
  const std::string damping =
      draw.chance(0.5) ? "" : fmt::format(", damping: {:.6g}", draw.decade(-2.0, 2.0));
  const double rest = draw.uniform(0.01, 0.5);
  return fmt::format("springs:\n  S: {{{}, stiffness: {:.6g}, rest: {:.6g}{}}}\n", where,
                     draw.decade(-1.0, 4.0), rest, damping);
}

std::string write_extras(Draw& draw, double p_max, bool has_tool) {
  std::string text;
  if (draw.chance(0.15)) {
    const char* duration = draw.chance(0.5) ? "0 s" : "0.2 s";
    text += fmt::format("    stops: [{{at: {:.9g}, for: {}}}]\n", p_max * draw.uniform(0.1, 0.9),
                        duration);
  }
  if (!has_tool || !draw.chance(0.15)) return text;
  const double limit = draw.decade(-2.0, 1.0);
  if (draw.chance(0.5)) return text + fmt::format("    speed_limit: {:.6g}\n", limit);
  return text + fmt::format("    speed_limit: [{{from: {:.9g}, to: {:.9g}, limit: {:.6g}}}]\n",
                            0.2 * p_max, 0.6 * p_max, limit);
}

// A path of one joint coordinate.
std::string write_joint_path(Draw& draw, const std::string& joint, double middle, double reach) {
  const RandomExpression expression = make_random_expression(draw, middle, reach);
  return fmt::format("paths:\n  l:\n    joints: {{{}: \"{}\"}}\n    p_max: {:.9g}\n{}", joint,
                     expression.text, expression.p_max,
                     write_extras(draw, expression.p_max, false));
}

// The range of a curve's p matters only for stops, which must be inside: only expressions, whose
// range is known, have them anywhere; curves have them at small p.
std::string write_plane_path(Draw& draw, const PathArea& area) {
  if (!draw.chance(0.3)) {
    const std::string extras = write_extras(draw, 0.9, true);
    return fmt::format("paths:\n  l:\n    position: {}\n{}", make_random_curve(draw, area), extras);
  }
  const double side = 0.6 * (area.outer - area.inner) / 2.0;
  const double middle = area.inner > 0.0 ? 0.5 * (area.inner + area.outer) : 0.0;
  const RandomPair pair =
      make_random_pair(draw, area.x + 0.7 * middle, side, area.y + 0.7 * middle, side);
  return fmt::format("paths:\n  l:\n    position: {{x: \"{}\", y: \"{}\"}}\n    p_max: {:.9g}\n{}",
                     pair.x, pair.y, pair.p_max, write_extras(draw, pair.p_max, true));
}

std::string make_slider(Draw& draw) {
  std::string text = write_head(draw, "slider");
  const double beside = draw.chance(0.5) ? draw.uniform(0.1, 1.0) : draw.decade(-4.0, -1.0);
  text += fmt::format(
      "bodies:\n  ground: {{frames: {{o: [0, -{:.6g}], far: [-3, 0]}}}}\n"
      "  s: {{mass: {:.6g}, inertia: {{plate: 0.01}}}}\n"
      "joints:\n  P: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: s, axis: x}}}}\n"
      "drives:\n",
      beside, draw_mass(draw));
  const double choice = draw.uniform(0.0, 1.0);
  if (choice > 0.2) text += write_drive(draw, "F", "joint: P");
  if (choice < 0.4) text += write_drive(draw, "G", "type: linear_motor, from: ground.o, to: s");
  if (draw.chance(0.1)) text += write_cable(draw, "C", "s", "ground.far");
  text += write_spring(draw, draw.chance(0.5) ? "joint: P" : "from: ground.o, to: s");
  text += "tool: s\n";
  const double reach = draw.uniform(0.1, 1.0);
  return text + write_joint_path(draw, "P", draw.uniform(-0.3, 0.3), reach);
}

std::string make_pendulum(Draw& draw) {
  std::string text = write_head(draw, "pendulum");
  const double inertia = draw.decade(-4.0, 1.0);
  text += fmt::format(
      "bodies:\n  ground: {{frames: {{o: [0.1, 0.6]}}}}\n"
      "  s: {{mass: {:.6g}, com: [0.3, 0], inertia: {{plate: {:.6g}}}, frames: {{t: [0.5, 0]}}}}\n"
      "joints:\n  J: {{type: revolute, a: ground, b: s}}\ndrives:\n",
      draw_mass(draw), inertia);
  const double choice = draw.uniform(0.0, 1.0);
  if (choice > 0.2) text += write_drive(draw, "M", "joint: J");
  if (choice < 0.4) text += write_drive(draw, "G", "type: linear_motor, from: ground.o, to: s.t");
  text += write_spring(draw, draw.chance(0.5) ? "joint: J" : "from: ground.o, to: s.t");
  text += "tool: s.t\n";
  const double reach = draw.uniform(0.1, 2.0);
  return text + write_joint_path(draw, "J", draw.uniform(-1.0, 1.0), reach);
}

// Two slides, one on the other; `size` is how far they move.
std::string write_slides(Draw& draw, const std::string& name, double size) {
  const double mass_b = draw_mass(draw), mass_a = draw_mass(draw);
  return write_head(draw, name) +
         fmt::format(
             "bodies:\n  ground: {{frames: {{c1: [{0:.6g}, {0:.6g}], c2: [-{0:.6g}, {0:.6g}], "
             "c3: [0, -{0:.6g}], c4: [{0:.6g}, -{0:.6g}]}}}}\n"
             "  a: {{mass: {1:.6g}, inertia: {{plate: 0.1}}}}\n"
             "  b: {{mass: {2:.6g}, inertia: {{plate: 0.1}}}}\n"
             "joints:\n"
             "  X: {{type: prismatic, a: {{body: ground, axis: x}}, b: {{body: a, axis: x}}}}\n"
             "  Y: {{type: prismatic, a: {{body: a, axis: y}}, b: {{body: b, axis: y}}}}\n"
             "drives:\n",
             2.0 * size, mass_a, mass_b);
}

std::string make_table(Draw& draw) {
  const double size = draw.chance(0.7) ? draw.uniform(0.1, 1.0) : draw.decade(-4.0, 3.0);
  std::string text = write_slides(draw, "table", size);
  const std::string second = write_drive(draw, "G", "joint: Y");
  text += write_drive(draw, "F", "joint: X") + second;
  if (draw.chance(0.2))
    text += write_drive(draw, "H", "type: linear_motor, from: ground.c1, to: b");
  text += write_spring(draw, "joint: X") + "tool: b\n";
  return text + write_plane_path(draw, {0.0, 0.0, 0.0, size});
}

std::string make_cable_table(Draw& draw) {
  const double size = draw.uniform(0.2, 1.0);
  std::string text = write_slides(draw, "cable_table", size);
  const std::size_t count = 3 + draw.below(2);
  for (std::size_t i = 1; i <= count; ++i) {
    text += write_cable(draw, fmt::format("C{}", i), "b", fmt::format("ground.c{}", i));
  }
  if (draw.chance(0.3)) text += write_drive(draw, "F", "joint: X");
  text += "tool: b\n";
  return text + write_plane_path(draw, {0.0, 0.0, 0.0, draw.uniform(0.1, 0.9) * size});
}

std::string make_arm(Draw& draw) {
  std::string text = write_head(draw, "arm");
  const double inertia_b = draw.decade(-5.0, 1.0), mass_b = draw_mass(draw),
               inertia_a = draw.decade(-5.0, 1.0), mass_a = draw_mass(draw);
  text += fmt::format(
      "bodies:\n  ground: {{frames: {{o: [-0.3, 0.4]}}}}\n"
      "  a: {{mass: {:.6g}, com: [0.25, 0], inertia: {{rod: {:.6g}}}, frames: {{t: [0.5, 0]}}}}\n"
      "  b: {{mass: {:.6g}, com: [0.2, 0], inertia: {{rod: {:.6g}}}, frames: {{t: [0.4, 0]}}}}\n"
      "joints:\n  A: {{type: revolute, a: ground, b: a, guess: 0.5}}\n"
      "  B: {{type: revolute, a: a.t, b: b, guess: 1.2}}\n"
      "drives:\n",
      mass_a, inertia_a, mass_b, inertia_b);
  text += write_drive(draw, "M", "joint: A");
  text += write_drive(draw, "N",
                      draw.chance(0.8) ? "joint: B" : "type: linear_motor, from: ground, to: b.t");
  if (draw.chance(0.15))
    text += write_drive(draw, "O", "type: linear_motor, from: ground.o, to: b.t");
  text += write_spring(draw, "joint: A") + "tool: b.t\n";
  if (draw.chance(0.75)) return text + write_plane_path(draw, {0.0, 0.0, 0.15, 0.85});
  const RandomPair pair = make_random_pair(draw, 0.3, 1.0, 1.2, 1.0);
  return text +
         fmt::format("paths:\n  l:\n    joints: {{A: \"{}\", B: \"{}\"}}\n    p_max: {:.9g}\n{}",
                     pair.x, pair.y, pair.p_max, write_extras(draw, pair.p_max, true));
}

std::string make_five_bar(Draw& draw) {
  constexpr double kHalf = 0.0425, kUpper = 0.2, kFore = 0.26, kMiddle = 0.3;
  const double reach = std::hypot(kHalf, kMiddle);
  const double beta =
      std::acos((kUpper * kUpper + reach * reach - kFore * kFore) / (2.0 * kUpper * reach));
  const double gamma =
      std::acos((kUpper * kUpper + kFore * kFore - reach * reach) / (2.0 * kUpper * kFore));
  const double direction = std::atan2(kMiddle, kHalf), turn = std::numbers::pi;
  std::string text = write_head(draw, "five_bar");
  text += "bodies:\n  ground: {frames: {L: [-0.0425, 0], R: [0.0425, 0], o: [0.4, 0.1]}}\n";
  for (const char* name : {"upperL", "upperR", "foreL", "foreR"}) {
    const double length = name[0] == 'u' ? kUpper : kFore, mass = draw_mass(draw);
    text += fmt::format(
        "  {}: {{mass: {:.6g}, com: [{}, 0], inertia: {{rod: {:.6g}}}, frames: {{end: [{}, "
        "0]}}}}\n",
        name, mass, length / 2.0, mass * length * length / 12.0, length);
  }
  text += fmt::format(
      "joints:\n  AL: {{type: revolute, a: ground.L, b: upperL, guess: {:.6g}}}\n"
      "  AR: {{type: revolute, a: ground.R, b: upperR, guess: {:.6g}}}\n"
      "  EL: {{type: revolute, a: upperL.end, b: foreL, guess: {:.6g}}}\n"
      "  ER: {{type: revolute, a: upperR.end, b: foreR, guess: {:.6g}}}\n"
      "  T: {{type: revolute, a: foreL.end, b: foreR.end}}\ndrives:\n",
      direction + beta, turn - direction - beta, gamma - turn, turn - gamma);
  const std::string right = write_drive(draw, "MR", "joint: AR");
  text += write_drive(draw, "ML", "joint: AL") + right;
  if (draw.chance(0.25))
    text += write_drive(draw, "H", "type: linear_motor, from: ground.o, to: foreL.end");
  text +=
      "tool: foreL.end\nassembly:\n  branch:\n    - {joint: EL, range: [-180 deg, 0]}\n"
      "    - {joint: ER, range: [0, 180 deg]}\n";
  return text + write_plane_path(draw, {0.0, kMiddle, 0.0, draw.uniform(0.02, 0.12)});
}

std::string make_slider_crank(Draw& draw) {
  std::string text = write_head(draw, "slider_crank");
  const double slider_mass = draw_mass(draw), rod_mass = draw_mass(draw),
               crank_mass = draw_mass(draw);
  text += fmt::format(
      "bodies:\n  ground: {{frames: {{rail: {{at: [0, 0.02], axis: x}}}}}}\n"
      "  crank: {{mass: {:.6g}, inertia: {{rod: 0.001}}, frames: {{pin: [0.1, 0]}}}}\n"
      "  rod: {{mass: {:.6g}, com: [0.15, 0], inertia: {{rod: 0.01}}, frames: {{head: [0.3, "
      "0]}}}}\n"
      "  slider: {{mass: {:.6g}, inertia: {{plate: 0.01}}}}\n"
      "joints:\n  O: {{type: revolute, a: ground, b: crank, guess: 1.570796}}\n"
      "  B: {{type: revolute, a: crank.pin, b: rod, guess: -1.840749}}\n"
      "  C: {{type: revolute, a: rod.head, b: slider, guess: 0.269953}}\n"
      "  P: {{type: prismatic, a: ground.rail, b: {{body: slider, axis: x}}, guess: 0.289137}}\n"
      "drives:\n",
      crank_mass, rod_mass, slider_mass);
  const double choice = draw.uniform(0.0, 1.0);
  if (choice > 0.2) text += write_drive(draw, "M", "joint: O");
  if (choice < 0.5) text += write_drive(draw, "F", "joint: P");
  text += write_spring(draw, "joint: P") + "tool: slider\n";
  if (draw.chance(0.7)) {
    const double turn = draw.decade(-1.0, 1.0);
    return text + write_joint_path(draw, "O", draw.uniform(0.5, 2.5), turn);
  }
  return text + write_joint_path(draw, "P", 0.28, draw.uniform(0.01, 0.12));
}

}  // namespace

RandomMachine make_random_machine(std::uint64_t seed) {
  struct Kind {
    const char* name;
    std::string (*make)(Draw&);
  };
  static constexpr Kind kKinds[] = {
      {"slider", make_slider},
      {"pendulum", make_pendulum},
      {"table", make_table},
      {"arm", make_arm},
      {"five_bar", make_five_bar},
      {"slider_crank", make_slider_crank},
      {"cable_table", make_cable_table},
  };
  Draw draw(seed);
  const Kind& kind = kKinds[draw.below(std::size(kKinds))];
  return {kind.name, kind.make(draw)};
}

}  // namespace globaldyn::inside::test
