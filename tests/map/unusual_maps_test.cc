// Maps of machines that lack something, and maps that lie nowhere.
#include <cmath>

#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

std::string make_slide(const std::string& drives, const std::string& tool, const std::string& map) {
  return R"(globaldyn: 1
name: slide
gravity: [0, -9.81, 0]
bodies:
  cart: {mass: 5, inertia: {plate: 0.1}}
  pen: {mass: 1, inertia: {plate: 0.01}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}, travel: [-1, 1]}
  Y: {type: prismatic, a: {body: cart, axis: y}, b: {body: pen, axis: y}}
)" + drives +
         tool + "maps:\n  m: " + map + "\n";
}

constexpr const char* kDrives =
    "drives: {F1: {joint: X, limits: 100}, F2: {joint: Y, limits: 80}}\n";
constexpr const char* kTool = "tool: pen\n";
constexpr const char* kGrid =
    "grid: {X: {from: -0.5, to: 0.5, count: 3}, Y: {from: 0, to: 1, count: 2}}";
constexpr const char* kUnusualMapsCriteria =
    "criteria: [reachability, dexterity, drive_margin, motion_margin, holding_share, acceleration, "
    "angular_acceleration, force, torque, travel_reserve, clearance]";

// Nothing holds the pen against gravity, nothing can be pushed.
TEST(UnusualMap, OfAMachineWithoutDrives) {
  const WorkspaceMap map =
      map_text(make_slide("", kTool, "{" + std::string(kGrid) + ", " + kUnusualMapsCriteria + "}"));
  EXPECT_EQ(map.count(SampleStatus::ok), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(values_of(map, "reachability")[i], 1.0);
    EXPECT_EQ(values_of(map, "holding_share")[i], std::numeric_limits<double>::infinity());
    EXPECT_GT(values_of(map, "motion_margin")[i], 0.0);
    for (const char* none : {"dexterity", "drive_margin", "acceleration", "force", "torque"}) {
      EXPECT_EQ(values_of(map, none)[i], 0.0) << none;
    }
  }
}

// One drive for two degrees of freedom: no values that need both.
TEST(UnusualMap, OfAMachineWithTooFewDrives) {
  const WorkspaceMap map =
      map_text(make_slide("drives: {F2: {joint: Y, limits: 80}}\n", kTool,
                          "{" + std::string(kGrid) + ", " + kUnusualMapsCriteria + "}"));
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(values_of(map, "holding_share")[i], 9.81 / 80.0, 1e-12);
    for (const char* none : {"dexterity", "drive_margin", "acceleration", "force"}) {
      EXPECT_EQ(values_of(map, none)[i], 0.0) << none;
    }
  }
}

TEST(UnusualMap, OfAMachineWithoutATool) {
  const WorkspaceMap map = map_text(
      make_slide(kDrives, "", "{" + std::string(kGrid) + ", " + kUnusualMapsCriteria + "}"));
  EXPECT_EQ(map.count(SampleStatus::ok), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(values_of(map, "holding_share")[i], 9.81 / 80.0, 1e-12);
    EXPECT_NEAR(values_of(map, "dexterity")[i], 1.0, 1e-12);
    for (const char* none : {"acceleration", "angular_acceleration", "force", "torque"}) {
      EXPECT_EQ(values_of(map, none)[i], 0.0) << none;
    }
  }
}

// Drives without limits: everything is unbounded.
TEST(UnusualMap, OfUnlimitedDrives) {
  const WorkspaceMap map =
      map_text(make_slide("drives: {F1: {joint: X}, F2: {joint: Y}}\n", kTool,
                          "{" + std::string(kGrid) + ", " + kUnusualMapsCriteria + "}"));
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(values_of(map, "holding_share")[i], 0.0);
    EXPECT_TRUE(std::isinf(values_of(map, "acceleration")[i]));
    EXPECT_TRUE(std::isinf(values_of(map, "force")[i]));
  }
}

TEST(UnusualMap, OutOfReach) {
  const std::string arm = R"(globaldyn: 1
name: arm
bodies:
  upper: {mass: 6, inertia: {plate: 0.1}}
  lower: {mass: 4, inertia: {plate: 0.1}}
joints:
  A: {type: revolute, a: ground, b: upper}
  B: {type: revolute, a: {body: upper, at: [0.5, 0]}, b: lower, guess: 1}
drives: {M: {joint: A, limits: 1}, N: {joint: B, limits: 1}}
tool: {body: lower, at: [0.3, 0]}
maps:
  far:
    grid: {x: {from: 2, to: 3, count: 3}, y: {from: 0, to: 1, count: 3}}
    criteria: [dexterity, holding_share]
    patterns: {rays: {lines: 3}}
    reductions: {share: {of: dexterity, take: share, above: 0}}
)";
  const WorkspaceMap map = map_text(arm);
  EXPECT_EQ(map.count(SampleStatus::unreachable), 9u);
  for (const std::string& reason : map.reason) EXPECT_FALSE(reason.empty());
  for (const MapColumn& column : map.columns) {
    for (const double value : column.values) {
      EXPECT_EQ(value, column.plan.criterion->when_unreachable);
    }
  }
  EXPECT_TRUE(std::isnan(map.reductions.front().value));
  EXPECT_EQ(map.reductions.back().name, "share");
  EXPECT_EQ(map.reductions.back().value, 0.0);
}

void expect_refused(const std::string& map, const std::string& part) {
  try {
    (void)map_text(make_slide(kDrives, kTool, map));
    ADD_FAILURE() << "accepted: " << map;
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(to_string(error.place()), "machine.yaml:13:3") << message;
    EXPECT_NE(message.find("map 'm'"), std::string::npos) << message;
    EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

TEST(UnusualMap, PrescribesTooMuchOrTooLittle) {
  expect_refused("{grid: {X: {from: 0, to: 1, count: 2}}}",
                 "under-prescribed: 1 degree of freedom left free, of pen");
  expect_refused("{" + std::string(kGrid) + ", at: {x: 0}}", "x");
  expect_refused("{grid: {z: {from: 0, to: 1, count: 2}}, at: {x: 0}}", "z");
}

TEST(UnusualMap, OfAMachineThatCannotBePutTogether) {
  const std::string text = R"(globaldyn: 1
name: broken
bodies: {b: {mass: 1, inertia: {plate: 1}}}
joints:
  A: {type: revolute, a: ground, b: b}
  B: {type: distance, a: {body: ground, at: [5, 0]}, b: {body: b, at: [1, 0]}, length: 1}
drives: {M: {joint: A, limits: 1}}
assembly: {restarts: 5}
maps:
  m: {grid: {A: {from: 0, to: 1, count: 3}}}
)";
  EXPECT_THROW((void)map_text(text), AssemblyError);
}

// A pattern pushes nothing where there is no drive: refused, or without a region.
TEST(UnusualMap, PatternsWithoutDrives) {
  const std::string text = make_slide(
      "", kTool,
      "{grid: {x: {from: -0.5, to: 0.5, count: 3}, y: {from: 0, to: 1, count: 2}}, patterns: "
      "{rays: {lines: 3}}}");
  try {
    const WorkspaceMap map = map_text(text);
    for (const double value : values_of(map, "rays.d1max.best")) EXPECT_EQ(value, 0.0);
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("drive"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
