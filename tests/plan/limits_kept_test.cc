// Limits between nodes, of machines whose terms are larger than what is left of them.
// Oracle: the machine's own limits, recomputed at many points.
#include <gtest/gtest.h>

#include <vector>

#include "tests/campaign/campaign_case.h"
#include "tests/campaign/check_limits.h"
#include "tests/support/machines.h"

namespace globaldyn::inside::test {
namespace {

void expect_kept(const std::string& text,
                 const std::vector<double>& tolerances = {1e-2, 1e-3, 1e-5}) {
  const Machine machine = parse_machine(text, "test.yaml", ".");
  for (const double tolerance : tolerances) {
    SCOPED_TRACE(tolerance);
    PathPlanOptions options;
    options.tolerance = tolerance;
    const PathPlan plan = plan_path(machine, machine.paths[0], options);
    ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
    EXPECT_LE(find_excess(machine, machine.paths[0], plan, 1000).share, 1e-9);
  }
}

// Cables against each other, and a drive without an upper limit: forces of six times the limits
// cancel.
TEST(LimitsKept, WhereTermsCancelInCircuits) {
  expect_kept(R"(globaldyn: 1
name: table
gravity: [0, 0, 0]
bodies:
  ground: {frames: {c1: [0.468, 0.468], c2: [-0.468, 0.468], c3: [0, -0.468]}}
  a: {mass: 0.166, inertia: {plate: 0.1}}
  b: {mass: 1.97, inertia: {plate: 0.1}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: a, axis: x}}
  Y: {type: prismatic, a: {body: a, axis: y}, b: {body: b, axis: y}}
drives:
  C1: {type: cable, from: b, to: ground.c1, limits: [0, 4.5]}
  C2: {type: cable, from: b, to: ground.c2, limits: [0.023, 17]}
  C3: {type: cable, from: b, to: ground.c3, limits: [0, 11.26]}
  F: {joint: X, limits: [none, 139], coulomb: 20.8, rotor_inertia: 0.0354}
tool: b
paths:
  l: {position: {x: "-0.0115*4*(p - 0.5)^2", y: "-0.017*p^3"}, p_max: 1}
)");
}

// A jump of a thousandth of the path: on its short segments d2 is a small difference of large d1²,
// and no more accurate than these; motions along the very edge of what reaches the end are not
// given up for that.
TEST(LimitsKept, InAJump) {
  expect_kept(R"yaml(globaldyn: 1
name: pendulum
gravity: [0, -9.81, 0]
bodies:
  ground: {frames: {o: [0.1, 0.6]}}
  s: {mass: 0.201551, com: [0.3, 0], inertia: {plate: 0.000173329}, frames: {t: [0.5, 0]}}
joints:
  J: {type: revolute, a: ground, b: s}
drives:
  M: {joint: J, limits: [-22.1808, none], viscous: 0.909124}
tool: s.t
paths:
  l:
    joints: {J: "0.904236 + 0.352509*0.6*atan(1000*((p/8.04318)-0.5))"}
    p_max: 8.04317911
)yaml",
              {1e-2, 1e-3});
}

// Corners of a tenth of a millimetre: path derivatives of 1e5 times those of the sides.
TEST(LimitsKept, InSharpBlends) {
  expect_kept(R"(globaldyn: 1
name: arm
gravity: [-9.81, 0, 0]
bodies:
  a: {mass: 0.7, com: [0.25, 0], inertia: {rod: 0.01}, frames: {t: [0.5, 0]}}
  b: {mass: 1.2, com: [0.2, 0], inertia: {rod: 0.01}, frames: {t: [0.4, 0]}}
joints:
  A: {type: revolute, a: ground, b: a, guess: 0.5}
  B: {type: revolute, a: a.t, b: b, guess: 1.2}
drives:
  M: {joint: A, limits: 39}
  N: {joint: B, limits: 16.5, coulomb: 1, speed_line: {stall: 43, no_load_speed: 20}}
tool: b.t
paths:
  l:
    position:
      polyline:
        points: [[-0.44, 0.3], [0.37, 0.33], [0.42, 0.53], [0.1, 0.38]]
        blend: 0.0004
        shape: parabola
)");
}

// A stop exactly where a path reverses by itself: next to it d2 is arbitrarily large.
TEST(LimitsKept, BesideStopsAtTurns) {
  for (const CampaignCase& c : list_cases(file_of("cable_point8"))) {
    if (c.name() != "cable_point8/circle/there_and_back_stop") continue;
    const Machine machine = load_case(c);
    for (const double tolerance : {1e-5, 1e-6, 1e-7}) {
      SCOPED_TRACE(tolerance);
      const PathPlan plan = plan_path(machine, machine.paths[0], {.tolerance = tolerance});
      ASSERT_EQ(plan.status(), PlanStatus::optimal) << plan.reason;
      EXPECT_LE(find_excess(machine, machine.paths[0], plan, 1000).share, 1e-9);
    }
    return;
  }
  FAIL() << "there is no such case any more";
}

}  // namespace
}  // namespace globaldyn::inside::test
