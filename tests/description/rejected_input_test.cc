// Every mistake a machine file can hold is refused at its own line and column, with what is wrong
// and what was expected. Each case is a good file with one piece of text replaced; the mark @ in
// the replacement (removed before reading) is where the message must point.

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "globaldyn/machine/machine.h"

#include "core/base/constants.h"

namespace globaldyn {
namespace {

constexpr const char* kFile = "machine.yaml";

constexpr const char* kGood = R"(globaldyn: 1
name: rail_arm
description: a cart on a rail with an arm on it

parameters:
  rail: {value: 1.2 m, min: 0.5 m, max: 3 m, description: length of the rail}
  arm: 0.4 m
  half: rail/2
  cart_mass: 5 kg

materials:
  steel: 7850 kg/m^3

gravity: [0, -9.81, 0]

bodies:
  ground:
    frames:
      rail: {at: [0, 0], axis: x}
  cart:
    mass: cart_mass
    com: [0.01, 0]
    inertia: {diag: [0.02, 0.03, 0.04]}
    frames:
      pin: [0, 0.05]
  lever:
    frames:
      tip: [arm, 0]
    solids:
      - rod: {from: [0, 0], to: [arm, 0], diameter: 20 mm, material: steel}
      - tube: {from: [0, 0], to: [0, 0.1], diameter: 30 mm, wall: 2 mm, density: 2700}

joints:
  slide: {type: prismatic, a: ground.rail, b: {body: cart, axis: x}, travel: [-half, half]}
  pin: {type: revolute, a: cart.pin, b: lever, travel: [-170 deg, 170 deg], guess: 10 deg}

drives:
  push: {joint: slide, limits: 500 N, viscous: 20 N s/m}
  turn:
    joint: pin
    limits: [-5 N m, 6 N m]
    gear: {ratio: 10, efficiency: 0.9}

springs:
  back: {joint: pin, stiffness: 3 N m/rad, rest: 0, damping: 0.1 N m s/rad}

tool: lever.tip

loads:
  tool_wrench: {force: [0, -10 N, 0], torque: [0, 0, 1 N m]}

assembly:
  restarts: 50
  branch:
    - positive: lever.tip.x - cart.pin.x
    - {joint: pin, range: [-90 deg, 90 deg]}

paths:
  straight:
    position: {line: {from: [0, 0.2], to: [0.1, 0.2]}}
  wave:
    position: {x: 0.1*cos(p), y: 0.2 + 0.01*sin(p)}
    p_max: 2*pi
  direct:
    drives: {push: 0.1*p, turn: p/10}
    p_max: 1
)";

std::string replace_once(std::string text, const std::string& replaced, const std::string& by) {
  const std::size_t at = text.find(replaced);
  EXPECT_NE(at, std::string::npos) << "not in the good file: " << replaced;
  EXPECT_EQ(text.find(replaced, at + 1), std::string::npos) << "there twice: " << replaced;
  return at == std::string::npos ? text : text.replace(at, replaced.size(), by);
}

struct Marked {
  std::string text;
  SourcePlace place;
};

// Removes the mark @ from the text and returns its place.
Marked take_mark(std::string text) {
  const std::size_t at = text.find('@');
  EXPECT_NE(at, std::string::npos) << "no mark in:\n" << text;
  EXPECT_EQ(text.find('@', at + 1), std::string::npos) << "two marks in:\n" << text;
  if (at == std::string::npos) return {text, {}};
  SourcePlace place{kFile, 1, 1};
  for (std::size_t i = 0; i < at; ++i) {
    place.column = text[i] == '\n' ? 1 : place.column + 1;
    place.line += text[i] == '\n' ? 1 : 0;
  }
  return {text.erase(at, 1), place};
}

Machine parse_text(const std::string& text, const std::vector<ParameterOverride>& overrides = {},
                   const std::string& folder = "/nonexistent") {
  return parse_machine(text, kFile, folder, overrides);
}

// Reads the file, which must be refused at `place` with a one-line message holding `parts`.
void expect_refused(const std::string& text, const SourcePlace& place,
                    const std::vector<std::string>& parts,
                    const std::vector<ParameterOverride>& overrides = {},
                    const std::string& folder = "/nonexistent") {
  try {
    (void)parse_text(text, overrides, folder);
    ADD_FAILURE() << "accepted; expected a refusal at " << to_string(place);
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(to_string(error.place()), to_string(place)) << message;
    EXPECT_EQ(message.find(to_string(place) + ": "), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    for (const std::string& part : parts) {
      EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' not in: " << message;
    }
  }
}

struct Case {
  std::string name;
  std::string replaced;
  std::string by;
  std::vector<std::string> parts;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.by; }
};

class RejectedInput : public testing::TestWithParam<Case> {};

TEST_P(RejectedInput, IsRefusedInItsPlace) {
  const Case& c = GetParam();
  const Marked marked = take_mark(replace_once(kGood, c.replaced, c.by));
  expect_refused(marked.text, marked.place, c.parts);
}

std::string name_case(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

// ---- The control: without the replacements nothing is wrong. ----

TEST(GoodInput, GivesTheMechanismItDescribes) {
  const Machine machine = parse_text(kGood);
  const Mechanism& mechanism = machine.mechanism;
  EXPECT_EQ(mechanism.name, "rail_arm");
  EXPECT_EQ(machine.description, "a cart on a rail with an arm on it");

  ASSERT_EQ(machine.parameters.all().size(), 4u);
  EXPECT_EQ(machine.parameters.find("rail")->value, 1.2);
  EXPECT_EQ(machine.parameters.find("rail")->min, 0.5);
  EXPECT_EQ(machine.parameters.find("rail")->max, 3.0);
  EXPECT_EQ(machine.parameters.find("half")->value, 0.6);
  EXPECT_EQ(machine.parameters.find("half")->dimension, dimension::length);

  ASSERT_EQ(mechanism.body_count(), 2);
  EXPECT_EQ(mechanism.bodies[1].name, "cart");
  EXPECT_EQ(mechanism.bodies[1].mass_properties.mass, 5.0);
  EXPECT_EQ(mechanism.bodies[1].mass_properties.com, Vector3d(0.01, 0.0, 0.0));
  EXPECT_EQ(mechanism.bodies[1].mass_properties.inertia.diagonal(), Vector3d(0.02, 0.03, 0.04));
  EXPECT_EQ(mechanism.bodies[2].name, "lever");
  EXPECT_EQ(mechanism.bodies[2].solids.size(), 2u);
  const double rod = 7850.0 * kPi / 4.0 * 0.02 * 0.02 * 0.4;
  const double tube = 2700.0 * kPi / 4.0 * (0.03 * 0.03 - 0.026 * 0.026) * 0.1;
  EXPECT_DOUBLE_EQ(mechanism.bodies[2].mass_properties.mass, rod + tube);

  ASSERT_EQ(mechanism.joints.size(), 2u);
  EXPECT_EQ(mechanism.joints[0].kind, JointKind::prismatic);
  EXPECT_EQ(mechanism.joints[0].body_a, 0);
  EXPECT_EQ(mechanism.joints[0].body_b, 1);
  EXPECT_EQ(mechanism.joints[0].travel[0], (Interval{-0.6, 0.6}));
  EXPECT_EQ(mechanism.joints[1].kind, JointKind::revolute);
  EXPECT_EQ(mechanism.joints[1].body_a, 1);
  EXPECT_EQ(mechanism.joints[1].body_b, 2);
  EXPECT_DOUBLE_EQ(mechanism.joints[1].guess[0], kPi / 18.0);
  EXPECT_TRUE(mechanism.joints[1].frame_a.origin.isApprox(Vector3d(-0.01, 0.05, 0.0)));

  ASSERT_EQ(mechanism.drive_count(), 2);
  EXPECT_FALSE(mechanism.drives[0].rotational);
  EXPECT_EQ(mechanism.drives[0].viscous, 20.0);
  EXPECT_TRUE(mechanism.drives[1].rotational);
  EXPECT_EQ(mechanism.drives[1].ratio, 10.0);
  ASSERT_EQ(machine.limits.size(), 2u);
  EXPECT_EQ(machine.limits[0].force, (Interval{-500.0, 500.0}));
  EXPECT_DOUBLE_EQ(machine.limits[1].force.low, -45.0);
  EXPECT_DOUBLE_EQ(machine.limits[1].force.high, 54.0);

  ASSERT_EQ(mechanism.springs.size(), 1u);
  EXPECT_EQ(mechanism.springs[0].stiffness, 3.0);
  EXPECT_EQ(mechanism.gravity, Vector3d(0.0, -9.81, 0.0));
  ASSERT_TRUE(mechanism.tool);
  EXPECT_EQ(mechanism.tool->body, 2);
  ASSERT_TRUE(mechanism.wrench);
  EXPECT_EQ(mechanism.wrench->force[1].evaluate(), -10.0);
  EXPECT_EQ(mechanism.restarts, 50);
  ASSERT_EQ(mechanism.branch.size(), 2u);
  EXPECT_FALSE(mechanism.branch[0].range.contains(0.0));
  EXPECT_TRUE(mechanism.branch[0].range.contains(1e-300));
  EXPECT_DOUBLE_EQ(mechanism.branch[1].range.high, kPi / 2.0);
  EXPECT_TRUE(machine.topology.loose.empty());

  ASSERT_EQ(machine.paths.size(), 3u);
  EXPECT_EQ(machine.paths[0].p_max, 1.0);
  EXPECT_EQ(machine.paths[0].coordinates.size(), 2u);
  EXPECT_DOUBLE_EQ(machine.paths[1].p_max, 2.0 * kPi);
  EXPECT_DOUBLE_EQ(machine.paths[1].task(0.0).target.value(0), 0.1);
  EXPECT_EQ(machine.paths[2].coordinates[1].kind, TaskCoordinate::Kind::drive);
}

// The places of the table's marks are computed by the test itself; here they are counted by hand.
TEST(GoodInput, PlacesAreCountedFromOne) {
  expect_refused(replace_once(kGood, "arm: 0.4 m\n", "arm: 0.4 km + xx\n"), {kFile, 7, 17},
                 {"unknown parameter 'xx'"});
}

// ---- Numbers ----

const std::vector<Case> kNumbers{
    {"nan_mass", "mass: cart_mass", "mass: @.nan", {"'.nan'", "expected a finite number"}},
    {"inf_mass", "mass: cart_mass", "mass: @.inf", {"'.inf'", "expected a finite number"}},
    {"negative_inf_mass", "mass: cart_mass", "mass: @-.inf", {"'-.inf'", "a finite number"}},
    {"nan_word", "mass: cart_mass", "mass: @nan", {"'nan'", "expected a finite number"}},
    {"inf_word", "mass: cart_mass", "mass: @inf", {"'inf'", "expected a finite number"}},
    {"huge_literal", "mass: cart_mass", "mass: @1e999", {"too large", "a finite number"}},
    {"huge_literal_in_sum", "mass: cart_mass", "mass: 1 + @1e999", {"too large", "finite"}},
    {"division_by_zero", "mass: cart_mass", "mass: @1/0", {"'1/0'", "not a finite number"}},
    {"zero_by_zero", "mass: cart_mass", "mass: @0/0", {"'0/0'", "not a finite number"}},
    {"overflow", "mass: cart_mass", "mass: @1e200*1e200", {"not a finite number"}},
    {"root_of_negative", "com: [0.01, 0]", "com: [@sqrt(-1), 0]", {"not a finite number"}},
    {"log_of_zero", "com: [0.01, 0]", "com: [0, @log(0)]", {"not a finite number"}},
    {"nan_parameter", "arm: 0.4 m", "arm: @.nan", {".nan", "finite number"}},
    {"inf_parameter", "arm: 0.4 m", "arm: @-.inf", {"-.inf", "finite number"}},
    {"nan_word_parameter", "arm: 0.4 m", "arm: @nan", {"nan", "finite number"}},
    {"infinite_parameter", "arm: 0.4 m", "arm: @1 m/0", {"'1 m/0' is not a finite number"}},
    {"huge_parameter", "arm: 0.4 m", "arm: @1e999 m", {"too large", "finite"}},
    {"nan_bound", "min: 0.5 m", "min: @0 m/0", {"'0 m/0' is not a finite number"}},
    {"inf_bound", "max: 3 m", "max: @.inf", {".inf", "finite number"}},
    {"endless_force", "limits: 500 N", "limits: @1e40 N", {"a limit beyond 1e30", "'none'"}},
    {"pushing_cable",
     "push: {joint: slide, limits: 500 N,",
     "push: {type: cable, from: ground, to: cart, limits: @500 N,",
     {"a cable that could push", "least >= 0"}},
    {"infinite_force", "limits: 500 N", "limits: @.inf", {"'.inf'", "a finite number"}},
    {"infinite_limit", "6 N m]", "@1e999]", {"too large", "expected a finite number"}},
    {"infinite_gravity", "-9.81, 0]", "@-1/0, 0]", {"not a finite number"}},
    {"infinite_wrench", "-10 N, 0]", "@1 N/0, 0]", {"not a finite number"}},
    {"nan_wrench_torque", "1 N m]}", "@0/0]}", {"not a finite number"}},
    {"infinite_p_max", "p_max: 2*pi", "p_max: @2*pi/0", {"not a finite number"}},
    {"infinite_path",
     "  wave:\n    position: {x: 0.1*cos(p)",
     "  @wave:\n    position: {x: 0.1*cos(p)/p",
     {"no finite value", "p = 0"}},
    // The mass follows from finite numbers and is nevertheless infinite.
    {"infinite_solid",
     "- rod: {from: [0, 0], to: [arm, 0], diameter: 20 mm, material: steel}",
     "- rod: @{from: [0, 0], to: [arm, 0], diameter: 1e160, material: steel}",
     {"finite"}},
    {"negative_mass", "mass: cart_mass", "mass: @-2 kg", {"negative mass", "zero or more"}},
    {"negative_mass_by_parameter", "mass: cart_mass", "mass: @-cart_mass", {"negative mass"}},
    {"negative_density", "7850 kg/m^3", "@-7850 kg/m^3", {"negative density", "more than zero"}},
    {"zero_diameter", "diameter: 20 mm", "diameter: @0 mm", {"zero diameter", "more than zero"}},
    {"negative_stiffness", "3 N m/rad", "@-3 N m/rad", {"negative stiffness", "zero or more"}},
    {"negative_friction", "20 N s/m", "@-20 N s/m", {"negative friction", "zero or more"}},
    {"negative_limit", "limits: 500 N", "limits: @-500 N", {"negative limit", "more than zero"}},
    {"negative_p_max", "p_max: 2*pi", "p_max: @-2*pi", {"negative p_max", "more than zero"}},
    {"zero_gear", "ratio: 10", "ratio: @0", {"zero gear ratio"}},
    {"efficiency_above_one", "efficiency: 0.9", "efficiency: @1.1", {"efficiency above 1"}},
    {"broken_count", "restarts: 50", "restarts: @1.5", {"1.5", "whole number"}},
    {"many_restarts", "restarts: 50", "restarts: @1e6", {"too many restarts", "at most 100000"}},
    {"two_by_four", "com: [0.01, 0]", "com: @[0.01, 0, 0, 0]", {"4 numbers", "expected 2 or 3"}},
    {"number_for_list", "com: [0.01, 0]", "com: @0.01", {"no list", "expected a list"}},
    {"list_for_number", "mass: cart_mass", "mass: @[5]", {"a list or map", "expected a value"}},
    {"zero_direction",
     "rail: {at: [0, 0], axis: x}",
     "rail: {at: [0, 0], axis: @[0, 0, 0]}",
     {"length zero", "expected a direction"}},
    {"unknown_direction",
     "rail: {at: [0, 0], axis: x}",
     "rail: {at: [0, 0], axis: @w}",
     {"unknown 'w'", "x, y, z"}},
};
INSTANTIATE_TEST_SUITE_P(Numbers, RejectedInput, testing::ValuesIn(kNumbers), name_case);

// ---- Inertia tensors and solids no body can have ----

const std::vector<Case> kBodies{
    {"negative_moment",
     "{diag: [0.02, 0.03, 0.04]}",
     "@{diag: [-0.02, 0.03, 0.04]}",
     {"no body can have", "principal moment is negative"}},
    {"triangle",
     "{diag: [0.02, 0.03, 0.04]}",
     "@{diag: [0.02, 0.03, 0.051]}",
     {"no body can have", "exceeds the sum of the other two"}},
    {"not_symmetric",
     "{diag: [0.02, 0.03, 0.04]}",
     "@{matrix: [[0.02, 0.001, 0], [0, 0.03, 0], [0, 0, 0.04]]}",
     {"no body can have", "not symmetric"}},
    {"hidden_negative_moment",
     "{diag: [0.02, 0.03, 0.04]}",
     "@{xx: 0.02, yy: 0.03, zz: 0.04, xy: 0.03}",
     {"no body can have", "is negative"}},
    {"about_origin_too_small",
     "com: [0.01, 0]\n    inertia: {diag: [0.02, 0.03, 0.04]}",
     "com: [0.2, 0]\n    inertia: @{diag: [0.02, 0.03, 0.04], about: origin}",
     {"no body can have", "principal moment is negative"}},
    {"two_rows",
     "{diag: [0.02, 0.03, 0.04]}",
     "{matrix: @[[1, 0, 0], [0, 1, 0]]}",
     {"2 rows", "expected 3"}},
    {"missing_entry", "{diag: [0.02, 0.03, 0.04]}", "@{xx: 0.02, yy: 0.03}", {"'zz' is missing"}},
    {"inertia_given_twice",
     "{diag: [0.02, 0.03, 0.04]}",
     "{diag: [0.02, 0.03, 0.04], @plate: 0.04}",
     {"'plate'", "'diag'"}},
    {"inertia_entry_beside_tensor",
     "{diag: [0.02, 0.03, 0.04]}",
     "{diag: [0.02, 0.03, 0.04], @xy: 0.01}",
     {"'xy'"}},
    // A tensor cannot be rotated by an axis: the key would be silently ignored.
    {"inertia_axis",
     "{diag: [0.02, 0.03, 0.04]}",
     "{diag: [0.02, 0.03, 0.04], @axis: y}",
     {"'axis'"}},
    {"about_elsewhere", "0.04]}\n", "0.04], about: @origine}\n", {"did you mean 'origin'?"}},
    {"thick_wall", "wall: 2 mm", "wall: @16 mm", {"wall thicker than the radius"}},
    {"no_length",
     "{from: [0, 0], to: [0, 0.1]",
     "@{from: [0, 0], to: [0, 0]",
     {"same point", "expected a length"}},
    {"unknown_material",
     "material: steel",
     "material: @steal",
     {"no material 'steal'", "did you mean 'steel'?"}},
    {"two_masses",
     "material: steel",
     "mass: 1 kg, @material: steel",
     {"both 'mass' and 'material'"}},
    {"unknown_solid", "- rod:", "- @rood:", {"unknown 'rood'", "did you mean 'rod'?"}},
    {"two_solids_in_one", "- rod: {", "- @box: {}\n        rod: {", {"expected '- rod"}},
    {"mass_twice", "  lever:\n", "  lever:\n    mass: @3 kg\n", {"both 'mass' and solids"}},
    {"massless",
     "    mass: cart_mass\n    com: [0.01, 0]\n"
     "    inertia: {diag: [0.02, 0.03, 0.04]}\n    frames:",
     "    @frames:",
     {"a body without mass"}},
    {"inertia_without_mass",
     "    mass: cart_mass\n    com: [0.01, 0]\n    inertia: {",
     "    inertia: @{",
     {"'inertia' without 'mass'"}},
    {"body_called_global", "  lever:\n", "  @global:\n", {"'global' is the fixed frame"}},
};
INSTANTIATE_TEST_SUITE_P(Bodies, RejectedInput, testing::ValuesIn(kBodies), name_case);

// ---- Keys and names ----

const std::vector<Case> kKeys{
    {"top", "gravity:", "@gravitiy:", {"unknown key 'gravitiy'", "did you mean 'gravity'?"}},
    {"top_alike_none", "gravity:", "@wind:", {"unknown key 'wind'", "expected one of"}},
    {"body", "    com:", "    @center:", {"unknown key 'center'", "expected one of mass, com"}},
    {"ground", "  ground:\n", "  ground:\n    @mass: 3 kg\n", {"unknown key 'mass'"}},
    {"frame",
     "rail: {at: [0, 0], axis: x}",
     "rail: {at: [0, 0], @axes: x}",
     {"unknown key 'axes'", "did you mean 'axis'?"}},
    {"inertia", "{diag:", "{@dig:", {"unknown key 'dig'", "did you mean 'diag'?"}},
    {"solid", "wall:", "@wal:", {"unknown key 'wal'", "did you mean 'wall'?"}},
    {"joint", "guess: 10 deg", "@gues: 10 deg", {"unknown key 'gues'", "did you mean 'guess'?"}},
    {"joint_travel",
     "travel: [-half, half]",
     "travel: {@displacment: [-half, half]}",
     {"unknown key 'displacment'", "did you mean 'displacement'?"}},
    {"joint_end", "{body: cart, axis: x}", "{body: cart, @axix: x}", {"did you mean 'axis'?"}},
    {"drive", "viscous:", "@viscos:", {"unknown key 'viscos'", "did you mean 'viscous'?"}},
    {"gear", "efficiency:", "@eficiency:", {"did you mean 'efficiency'?"}},
    {"spring", "stiffness:", "@stifness:", {"did you mean 'stiffness'?"}},
    {"parameter", "arm: 0.4 m", "arm: {@valu: 0.4 m}", {"did you mean 'value'?"}},
    {"loads", "tool_wrench:", "@tool_force:", {"unknown key 'tool_force'", "tool_wrench"}},
    {"wrench", "torque:", "@torqe:", {"did you mean 'torque'?"}},
    {"assembly", "restarts:", "@restart:", {"did you mean 'restarts'?"}},
    {"condition", "range:", "@rang:", {"did you mean 'range'?"}},
    {"path", "p_max: 1\n", "@pmax: 1\n", {"unknown key 'pmax'", "did you mean 'p_max'?"}},
    {"curve", "{from: [0, 0.2],", "{@form: [0, 0.2],", {"did you mean 'from'?"}},
    {"curve_component", "y: 0.2", "@w: 0.2", {"unknown key 'w'", "x, y, z"}},
    {"path_kind", "{line:", "{@lime:", {"unknown 'lime'", "did you mean 'line'?"}},
    {"orientation_kind",
     "p_max: 2*pi",
     "p_max: 2*pi\n    orientation: {@phy: 0}",
     {"unknown 'phy'", "did you mean 'phi'?"}},
    {"joint_kind", "type: revolute", "type: @revolut", {"did you mean 'revolute'?"}},
    {"drive_kind", "push: {", "push: {type: @moter, ", {"did you mean 'motor'?"}},
    {"wrench_frame", "1 N m]}", "1 N m], frame: @gobal}", {"did you mean 'global'?"}},
    {"duplicate_top", "gravity:", "@name: again\ngravity:", {"duplicate name 'name'"}},
    {"duplicate_key",
     "com: [0.01, 0]",
     "com: [0.01, 0]\n    @mass: 3 kg",
     {"duplicate name 'mass'"}},
    {"duplicate_body", "joints:\n", "  @cart: {mass: 1}\njoints:\n", {"duplicate name 'cart'"}},
    {"duplicate_joint",
     "drives:\n  push",
     "  @pin: {type: weld, a: cart, b: lever}\n"
     "drives:\n  push",
     {"duplicate name 'pin'", "expected every name once"}},
    {"duplicate_path", "  direct:\n", "  direct: {}\n  @direct:\n", {"duplicate name 'direct'"}},
    {"no_name", "  lever:\n", "  @2nd lever:\n", {"'2nd lever' is no name", "no digit first"}},
    {"list_as_key", "  lever:\n", "  ? @[a, b]\n  :\n", {"a key that is not a name"}},
    {"line_break_in_name", "type: revolute", "type: \"@revo\\nlute\"", {"unknown 'revo"}},
    {"line_break_in_key", "  lever:\n", "  \"@le\\nver\":\n", {"is no name"}},
    {"no_map",
     "loads:\n  tool_wrench: {force: [0, -10 N, 0], torque: [0, 0, 1 N m]}",
     "loads: @12",
     {"no map here", "expected keys with values"}},
    {"empty_value", "limits: 500 N", "limits: @{}", {"no list", "expected a list"}},
};
INSTANTIATE_TEST_SUITE_P(Keys, RejectedInput, testing::ValuesIn(kKeys), name_case);

// ---- Units and dimensions ----

const std::vector<Case> kUnits{
    {"unknown", "diameter: 20 mm", "diameter: 20 @mn", {"unknown unit 'mn'", "did you mean"}},
    {"unknown_in_quotient", "viscous: 20 N s/m", "viscous: 20 N s/@mx", {"unknown name 'mx'"}},
    {"unknown_in_power", "0.1 N m s/rad", "0.1 N @mt^2", {"unknown unit 'mt'"}},
    {"mass_for_length",
     "diameter: 20 mm",
     "diameter: @20 g",
     {"'20 g' is mass (kg)", "expected length (m)"}},
    {"length_for_mass", "mass: cart_mass", "mass: @arm", {"'arm' is length", "expected mass"}},
    {"condition_of_mixed_dimension",
     "- positive: lever.tip.x - cart.pin.x",
     "- positive: lever.tip.x @- pin",
     {"length (m) combined with", "expected the same dimension"}},
    {"torque_for_force", "limits: 500 N", "limits: @500 N m", {"is torque", "expected force"}},
    {"force_for_torque", "6 N m]", "@6 N]", {"is force", "expected torque"}},
    {"linear_friction_on_rotation",
     "0.1 N m s/rad",
     "@0.1 N s/m",
     {"damping (N s/m)", "expected rotary damping"}},
    {"density", "2700}", "@2700 kg/m^2}", {"a quantity in kg m^-2", "expected density"}},
    {"gravity", "-9.81, 0]", "@-9.81 m/s, 0]", {"a quantity in m s^-1", "acceleration"}},
    {"in_vector", "tip: [arm, 0]", "tip: [@2*cart_mass, 0]", {"is mass", "expected length"}},
    {"travel", "[-half, half]", "[-half, @half/(1 s)]", {"expected length"}},
    {"guess", "guess: 10 deg", "guess: @10 mm", {"is length", "expected a plain number or an an"}},
    {"bound", "max: 3 m", "max: @3 kg", {"'3 kg' is mass", "expected length"}},
    {"path", "x: 0.1*cos(p)", "x: @0.1 s*cos(p)", {"is time", "expected length"}},
    {"path_drive", "turn: p/10", "turn: @1 m + p/10", {"is length", "expected a plain number"}},
    {"wrench", "-10 N, 0]", "@-10 N m, 0]", {"is torque", "expected force"}},
    {"in_sum",
     "half: rail/2",
     "half: rail/2 @+ cart_mass",
     {"length (m) combined with mass (kg)", "expected the same dimension"}},
    {"in_difference", "half: rail/2", "half: rail/2 @- 3 s*2", {"length (m) combined with time"}},
    {"in_nested_sum",
     "half: rail/2",
     "half: rail/(2 m + 1 m) * (arm @+ 3 N)",
     {"length (m) combined with force (N)"}},
    {"in_function", "half: rail/2", "half: 2*@sin(arm)", {"length (m)", "a plain number or an an"}},
    {"in_two_place_function",
     "half: rail/2",
     "half: rail/2 + @max(arm, cart_mass)",
     {"length (m) combined with mass (kg)"}},
    {"exponent", "half: rail/2", "half: 2@^arm", {"length (m)", "plain number"}},
    {"third_power_root", "half: rail/2", "half: arm@^0.3", {"power of length", "whole or half"}},
    {"fourth_root", "half: rail/2", "half: @sqrt(sqrt(arm))", {"root"}},
    {"root_of_root", "half: rail/2", "half: (arm^0.5)@^0.5", {"power", "whole or half"}},
};
INSTANTIATE_TEST_SUITE_P(Units, RejectedInput, testing::ValuesIn(kUnits), name_case);

// ---- Expressions ----

const std::vector<Case> kExpressions{
    {"ends_early", "half: rail/2", "half: rail/@", {"ends too early", "a number, a name or '('"}},
    {"open_parenthesis", "half: rail/2", "half: (rail/2@", {"ends too early", "')'"}},
    {"stray_parenthesis", "half: rail/2", "half: rail/2@)", {"unexpected ')'"}},
    {"two_values", "half: rail/2", "half: rail @2", {"unexpected '2'", "an operator or the end"}},
    {"foreign_character", "half: rail/2", "half: rail @$ 2", {"unexpected '$'"}},
    {"comma_for_point", "cart_mass: 5 kg", "cart_mass: 5@,2 kg", {"unexpected ','"}},
    {"unknown_name",
     "half: rail/2",
     "half: 1 + @rial/2",
     {"unknown parameter 'rial'", "did you mean 'rail'?"}},
    {"unknown_function",
     "half: rail/2",
     "half: 1 + @sine(rail)",
     {"unknown function 'sine'", "did you mean 'sin'?"}},
    {"too_few_arguments", "half: rail/2", "half: @atan2(1)", {"'atan2' with 1 arg", "expected 2"}},
    {"too_many_arguments", "half: rail/2", "half: @sin(1, 2)", {"'sin' with 2 arg", "expected 1"}},
    {"path_variable_elsewhere", "mass: cart_mass", "mass: @p", {"unknown name 'p'"}},
    {"unknown_in_path", "x: 0.1*cos(p)", "x: 0.1*cos(@q)", {"unknown name 'q'"}},
    {"too_long",
     "half: rail/2",
     "half: @rail" + std::string(1000, '0'),
     {"expression of 1004 characters", "expected at most 1000"}},
    {"too_deep",
     "half: rail/2",
     "half: " + std::string(100, '(') + "@(rail" + std::string(101, ')'),
     {"parentheses nested too deep", "expected at most 100"}},
    {"signs_in_a_row", "half: rail/2", "half: --@-rail", {"operators in a row"}},
    // The text starts one column after the quotation mark.
    {"degree_sign", "guess: 10 deg", "guess: 10@\u00b0", {"'\u00b0'"}},
    {"no_break_space", "half: rail/2", "half: rail@\u00a0/2", {"unexpected"}},
    {"in_quotes", "half: rail/2", "half: \"rail/@xx\"", {"unknown parameter 'xx'"}},
    {"in_single_quotes", "half: rail/2", "half: 'rail/@xx'", {"unknown parameter 'xx'"}},
};
INSTANTIATE_TEST_SUITE_P(Expressions, RejectedInput, testing::ValuesIn(kExpressions), name_case);

// ---- Parameters ----

const std::vector<Case> kParameters{
    {"cycle_of_one", "half: rail/2", "half: @half/2", {"in a cycle: half -> half"}},
    {"cycle_of_two",
     "half: rail/2",
     "half: @other/2\n  other: half*2",
     {"in a cycle: half -> other -> half"}},
    {"cycle_by_bound",
     "{value: 1.2 m, min: 0.5 m, max: 3 m",
     "{value: @1.2 m, max: 2*half",
     {"in a cycle: rail -> half -> rail"}},
    {"below_min",
     "{value: 1.2 m, min: 0.5 m",
     "{value: @0.4 m, min: 0.5 m",
     {"'rail' = 0.4 m is below its min", "expected at least 0.5"}},
    {"above_max",
     "{value: 1.2 m, min: 0.5 m",
     "{value: @3.1 m, min: 0.5 m",
     {"'rail' = 3.1 m is above its max", "expected at most 3"}},
    {"small_bound_is_shown",
     "{value: 1.2 m, min: 0.5 m, max: 3 m",
     "{value: @1.2 m, min: 1 um, max: 1 um",
     {"above its max", "expected at most 1 um"}},
    {"min_above_max", "min: 0.5 m", "min: @3.5 m", {"'rail' above its upper bound", "min <= max"}},
    {"unit_as_name", "  arm: 0.4 m", "  @N: 3\n  arm: 0.4 m", {"'N' is a unit", "another name"}},
    {"function_as_name", "  arm: 0.4 m", "  @sqrt: 3\n  arm: 0.4 m", {"a meaning of its own"}},
    {"p_as_name", "  arm: 0.4 m", "  @p: 3\n  arm: 0.4 m", {"'p' has a meaning of its own"}},
    {"pi_as_name", "  arm: 0.4 m", "  @pi: 3\n  arm: 0.4 m", {"'pi' has a meaning of its own"}},
    {"hyphen_in_name", "  arm: 0.4 m", "  @leg-1: 3\n  arm: 0.4 m", {"'leg-1' is no name"}},
    {"without_value", "arm: 0.4 m", "arm: @{min: 1 m}", {"'value' is missing"}},
    {"list", "arm: 0.4 m", "arm: @[0.4 m]", {"a list or map here", "expected a value"}},
    {"nothing", "  arm: 0.4 m", "  @arm:", {"nothing here"}},
};
INSTANTIATE_TEST_SUITE_P(Parameters, RejectedInput, testing::ValuesIn(kParameters), name_case);

// ---- Joints, drives, springs, tool, loads, assembly ----

const std::vector<Case> kMechanism{
    {"joint_without_body",
     "a: ground.rail",
     "a: @grond.rail",
     {"no body or frame 'grond.rail'", "did you mean 'ground.rail'?"}},
    {"joint_without_frame", "a: cart.pin", "a: @cart.pim", {"did you mean 'cart.pin'?"}},
    {"joint_without_body_in_map", "{body: cart,", "{body: @card,", {"no body 'card'", "'cart'?"}},
    {"joint_to_itself",
     "b: lever,",
     "b: @cart,",
     {"joint 'pin' joins a body to itself", "two different bodies"}},
    {"joint_without_end", "{type: revolute, a: cart.pin,", "@{type: revolute,", {"'a' is missing"}},
    {"joint_without_type", "{type: revolute, a", "@{a", {"'type' is missing"}},
    {"joint_limits",
     "[-170 deg, 170 deg]",
     "@[170 deg, -170 deg]",
     {"lower limit above the upper", "low <= high"}},
    {"joint_limit_alone", "[-170 deg, 170 deg]", "@[170 deg]", {"1 limits", "[low, high]"}},
    {"joint_coordinates",
     "type: revolute, a: cart.pin, b: lever, travel: ",
     "type: cylindrical, a: cart.pin, b: lever, travel: @",
     {"a cylindrical joint has 2 coordinates", "a map by their names"}},
    {"lead_of_revolute", "guess: 10 deg", "lead: @5 mm", {"'lead' in a revolute joint", "screw"}},
    {"screw_without_lead", "pin: {type: revolute", "pin: @{type: screw", {"'lead' is missing"}},
    {"loose_body",
     "joints:\n",
     "  spare: @{mass: 1 kg}\njoints:\n",
     {"body 'spare' is not connected to the ground", "expected a chain of joints"}},
    {"drive_on_missing_joint",
     "joint: slide,",
     "joint: @slidr,",
     {"no joint coordinate 'slidr'", "did you mean 'slide'?"}},
    {"drive_on_weld",
     "drives:\n  push: {joint: slide",
     "  fix: {type: weld, a: cart, b: lever}\ndrives:\n  push: {joint: @fix",
     {"no joint coordinate 'fix'"}},
    {"drive_joint_and_from",
     "joint: slide, limits",
     "joint: slide, @from: ground, limits",
     {"both 'joint' and 'from'", "expected one of them"}},
    {"drive_joint_and_to", "joint: slide, limits", "joint: slide, @to: ground, limits", {"'to'"}},
    {"drive_on_nothing", "{joint: slide, limits", "@{limits", {"nothing to act on", "'joint'"}},
    {"drive_without_to", "push: {joint: slide", "push: @{from: ground", {"'to' is missing"}},
    {"drive_on_one_body",
     "joint: slide, limits",
     "from: cart, to: @cart.pin, limits",
     {"on the same body", "two different bodies"}},
    {"drive_limits", "[-5 N m, 6 N m]", "@[7 N m, 6 N m]", {"lower limit above the upper"}},
    {"drive_of_wrong_kind", "push: {", "push: {type: @cable, ", {"type of drive", "'from' and"}},
    {"gear_without_ratio", "{ratio: 10, eff", "@{eff", {"'ratio' is missing"}},
    {"tool_on_ground", "tool: lever.tip", "tool: @ground.rail", {"tool is on the ground"}},
    {"tool_missing_body", "tool: lever.tip", "tool: @lever.top", {"did you mean 'lever.tip'?"}},
    {"wrench_without_tool",
     "tool: lever.tip\n\nloads:\n  tool_wrench: {",
     "loads:\n  tool_wrench: @{",
     {"tool wrench without a tool", "expected 'tool'"}},
    {"wrench_components", "[0, -10 N, 0]", "@[0, -10 N]", {"2 components", "expected 3"}},
    {"condition_variable",
     "lever.tip.x - cart.pin.x",
     "lever.tip.x - @cart.pn.x",
     {"unknown name 'cart.pn.x'", "did you mean 'cart.pin.x'?"}},
    {"condition_joint", "{joint: pin, range", "{joint: @pn, range", {"no joint coordinate 'pn'"}},
    {"condition_range", "[-90 deg, 90 deg]", "@[90 deg, -90 deg]", {"lower limit above"}},
    {"condition_without_range",
     "- {joint: pin, range: [-90 deg, 90 deg]}",
     "- @{joint: pin}",
     {"'range' is missing"}},
    {"condition_empty",
     "- {joint: pin, range: [-90 deg, 90 deg]}",
     "- @{}",
     {"an empty condition", "'positive' or 'negative'"}},
    {"condition_of_two",
     "{joint: pin, range: [-90 deg, 90 deg]}",
     "{positive: pin, @negative: slide}",
     {"'negative'"}},
    {"condition_joint_and_sign",
     "range: [-90 deg, 90 deg]}",
     "range: [-90 deg, 90 deg], @positive: slide}",
     {"'positive'"}},
    {"condition_sign_and_range", "{joint: pin, range:", "{positive: pin, @range:", {"'range'"}},
    {"condition_units", "lever.tip.x - cart.pin.x", "1 m @+ 2 kg", {"length (m) combined with"}},
};
INSTANTIATE_TEST_SUITE_P(Mechanisms, RejectedInput, testing::ValuesIn(kMechanism), name_case);

// ---- Paths ----

constexpr const char* kLine = "{line: {from: [0, 0.2], to: [0.1, 0.2]}}";

const std::vector<Case> kPaths{
    {"nothing_prescribed",
     "    drives: {push: 0.1*p, turn: p/10}\n    p_max: 1",
     "    @p_max: 1",
     {"prescribes nothing", "position, orientation, joints or drives"}},
    {"no_p_max",
     "    drives: {push: 0.1*p, turn: p/10}\n    p_max: 1",
     "    @drives: {push: 0.1*p, turn: p/10}",
     {"'p_max' is missing", "p at which the path ends"}},
    {"beyond_the_end",
     kLine,
     std::string(kLine) + "\n    p_max: @1.5",
     {"beyond the end of the curve", "at most 1"}},
    {"empty_position", kLine, "@{}", {"an empty position"}},
    {"two_curves", kLine, "{line: {from: [0, 0], to: [1, 0]}, @circle: {}}", {"a second curve"}},
    {"line_of_no_length", "to: [0.1, 0.2]", "to: @[0, 0.2]", {"the same point"}},
    // The third coordinate of `to` would be silently dropped.
    {"line_out_of_plane", "to: [0.1, 0.2]", "to: @[0.1, 0.2, 0.3]", {"3"}},
    {"polyline_out_of_plane", kLine, "{polyline: {points: [[0, 0], [1, 0], @[1, 1, 1]]}}", {"3"}},
    {"one_point", kLine, "{spline: {points: @[[0, 0]]}}", {"1 points", "2 or more"}},
    {"point_twice", kLine, "{polyline: {points: [[0, 0], @[0, 0]]}}", {"same point twice"}},
    {"falling_knots",
     kLine,
     "{polyline: {points: [[0, 0], [1, 0]], knots: @[0, -1]}}",
     {"2 increasing numbers"}},
    {"open_closed_spline",
     kLine,
     "{spline: {points: [[0, 0], [1, 0], [1, 1]], closed: @true}}",
     {"ends differ"}},
    {"no_flag",
     kLine,
     "{spline: {points: [[0, 0], [1, 0], [0, 0]], closed: @maybe}}",
     {"'maybe'", "true or false"}},
    {"circle_without_radius", kLine, "{circle: @{center: [0, 0]}}", {"'radius' is missing"}},
    {"skew_axes",
     kLine,
     "{circle: {center: [0, 0], radius: 1, axes: @[[1, 0], [1, 1]]}}",
     {"not perpendicular", "right angle"}},
    {"two_orientations",
     "p_max: 2*pi",
     "p_max: 2*pi\n    orientation: @{phi: 0, cardan: {x: 0}}",
     {"2 orientations", "expected one of phi"}},
    {"tangent_to_nothing",
     "    drives: {push: 0.1*p, turn: p/10}",
     "    orientation: {tangential: @{}}",
     {"without position", "expected a curve"}},
    {"prescribe_twice", "p_max: 2*pi", "p_max: 2*pi\n    prescribe: [x, @x]", {"'x' twice"}},
    {"prescribe_unknown", "p_max: 2*pi", "p_max: 2*pi\n    prescribe: [@u]", {"unknown 'u'"}},
    {"unknown_drive", "push: 0.1*p", "@pusch: 0.1*p", {"no drive 'pusch'", "'push'?"}},
    {"unknown_joint",
     "drives: {push: 0.1*p, turn: p/10}",
     "joints: {@pinn: p}",
     {"no joint coordinate 'pinn'", "'pin'?"}},
    {"no_name", "  direct:", "  @to and fro:", {"is no name"}},
};
INSTANTIATE_TEST_SUITE_P(Paths, RejectedInput, testing::ValuesIn(kPaths), name_case);

// ---- The file as a whole ----

const std::vector<Case> kWhole{
    {"wrong_version", "globaldyn: 1", "globaldyn: @2", {"schema version '2'", "expected 1"}},
    {"worded_version", "globaldyn: 1", "globaldyn: @one", {"schema version 'one'", "expected 1"}},
    {"no_version", "globaldyn: 1\nname: r", "@name: r", {"'globaldyn' is missing"}},
    {"tab", "  arm: 0.4 m", "\t@arm: 0.4 m", {"not readable as YAML"}},
    {"open_bracket",
     "com: [0.01, 0]",
     "com: [0.01, 0\n    inertia@: 3",
     {"not readable as YAML", "expected valid YAML"}},
    {"unknown_alias", "mass: cart_mass", "mass: @*cart", {"not readable as YAML"}},
    {"alias_to_itself",
     "gravity: [0, -9.81, 0]",
     "gravity: &g [@0, *g]",
     {"nested more than 40 deep", "without aliases to themselves"}},
    {"second_document", "    p_max: 1\n", "    p_max: 1\n@---\nglobaldyn: 1\n", {"document"}},
};
INSTANTIATE_TEST_SUITE_P(WholeFile, RejectedInput, testing::ValuesIn(kWhole), name_case);

// Removes the text from `begin` to the end of `end` from the good file.
std::string cut(const std::string& begin, const std::string& end, const std::string& by) {
  const std::string good = kGood;
  const std::size_t from = good.find(begin);
  const std::size_t to = good.find(end, from);
  EXPECT_NE(to, std::string::npos);
  return good.substr(0, from) + by + good.substr(to + end.size());
}

TEST(RejectedFile, ToolPathWithoutTool) {
  const Marked marked =
      take_mark(cut("tool: lever.tip", "  straight:\n    ", "paths:\n  straight:\n    @"));
  expect_refused(marked.text, marked.place, {"a tool path without a tool", "expected 'tool'"});
}

TEST(RejectedFile, NoBodies) {
  const Marked marked = take_mark(cut("bodies:", "p_max: 1\n", "bodies: @{}\n"));
  expect_refused(marked.text, marked.place, {"no bodies", "expected at least one"});
}

TEST(RejectedFile, NotYaml) {
  const SourcePlace start{kFile, 1, 1};
  expect_refused("", start, {"not a map at the top", "expected 'globaldyn: 1'"});
  expect_refused("just some words\n", start, {"not a map at the top"});
  expect_refused("- a\n- list\n", start, {"not a map at the top"});
  expect_refused("a: b: c\n", {kFile, 1, 5}, {"not readable as YAML", "expected valid YAML"});
  const std::string program(
      "\x7f"
      "ELF\x02\x01\x01\0\0\0\0\xff",
      12);
  expect_refused(program, {kFile, 1, 10}, {"not readable as YAML", "expected valid YAML"});
}

TEST(RejectedFile, LargerThanStated) {
  const std::string header = "globaldyn: 1\n# ";
  const std::string largest = header + std::string(kLargestFileBytes - header.size(), 'x');
  expect_refused(largest, {kFile, 1, 1}, {"'name' is missing"});  // read, if to no avail
  expect_refused(largest + "x", {kFile, 0, 0},
                 {"file of over 1048576 bytes", "expected a smaller file"});
}

TEST(RejectedFile, NestedTooDeep) {
  const auto nest = [](int depth) {
    return "globaldyn: 1\nspare: " + std::string(static_cast<std::size_t>(depth), '[') + "1" +
           std::string(static_cast<std::size_t>(depth), ']') + "\n";
  };
  expect_refused(nest(kDeepestNesting - 1), {kFile, 2, 1}, {"unknown key 'spare'"});
  expect_refused(nest(kDeepestNesting), {kFile, 2, 8 + kDeepestNesting},
                 {"nested more than 40 deep", "expected a flatter file"});
}

// So deep that the YAML reader itself gives up; it must not exhaust the stack, and the message must
// still say what is wrong.
TEST(RejectedFile, NestedAsDeepAsTheFileIsLong) {
  for (const std::string open : {"[", "{", "- ", "? "}) {
    std::string text = "globaldyn: 1\nspare:\n  ";
    for (int i = 0; i < 100'000; ++i) text += open;
    try {
      (void)parse_text(text);
      ADD_FAILURE() << "accepted: " << open;
    } catch (const InputError& error) {
      EXPECT_GE(error.place().line, 1);
      EXPECT_NE(std::string(error.what()).find("nested"), std::string::npos) << error.what();
    }
  }
}

// Ten aliases to ten aliases to …: 10^7 values in ten lines.
TEST(RejectedFile, AliasBomb) {
  std::string text = "globaldyn: 1\nspare:\n  - &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 7; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    text += "  - &a" + std::to_string(i) + " [" + before;
    for (int k = 1; k < 10; ++k) text += ", " + before;
    text += "]\n";
  }
  // Values are counted in the file's order, each alias with all it stands for: 3 for the maps
  // and `1`, then 11 + 111 + 1111 + 11111 + 111111 for the first five items. Value 200001 is the
  // 76543rd of the sixth item, after 6·11111 + 8·1111 + 8·111 + 8·11 of which it is the seventh x
  // of the first.
  expect_refused(text, {kFile, 3, 28}, {"more than 200000 values once aliases are expanded"});
}

TEST(RejectedFile, MissingOrFolder) {
  const auto expect_unreadable = [](const std::string& path, const std::string& part) {
    try {
      (void)load_machine(path);
      ADD_FAILURE() << "read: " << path;
    } catch (const InputError& error) {
      EXPECT_EQ(error.place(), (SourcePlace{path, 0, 0}));
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  expect_unreadable("/nonexistent/machine.yaml", "cannot be read");
  expect_unreadable(testing::TempDir(), "is a folder");
}

// Exponents that double with every power would soon wrap round to those of a plain number. Where
// the reader stops does not matter, as long as it does.
TEST(RejectedFile, EndlessPower) {
  const std::string text =
      replace_once(kGood, "half: rail/2", "half: (((((((((((1 m^8)^8)^8)^8)^8)^8)^8)^8)^8)^8)^8)");
  try {
    (void)parse_text(text);
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.place().line, 8) << error.what();
    EXPECT_NE(std::string(error.what()).find("power"), std::string::npos) << error.what();
  }
}

// A joint with the name of a unit or a constant: either its name is refused or a condition on it
// refers to the joint, never to the constant.
TEST(RejectedFile, ConditionOnJointCalledLikeAUnit) {
  for (const std::string name : {"m", "N", "pi"}) {
    std::string text = replace_once(kGood, "  pin: {type", "  " + name + ": {type");
    text = replace_once(text, "    joint: pin\n", "    joint: " + name + "\n");
    text = replace_once(text, "back: {joint: pin", "back: {joint: " + name);
    text = replace_once(text, "- {joint: pin", "- {joint: " + name);
    try {
      const Machine machine = parse_text(text);
      EXPECT_FALSE(machine.mechanism.branch[1].expression.is_constant()) << name;
    } catch (const InputError& error) {
      EXPECT_EQ(error.place().line, 35) << error.what();
      EXPECT_EQ(error.place().column, 3) << error.what();
    }
  }
}

// A planar joint's x is a coordinate; a body's x is a place. One name cannot be both.
TEST(RejectedFile, ConditionOnWhatIsJointAndBody) {
  const std::string text = R"(globaldyn: 1
name: table
bodies: {table: {mass: 1, inertia: {diag: [1, 1, 1]}}}
joints: {table: {type: planar, a: ground, b: table}}
assembly: {branch: [{positive: table.x}]}
)";
  expect_refused(text, {kFile, 5, 32}, {"'table.x' is a coordinate of a joint and of a body"});
}

// ---- Values from the command line ----

void expect_override_refused(const ParameterOverride& given, const std::string& file,
                             const std::vector<std::string>& parts) {
  try {
    (void)parse_text(kGood, {given});
    ADD_FAILURE() << "accepted: " << given.name << "=" << given.text;
  } catch (const InputError& error) {
    EXPECT_EQ(error.place().file, file) << error.what();
    EXPECT_EQ(error.place().line, 0) << error.what();
    for (const std::string& part : parts) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }
}

TEST(RejectedOverride, SaysWhichOne) {
  EXPECT_EQ(parse_text(kGood, {{"rail", "800 mm"}}).parameters.find("half")->value,
            0.4);  // control
  expect_override_refused({"rial", "1 m"}, "--set rial",
                          {"unknown parameter 'rial'", "did you mean 'rail'?"});
  expect_override_refused({"rail", "2 *"}, "--set rail=2 *", {"ends too early"});
  expect_override_refused({"rail", ""}, "--set rail=", {"ends too early"});
  expect_override_refused({"rail", "2 mx"}, "--set rail=2 mx", {"unknown unit 'mx'"});
  expect_override_refused({"rail", "arms*2"}, "--set rail=arms*2", {"did you mean 'arm'?"});
  expect_override_refused({"rail", "half"}, "--set rail=half", {"rail -> half -> rail"});
  expect_override_refused({"rail", "4 m"}, "--set rail=4 m",
                          {"'rail' = 4 m is above its max", "at most 3"});
  expect_override_refused({"rail", "1 m/0"}, "--set rail=1 m/0", {"not a finite number"});
}

TEST(RejectedOverride, WrongDimensionIsTheOverridesOwnMistake) {
  // With bounds in the file and without: neither the bounds nor the uses are to blame.
  expect_override_refused({"rail", "2 kg"}, "--set rail=2 kg", {"mass (kg)", "length (m)"});
  expect_override_refused({"arm", "2 kg"}, "--set arm=2 kg", {"mass (kg)", "length (m)"});
}

// ---- CSV files ----

class RejectedCsv : public testing::Test {
 protected:
  // The good file with one more path, along a CSV file with these lines.
  void expect_csv_refused(const std::string& lines, int line, int column,
                          const std::vector<std::string>& parts) {
    std::ofstream(folder_ / "points.csv") << lines;
    const SourcePlace place{line < 0 ? kFile : (folder_ / "points.csv").string(),
                            line < 0 ? kLineOfName : line, column};
    expect_refused(text_, place, parts, {}, folder_.string());
  }

  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static constexpr int kLineOfName = 68;
  std::filesystem::path folder_;
  std::string text_ = std::string(kGood) + "  table:\n    position: {csv: {file: points.csv}}\n";
};

TEST_F(RejectedCsv, Control) {
  std::ofstream(folder_ / "points.csv") << "# metres\np, x, y\n\n0, 0.1, 0.2\n2,0.3,0.4\n";
  const Machine machine = parse_text(text_, {}, folder_.string());
  const Path& path = find_path(machine, "table");
  EXPECT_EQ(path.p_max, 2.0);
  EXPECT_DOUBLE_EQ(path.task(1.0).target.value(0), 0.2);
  EXPECT_DOUBLE_EQ(path.task(1.0).target.value(1), 0.3);
}

TEST_F(RejectedCsv, MissingFileIsReportedWhereItIsNamed) {
  expect_refused(text_, {kFile, kLineOfName, 28}, {"points.csv' cannot be read", "a CSV file"}, {},
                 folder_.string());
  std::filesystem::create_directories(folder_ / "points.csv");
  expect_refused(text_, {kFile, kLineOfName, 28}, {"points.csv"}, {}, folder_.string());
}

TEST_F(RejectedCsv, BadCellsAreReportedInTheirOwnLineAndColumn) {
  expect_csv_refused("p,x,y\n0,0.1,0.2\n1,0.3,0.4x\n", 3, 7, {"'0.4x'", "a finite number"});
  expect_csv_refused("# m\n\np,x,y\n0, 0.1, ,\n", 4, 1, {"4 values", "expected 3"});
  expect_csv_refused("p,x,y\n0, 0.1,nan\n1,0,0\n", 2, 8, {"'nan'", "a finite number"});
  expect_csv_refused("p,x,y\n0,1e999,1\n1,0,0\n", 2, 3, {"'1e999'", "a finite number"});
  expect_csv_refused("p,x,y\n0,-inf,1\n1,0,0\n", 2, 3, {"'-inf'", "a finite number"});
  expect_csv_refused("p,x,y\n0,,1\n1,0,0\n", 2, 3, {"''", "a finite number"});
  expect_csv_refused("p,x,y\n0,1\n1,0,0\n", 2, 1, {"2 values", "expected 3"});
}

TEST_F(RejectedCsv, BadHeader) {
  expect_csv_refused("x,y\n0.1,0.2\n0.3,0.4\n", -1, 28, {"no column p in 'points.csv'"});
  expect_csv_refused("p,x,w\n0,0,0\n1,1,1\n", 1, 5, {"unknown column 'w'"});
  expect_csv_refused("p,x,x\n0,0,0\n1,1,1\n", 1, 5, {"column 'x' twice", "expected it once"});
  expect_csv_refused("0,0,0\n1,1,1\n", 1, 1, {"unknown column '0'"});
}

TEST_F(RejectedCsv, BadParameterOrCount) {
  expect_csv_refused("p,x,y\n1,0,0\n2,1,1\n", -1, 28, {"column p", "increase from 0"});
  expect_csv_refused("p,x,y\n0,0,0\n0,1,1\n", -1, 28, {"column p", "increase from 0"});
  expect_csv_refused("p,x,y\n0,0,0\n", 0, 0, {"fewer than two points", "at least two"});
  expect_csv_refused("", 0, 0, {"fewer than two points"});
}

}  // namespace
}  // namespace globaldyn
