// Oracle: an x-y gantry of two sliding drives, computed by hand: force over mass, springs in
// series, masses on springs.
#include <cmath>
#include <numbers>

#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

// Closed forms of a few operations, matrices of two or three rows: only rounding errors differ.
constexpr double kGantryTolerance = 1e-11;

constexpr double kGantryMass1 = 5.0, kGantryMass2 = 2.0;  // carriage, slide
constexpr double kForce1 = 300.0, kForce2 = 80.0;
constexpr double kStiffness1 = 4e6, kStiffness2 = 1e6;
constexpr double kGravity = 9.81;

// X_MORE is a placeholder for more entries of the X axis, F1_MORE and F2_MORE for the drives'.
constexpr const char* kGantry = R"(
globaldyn: 1
name: gantry
gravity: [0, -9.81, 0]
bodies:
  ground: {frames: {rail: {at: [0, 0], axis: x, x_axis: y}, lift: {at: [0, 0], axis: y, x_axis: z}}}
  carriage: {mass: 5, com: [0.02, 0.01], inertia: {plate: 0.1}}
  slide: {mass: 2, com: [0.01, 0.03], inertia: {plate: 0.02}}
joints:
  X: {type: prismatic, a: ground.rail, b: {body: carriage, axis: x, x_axis: y}, X_MORE}
  Y: {type: prismatic, a: {body: carriage, axis: y, x_axis: z}, b: {body: slide, axis: y, x_axis: z}, travel: [-1, 1]}
drives:
  F1: {joint: X, limits: 300, stiffness: 4e6, F1_MORE}
  F2: {joint: Y, limits: 80, stiffness: 1e6, F2_MORE}
tool: {body: slide, at: [0.1, 0.2]}
maps:
  plane:
    grid:
      x: {from: -0.5, to: 0.7, count: 3}
      y: {from: 0.1, to: 0.9, count: 2}
    criteria:
      - dexterity
      - holding_share
      - acceleration
      - {of: acceleration, along: x, name: a_x}
      - {of: acceleration, along: -x, name: a_back}
      - {of: acceleration, along: y, name: a_up}
      - {of: acceleration, along: -y, name: a_down}
      - {of: acceleration, along: z, name: a_out}
      - angular_acceleration
      - force
      - {of: force, along: x, name: f_x}
      - {of: force, along: -y, name: f_down}
      - torque
      - stiffness
      - {of: stiffness, along: x, name: k_x}
      - {of: stiffness, along: [1, 1, 0], name: k_diagonal}
      - {of: stiffness, along: z, name: k_out}
      - rotary_stiffness
      - natural_frequency
      - travel_reserve
)";

std::string make_gantry(const std::string& x = "guess: 0", const std::string& f1 = "viscous: 0",
                        const std::string& f2 = "viscous: 0") {
  std::string text = kGantry;
  for (const auto& [mark, by] : {std::pair{"X_MORE", x}, {"F1_MORE", f1}, {"F2_MORE", f2}}) {
    text.replace(text.find(mark), std::string(mark).size(), by);
  }
  return text;
}

void expect_all(const WorkspaceMap& map, const std::string& column, double expected) {
  const std::vector<double>& values = values_of(map, column);
  EXPECT_EQ(values.size(), 6u);
  for (const double value : values) {
    if (std::isinf(expected)) {
      EXPECT_EQ(value, expected) << column;
    } else {
      EXPECT_NEAR(value, expected, kGantryTolerance * std::abs(expected)) << column;
    }
  }
}

double to_frequency(double stiffness_over_mass) {
  return std::sqrt(stiffness_over_mass) / (2.0 * std::numbers::pi);
}

TEST(Gantry, PushesMassesAgainstGravity) {
  const WorkspaceMap map = map_text(make_gantry());
  const double weight = kGantryMass2 * kGravity;
  expect_all(map, "dexterity", 1.0);
  expect_all(map, "holding_share", weight / kForce2);
  expect_all(map, "a_x", kForce1 / (kGantryMass1 + kGantryMass2));
  expect_all(map, "a_up", (kForce2 - weight) / kGantryMass2);
  expect_all(map, "a_down", (kForce2 + weight) / kGantryMass2);
  expect_all(map, "acceleration", (kForce2 - weight) / kGantryMass2);  // 30.2 < 42.9 along x
  expect_all(map, "f_x", kForce1);
  expect_all(map, "f_down", kForce2 + weight);
  expect_all(map, "force", kForce2 - weight);
}

TEST(Gantry, DoesNotMoveOutOfItsPlane) {
  const WorkspaceMap map = map_text(make_gantry());
  for (const char* column : {"a_out", "angular_acceleration", "torque"}) {
    expect_all(map, column, 0.0);
  }
  constexpr double kRigid = std::numeric_limits<double>::infinity();
  expect_all(map, "k_out", kRigid);
  expect_all(map, "rotary_stiffness", kRigid);
}

TEST(Gantry, RestsOnTheSpringsOfItsDrives) {
  const WorkspaceMap map = map_text(make_gantry());
  expect_all(map, "k_x", kStiffness1);
  expect_all(map, "stiffness", kStiffness2);
  expect_all(map, "k_diagonal", 1.0 / (0.5 / kStiffness1 + 0.5 / kStiffness2));
  expect_all(map, "natural_frequency",
             to_frequency(std::min(kStiffness1 / (kGantryMass1 + kGantryMass2),
                                   kStiffness2 / kGantryMass2)));
}

// A gear of 50 turns (rad) per metre: limits and rotor are the motor's, the stiffness is not.
TEST(Gantry, DriveThroughAGear) {
  const std::string gear = "gear: {ratio: 50 rad/m, efficiency: 0.9}, rotor_inertia: 0.002 kg m^2";
  std::string text = make_gantry("guess: 0", gear);
  text.replace(text.find("limits: 300"), 11, "limits: 6 N m");
  const WorkspaceMap map = map_text(text);
  const double force = 6.0 * 50.0 * 0.9, rotor = 0.002 * 50.0 * 50.0;
  expect_all(map, "a_x", force / (kGantryMass1 + kGantryMass2 + rotor));
  expect_all(map, "f_x", force);
  expect_all(map, "k_x", kStiffness1);
  // The motor is held: its rotor does not swing.
  expect_all(map, "natural_frequency",
             to_frequency(std::min(kStiffness1 / (kGantryMass1 + kGantryMass2),
                                   kStiffness2 / kGantryMass2)));
}

// The stall torque of a torque-speed line is a limit at rest as well.
TEST(Gantry, StallsAtRest) {
  const WorkspaceMap map =
      map_text(make_gantry("guess: 0", "speed_line: {stall: 210 N, no_load_speed: 3 m/s}"));
  expect_all(map, "a_x", 210.0 / (kGantryMass1 + kGantryMass2));
  expect_all(map, "a_back", 210.0 / (kGantryMass1 + kGantryMass2));
  expect_all(map, "f_x", 210.0);
}

// The guide of X is compliant upwards (its frame's x is global y): springs in series under the
// tool, carriage and slide a chain of two masses.
TEST(Gantry, GuideInSeriesWithADrive) {
  constexpr double kGuide = 2.5e6;
  const WorkspaceMap map = map_text(make_gantry("stiffness: {x: 2.5e6 N/m}"));
  expect_all(map, "k_x", kStiffness1);
  const double series = 1.0 / (1.0 / kGuide + 1.0 / kStiffness2);
  expect_all(map, "stiffness", series);
  expect_all(map, "k_diagonal", 1.0 / (0.5 / kStiffness1 + 0.5 / series));
  // m1 m2 w^4 - ((k + k2) m2 + k2 m1) w^2 + k k2 = 0
  const double b = (kGuide + kStiffness2) * kGantryMass2 + kStiffness2 * kGantryMass1;
  const double product = kGantryMass1 * kGantryMass2;
  const double square =
      (b - std::sqrt(b * b - 4.0 * product * kGuide * kStiffness2)) / (2.0 * product);
  expect_all(map, "natural_frequency",
             to_frequency(std::min(square, kStiffness1 / (kGantryMass1 + kGantryMass2))));
}

// A spring parallel to a drive adds to its stiffness, and its preload to what the drive holds.
TEST(Gantry, SpringBesideADrive) {
  std::string text = make_gantry();
  text.replace(text.find("tool:"), 5, "springs: {S: {joint: Y, stiffness: 500, rest: 0.3}}\ntool:");
  const WorkspaceMap map = map_text(text);
  expect_all(map, "stiffness", kStiffness2 + 500.0);
  for (std::size_t i = 0; i < 6; ++i) {
    const double y = (i % 2 == 0 ? 0.1 : 0.9) - 0.2;  // Y's displacement, the tool 0.2 above
    const double hold = kGantryMass2 * kGravity + 500.0 * (y - 0.3);
    EXPECT_NEAR(values_of(map, "holding_share")[i], std::abs(hold) / kForce2, kGantryTolerance);
  }
}

// The minimum of both axes, in shares of half the travel; one end alone does not define a travel.
TEST(Gantry, KeepsReserveOfTravel) {
  const WorkspaceMap map = map_text(make_gantry("travel: [-0.7, 1.3]"));
  const WorkspaceMap one_end = map_text(make_gantry("travel: [-0.7, none]"));
  for (std::size_t i = 0; i < 6; ++i) {
    const double x = -0.5 + 0.6 * static_cast<double>(i / 2) - 0.1;
    const double y = (i % 2 == 0 ? 0.1 : 0.9) - 0.2;
    const double of_x = 1.0 - std::abs(x - 0.3) / 1.0, of_y = 1.0 - std::abs(y);
    EXPECT_NEAR(values_of(map, "travel_reserve")[i], std::min(of_x, of_y), kGantryTolerance);
    EXPECT_NEAR(values_of(one_end, "travel_reserve")[i], of_y, kGantryTolerance);
  }
}

TEST(Gantry, IsOutOfTravelBeyondIt) {
  const WorkspaceMap map = map_text(make_gantry("travel: [-0.1, 0.5]"));
  for (std::size_t i = 0; i < 6; ++i) {
    const bool inside = i / 2 == 1;  // x = 0.1: X = 0; otherwise -0.6 and 0.6
    EXPECT_EQ(map.status[i], inside ? SampleStatus::ok : SampleStatus::out_of_travel);
    EXPECT_EQ(map.reason[i].empty(), inside);
    EXPECT_EQ(map.reason[i].find("X = ") == std::string::npos, inside) << map.reason[i];
    EXPECT_EQ(values_of(map, "acceleration")[i] > 0.0, inside);
    EXPECT_EQ(std::isinf(values_of(map, "holding_share")[i]), !inside);
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
