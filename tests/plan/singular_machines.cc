#include "tests/plan/singular_machines.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/base/constants.h"

#include "tests/support/machines.h"
#include "tests/support/read_text.h"
#include "tests/support/small_machines.h"

namespace globaldyn::inside::test {
namespace {

using Changes = std::vector<std::pair<std::string, std::string>>;

// A machine of the library with something in its text replaced, wherever it stands.
std::string change(const std::string& name, const Changes& changes) {
  std::string text = read_text(file_of(name));
  for (const auto& [from, to] : changes) {
    std::size_t at = text.find(from);
    if (at == std::string::npos) throw std::logic_error(name + " has no " + from);
    for (; at != std::string::npos; at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
  }
  return text;
}

// The forearms are so short that the gripper can be between the elbows.
SingularMachine make_five_bar() {
  const std::string text =
      change("five_bar",
             {{"value: 260 mm", "value: 200 mm"},
              {"    speed_line: {stall: 1.4*peak_torque, no_load_speed: 1.15*motor_speed}\n", ""},
              {"    max_speed: motor_speed\n", ""},
              {"    viscous: 0.05 N m s/rad\n", ""},
              {"    coulomb: 0.4 N m\n", ""}});
  return {"five_bar",
          text,
          R"(position: {x: "$0", y: "$1"})",
          {{-0.08, 0.08}, {0.15, 0.28}},
          {{-0.08, 0.08}, {-0.1, 0.05}},
          true,
          "  E1: {joint: LA, limits: 4 N m}\n",
          {}};
}

SingularMachine make_rrr3() {
  return {"rrr3",
          change("rrr3", {}),
          R"(position: {x: "$0", y: "$1"}, orientation: {phi: "$2"})",
          {{-0.05, 0.05}, {-0.05, 0.05}, {-0.2, 0.2}},
          {{-0.1, 0.1}, {-0.1, 0.1}, {-1.6, 1.6}},
          false,
          "  E1: {joint: A1, limits: 5 N m}\n",
          {0}};
}

// A point in space pushed by three linear motors, which hold it except in the plane of their feet;
// two more have theirs in the same plane.
SingularMachine make_tripod() {
  return {"tripod",
          R"(globaldyn: 1
name: tripod
gravity: [0, 0, -9.81]
bodies:
  ground: {frames: {f1: [0.6, 0, 0.05], f2: [-0.3, 0.5, 0], f3: [-0.35, -0.55, -0.04], f4: [0.165, 0.565, 0.037], f5: [-0.165, -0.545, -0.026]}}
  first: {mass: 1 kg, inertia: {diag: [0.01, 0.01, 0.01]}}
  second: {mass: 1.5 kg, inertia: {diag: [0.01, 0.01, 0.01]}}
  head: {mass: 2 kg, inertia: {diag: [0.01, 0.01, 0.01]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: first, axis: x}}
  Y: {type: prismatic, a: {body: first, axis: y}, b: {body: second, axis: y}}
  Z: {type: prismatic, a: {body: second, axis: z}, b: {body: head, axis: z}}
drives:
  L1: {type: linear_motor, from: ground.f1, to: head, limits: 100 N}
  L2: {type: linear_motor, from: ground.f2, to: head, limits: 80 N}
  L3: {type: linear_motor, from: ground.f3, to: head, limits: 90 N}
tool: head
paths:
)",
          R"(position: {x: "$0", y: "$1", z: "$2"})",
          {{-0.15, 0.15}, {-0.15, 0.15}, {0.2, 0.5}},
          {{-0.15, 0.15}, {-0.15, 0.15}, {-0.5, -0.2}},
          false,
          "  E1: {type: linear_motor, from: ground.f4, to: head, limits: 40 N}\n"
          "  E2: {type: linear_motor, from: ground.f5, to: head, limits: 30 N}\n",
          {}};
}

SingularMachine make_hexapod() {
  return {"hexapod_6ups",
          change("hexapod_6ups", {{"leg_min: {value: 0.85 m", "leg_min: {value: 0.5 m"},
                                  {"leg_max: {value: 1.35 m", "leg_max: {value: 2 m"},
                                  {"value: 60 deg", "value: 89 deg"},
                                  {"clearance:\n  least: 10 mm\n", ""}}),
          R"(position: {x: "$0", y: "$1", z: "$2"}, orientation: {cardan: ["$3", "$4", "$5"]})",
          {{-0.1, 0.1}, {-0.1, 0.1}, {0.9, 1.1}, {-0.2, 0.2}, {-0.2, 0.2}, {-0.2, 0.2}},
          {{-0.1, 0.1}, {-0.1, 0.1}, {0.7, 1.1}, {-0.4, 0.4}, {-0.4, 0.4}, {-2.0, 2.0}},
          false,
          "  E1: {joint: P2, limits: 200 N}\n",
          {1}};
}

SingularMachine make_rps3() {
  return {"rps3",
          change("rps3", {{"travel: 60 deg, ", ""},
                          {"travel: [leg_min, leg_max], ", ""},
                          {", travel: {cone: 50 deg}", ""},
                          {", max_speed: speed, coulomb: friction, viscous: damping", ""}}),
          R"(position: {z: "$0"}, prescribe: [z], orientation: {cardan: {x: "$1", y: "$2"}})",
          {{0.5, 0.6}, {-0.2, 0.2}, {-0.2, 0.2}},
          {{0.2, 0.6}, {-1.4, 1.4}, {-1.4, 1.4}},
          false,
          "  E1: {joint: P3, limits: 100 N}\n",
          {2}};
}

SingularMachine make_slider_crank() {
  return {"slider_crank",
          change("slider_crank", {{"{joint: O, limits: torque}", "{joint: P, limits: 400 N}"}}),
          R"(joints: {O: "$0"})",
          {{0.5, 2.5}},
          {{3.5, 9.0}},
          true,
          "  E1: {joint: P, limits: 90 N}\n  E2: {joint: P, limits: 60 N}\n",
          {0, 0}};
}

SingularMachine make_spatial_slider_crank() {
  return {
      "spatial_slider_crank",
      change("spatial_slider_crank", {{"{joint: O, limits: torque}", "{joint: P, limits: 60 N}"}}),
      R"(joints: {O: "$0"})",
      {{-0.5, 0.5}},
      {{-6.0, 6.0}},
      true,
      "  E1: {joint: P, limits: 20 N}\n",
      {0}};
}

// Two pistons, each with a crank of its own.
SingularMachine make_two_pistons() {
  std::string text = R"(globaldyn: 1
name: two_pistons
gravity: [0, -9.81, 0]
bodies:
  ground: {frames: {one: [0, 0], two: {at: [0, 1]}, way1: {axis: x}, way2: {at: [0, 1.02], axis: x}}}
)";
  for (const char* n : {"1", "2"}) {
    text += fmt::format(R"(  wheel{0}: {{mass: 2 kg, inertia: {{diag: [0.05, 0.05, 0.0{0}]}}}}
  link{0}: {{mass: 0.5 kg, com: [0.15, 0], inertia: {{rod: 0.004}}}}
  piston{0}: {{mass: 1 kg, inertia: {{diag: [0.01, 0.01, 0.01]}}}}
)",
                        n);
  }
  text += "joints:\n";
  for (const auto& [n, at] : {std::pair("1", "one"), std::pair("2", "two")}) {
    text += fmt::format(R"(  A{0}: {{type: revolute, a: ground.{1}, b: wheel{0}, guess: 60 deg}}
  B{0}: {{type: revolute, a: {{body: wheel{0}, at: [0.1, 0]}}, b: link{0}, guess: -77 deg}}
  C{0}: {{type: revolute, a: {{body: link{0}, at: [0.3, 0]}}, b: piston{0}}}
  S{0}: {{type: prismatic, a: ground.way{0}, b: {{body: piston{0}, axis: x}}, guess: 0.33}}
)",
                        n, at);
  }
  text += R"(drives:
  F1: {joint: S1, limits: 200 N}
  F2: {joint: S2, limits: 150 N}
assembly:
  branch: [{positive: piston1.x - 0.15}, {positive: piston2.x - 0.15}]
paths:
)";
  return {"two_pistons",
          text,
          R"(joints: {A1: "$0", A2: "$1"})",
          {{0.6, 2.4}, {0.6, 2.4}},
          {{2.0, 5.0}, {0.4, 4.0}},
          true,
          "  E1: {joint: S1, limits: 50 N}\n  E2: {joint: S2, limits: 80 N}\n",
          {0, 1}};
}

SingularMachine make_two_motors() {
  return {"two_motors",
          write_two_motors("-9.81", "200 N", "paths:\n"),
          R"(position: {x: "$0", y: "$1"})",
          {{-0.4, 0.4}, {0.1, 0.5}},
          {{-0.4, 0.4}, {-0.5, -0.1}},
          false,
          "  E1: {type: linear_motor, from: {body: ground, at: [3, 0]}, to: head, limits: 60 N}\n"
          "  E2: {type: linear_motor, from: {body: ground, at: [-2, 0]}, to: head, limits: 50 N}\n",
          {}};
}

std::string write_rod(const std::string& name, double length, double mass) {
  return fmt::format(
      "  {}: {{mass: {}, com: [{}, 0], inertia: {{plate: {}}}, frames: {{end: [{}, 0]}}}}\n", name,
      mass, 0.5 * length, mass * length * length / 12.0, length);
}

// Two slides on one line and two rods from them to the tip.
SingularMachine make_two_slides() {
  return {"two_slides",
          R"(globaldyn: 1
name: two_slides
gravity: [0, -9.81, 0]
bodies:
  left: {mass: 2 kg, inertia: {plate: 0.01}}
  right: {mass: 2.5 kg, inertia: {plate: 0.01}}
)" + write_rod("rod1", 0.5, 1.0) +
              write_rod("rod2", 0.4, 0.8) +
              R"(joints:
  P1: {type: prismatic, a: {body: ground, axis: x}, b: {body: left, axis: x}, guess: -0.4}
  P2: {type: prismatic, a: {body: ground, axis: x}, b: {body: right, axis: x}, guess: 0.3}
  A1: {type: revolute, a: left, b: rod1, guess: 35 deg}
  A2: {type: revolute, a: right, b: rod2, guess: 130 deg}
  T: {type: revolute, a: rod1.end, b: rod2.end}
drives:
  M1: {joint: P1, limits: 120 N}
  M2: {joint: P2, limits: 100 N}
tool: rod1.end
assembly:
  branch: [{positive: rod1.end.x - left.x}, {positive: right.x - rod1.end.x}]
paths:
)",
          R"(position: {x: "$0", y: "$1"})",
          {{-0.2, 0.2}, {0.15, 0.35}},
          {{-0.2, 0.2}, {-0.3, -0.1}},
          false,
          "  E1: {joint: P1, limits: 30 N}\n",
          {0}};
}

// A platform on three rods from slides along the sides of a triangle.
SingularMachine make_prr3() {
  std::string text = R"(globaldyn: 1
name: prr3
gravity: [0, -9.81, 0]
bodies:
  platform: {mass: 4 kg, inertia: {plate: 0.05}, frames: {c1: [0, 0.15], c2: [-0.13, -0.075], c3: [0.13, -0.075]}}
)";
  for (const char* n : {"1", "2", "3"}) {
    text += fmt::format("  slide{}: {{mass: 1.5 kg, inertia: {{plate: 0.01}}}}\n", n) +
            write_rod(std::string("rod") + n, 0.55, 0.9);
  }
  text += "joints:\n";
  const double kAt[3][2] = {{0.0, 0.6}, {-0.52, -0.3}, {0.52, -0.3}};
  for (int i = 0; i < 3; ++i) {
    const double along = (180.0 + 120.0 * i) * kPi / 180.0;
    text += fmt::format(
        "  P{0}: {{type: prismatic, a: {{body: ground, at: [{1}, {2}], axis: [{3}, {4}, 0]}}, "
        "b: {{body: slide{0}, axis: [{3}, {4}, 0]}}}}\n"
        "  A{0}: {{type: revolute, a: slide{0}, b: rod{0}, guess: {5}}}\n"
        "  C{0}: {{type: revolute, a: rod{0}.end, b: platform.c{0}}}\n",
        i + 1, kAt[i][0], kAt[i][1], std::cos(along), std::sin(along),
        (-90.0 + 120.0 * i) * kPi / 180.0 + 0.6);
  }
  text += R"(drives:
  M1: {joint: P1, limits: 150 N}
  M2: {joint: P2, limits: 150 N}
  M3: {joint: P3, limits: 150 N}
tool: platform
paths:
)";
  return {"prr3",
          text,
          R"(position: {x: "$0", y: "$1"}, orientation: {phi: "$2"})",
          {{-0.05, 0.05}, {-0.05, 0.05}, {-0.2, 0.2}},
          {{-0.08, 0.08}, {-0.08, 0.08}, {-1.5, 1.5}},
          false,
          "  E1: {joint: P2, limits: 40 N}\n  E2: {joint: P3, limits: 30 N}\n",
          {1, 2}};
}

// A platform on three legs that change their length.
SingularMachine make_rpr3() {
  std::string text = R"(globaldyn: 1
name: rpr3
gravity: [0, -9.81, 0]
bodies:
  ground: {frames: {b1: [0, 0.7], b2: [-0.6, -0.35], b3: [0.65, -0.3]}}
  platform: {mass: 4 kg, inertia: {plate: 0.05}, frames: {c1: [0, 0.2], c2: [-0.15, -0.1], c3: [0.18, -0.08]}}
  first: {mass: 1 kg, inertia: {plate: 0.01}}
  second: {mass: 1 kg, inertia: {plate: 0.01}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: first, axis: x}}
  Y: {type: prismatic, a: {body: first, axis: y}, b: {body: second, axis: y}}
  Z: {type: revolute, a: second, b: platform}
drives:
  L1: {type: linear_motor, from: ground.b1, to: platform.c1, limits: 150 N}
  L2: {type: linear_motor, from: ground.b2, to: platform.c2, limits: 120 N}
  L3: {type: linear_motor, from: ground.b3, to: platform.c3, limits: 130 N}
tool: platform
paths:
)";
  return {"rpr3",
          text,
          R"(position: {x: "$0", y: "$1"}, orientation: {phi: "$2"})",
          {{-0.1, 0.1}, {-0.1, 0.1}, {0.3, 0.9}},
          {{-0.1, 0.1}, {-0.1, 0.1}, {-0.9, -0.3}},
          false,
          "  E1: {type: linear_motor, from: ground.b1, to: platform.c1, limits: 40 N}\n",
          {0}};
}

// A four-bar moved at the joint between crank and coupler.
SingularMachine make_four_bar() {
  return {"four_bar",
          R"(globaldyn: 1
name: four_bar
gravity: [0, -9.81, 0]
bodies:
  ground: {frames: {right: [0.5, 0]}}
)" + write_rod("crank", 0.2, 1.0) +
              write_rod("coupler", 0.5, 1.5) + write_rod("rocker", 0.4, 1.2) + R"(joints:
  A: {type: revolute, a: ground, b: crank, guess: 60 deg}
  B: {type: revolute, a: crank.end, b: coupler, guess: -30 deg}
  D: {type: revolute, a: ground.right, b: rocker, guess: 80 deg}
  C: {type: revolute, a: coupler.end, b: rocker.end}
drives:
  M: {joint: C, limits: 25 N m}
assembly:
  branch: [{positive: coupler.end.y - 0.05}]
paths:
)",
          R"(joints: {A: "$0"})",
          {{0.5, 1.5}},
          {{2.5, 7.0}},
          true,
          "  E1: {joint: C, limits: 5 N m}\n",
          {0}};
}

// Two links moved by cylinders, as on an excavator.
SingularMachine make_cylinder_arm() {
  return {"cylinder_arm",
          R"(globaldyn: 1
name: cylinder_arm
gravity: [0, -9.81, 0]
bodies:
  ground: {frames: {foot: [0.3, -0.2]}}
  boom: {mass: 5 kg, com: [0.3, 0], inertia: {plate: 0.15}, frames: {eye: [0.3, 0.05], horn: [0.2, 0.1], end: [0.6, 0]}}
  stick: {mass: 3 kg, com: [0.2, 0], inertia: {plate: 0.05}, frames: {heel: [0.12, 0.02]}}
joints:
  A: {type: revolute, a: ground, b: boom, guess: 30 deg}
  B: {type: revolute, a: boom.end, b: stick, guess: -60 deg}
drives:
  L1: {type: linear_motor, from: ground.foot, to: boom.eye, limits: 1500 N}
  L2: {type: linear_motor, from: boom.horn, to: stick.heel, limits: 1500 N}
paths:
)",
          R"(joints: {A: "$0", B: "$1"})",
          {{0.2, 1.2}, {-1.5, -0.3}},
          {{0.8, 2.9}, {-2.0, 2.0}},
          true,
          "  E1: {type: linear_motor, from: boom.horn, to: stick.heel, limits: 300 N}\n",
          {1}};
}

// A dish on a universal joint, tilted by two cylinders.
SingularMachine make_dish() {
  return {"dish",
          R"(globaldyn: 1
name: dish
gravity: [0, 0, -9.81]
bodies:
  ground: {frames: {hub: {at: [0, 0, 0.6], axis: x, x_axis: z}, f1: [0.3, 0, 0], f2: [0, 0.35, 0]}}
  dish: {mass: 6 kg, com: [0, 0, 0.03], inertia: {diag: [0.1, 0.12, 0.2]}, frames: {hub: {axis: y, x_axis: z}, e1: [0.25, 0.05, -0.02], e2: [0, 0.3, -0.02]}}
joints:
  U: {type: universal, a: ground.hub, b: dish.hub}
drives:
  L1: {type: linear_motor, from: ground.f1, to: dish.e1, limits: 300 N}
  L2: {type: linear_motor, from: ground.f2, to: dish.e2, limits: 300 N}
paths:
)",
          R"(joints: {U.angle_a: "$0", U.angle_b: "$1"})",
          {{-0.4, 0.4}, {-0.4, 0.4}},
          {{-1.6, 1.6}, {-1.6, 1.6}},
          true,
          "  E1: {type: linear_motor, from: ground.f1, to: dish.e1, limits: 90 N}\n"
          "  E2: {type: linear_motor, from: ground.f2, to: dish.e2, limits: 70 N}\n",
          {0, 1}};
}

}  // namespace

std::vector<SingularMachine> list_singular_machines() {
  return {make_five_bar(),
          make_rrr3(),
          make_tripod(),
          make_hexapod(),
          make_rps3(),
          make_slider_crank(),
          make_spatial_slider_crank(),
          make_two_pistons(),
          make_two_motors(),
          make_two_slides(),
          make_prr3(),
          make_rpr3(),
          make_four_bar(),
          make_cylinder_arm(),
          make_dish()};
}

}  // namespace globaldyn::inside::test
