// Force at dead centres. The oracle is the crank's closed form M / (dy/dphi).
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "globaldyn/machine/machine.h"
#include "globaldyn/maps/workspace_map.h"

namespace globaldyn::inside {
namespace {

TEST(DeadCentre, ForceIsInfiniteThereAndFiniteBeside) {
  const Machine machine = parse_machine(R"(globaldyn: 1
name: press
bodies:
  crank: {mass: 2 kg, inertia: {plate: 0.02}}
  rod: {mass: 1 kg, com: [0.12, 0], inertia: {rod: 0.01}}
  ram: {mass: 3 kg}
joints:
  A: {type: revolute, a: ground, b: crank, guess: 90 deg}
  B: {type: revolute, a: {body: crank, at: [60 mm, 0]}, b: rod, guess: -180 deg}
  C: {type: revolute, a: {body: rod, at: [300 mm, 0]}, b: ram}
  S: {type: prismatic, a: {body: ground, axis: y}, b: {body: ram, axis: y}}
drives: {M: {joint: A, limits: 60 N m}}
tool: ram
assembly: {branch: [{negative: ram.y}]}
maps:
  stroke:
    grid: {A: {from: -90 deg, to: 270 deg, count: 13}}
    criteria: [force, {of: force, along: -y, name: push}, {of: force, along: z, name: across}]
)",
                                        "press.yaml", ".");
  const WorkspaceMap map = make_map(machine, machine.maps[0]);
  for (std::size_t i = 0; i < 13; ++i) {
    const double angle = (-90.0 + 30.0 * static_cast<double>(i)) * std::numbers::pi / 180.0;
    ASSERT_EQ(map.status[i], SampleStatus::ok) << i;
    const double r = 0.06, l = 0.3, c = r * std::cos(angle);
    const double rate = r * std::cos(angle) - c * r * std::sin(angle) / std::sqrt(l * l - c * c);
    for (const int column : {0, 1}) {
      const double value = map.columns[static_cast<std::size_t>(column)].values[i];
      if (i % 6 == 0) {
        EXPECT_TRUE(std::isinf(value)) << i << ": " << value;
      } else {
        EXPECT_NEAR(value, 60.0 / std::abs(rate), 1e-6 * value) << i;
      }
    }
    EXPECT_EQ(map.columns[2].values[i], 0.0);  // it never moves there
  }
}

}  // namespace
}  // namespace globaldyn::inside
