// Every mistake a machine file can hold is refused at its own line and column, with what is wrong
// and what was expected. The mistakes stand in rejected_input.yaml.

#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/description/document.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside {
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

// A row of the table.
struct Case {
  std::string name;  // with its group
  std::string replaced;
  std::string by;
  std::vector<std::string> parts;

  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.by; }
};

std::vector<Case> read_cases() {
  std::vector<Case> cases;
  const std::string file = GLOBALDYN_SOURCE_DIR "/tests/description/rejected_input.yaml";
  for (const auto& group : YAML::LoadFile(file)) {
    for (const auto& row : group.second) {
      cases.push_back({group.first.as<std::string>() + "_" + row.first.as<std::string>(),
                       row.second[0].as<std::string>(), row.second[1].as<std::string>(),
                       row.second[2].as<std::vector<std::string>>()});
    }
  }
  return cases;
}

class RejectedInput : public testing::TestWithParam<Case> {};

TEST_P(RejectedInput, IsRefusedInItsPlace) {
  const Case& c = GetParam();
  const Marked marked = take_mark(replace_once(kGood, c.replaced, c.by));
  expect_refused(marked.text, marked.place, c.parts);
}

INSTANTIATE_TEST_SUITE_P(Table, RejectedInput, testing::ValuesIn(read_cases()),
                         [](const auto& row) { return row.param.name; });

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
  EXPECT_EQ(mechanism.bodies[BodyId(1)].name, "cart");
  EXPECT_EQ(mechanism.bodies[BodyId(1)].mass_properties.mass, 5.0);
  EXPECT_EQ(mechanism.bodies[BodyId(1)].mass_properties.com, Vector3d(0.01, 0.0, 0.0));
  EXPECT_EQ(mechanism.bodies[BodyId(1)].mass_properties.inertia.diagonal(),
            Vector3d(0.02, 0.03, 0.04));
  EXPECT_EQ(mechanism.bodies[BodyId(2)].name, "lever");
  EXPECT_EQ(mechanism.bodies[BodyId(2)].solids.size(), 2u);
  const double rod = 7850.0 * kPi / 4.0 * 0.02 * 0.02 * 0.4;
  const double tube = 2700.0 * kPi / 4.0 * (0.03 * 0.03 - 0.026 * 0.026) * 0.1;
  EXPECT_DOUBLE_EQ(mechanism.bodies[BodyId(2)].mass_properties.mass, rod + tube);

  ASSERT_EQ(mechanism.joints.size(), 2u);
  EXPECT_EQ(mechanism.joints[JointId(0)].kind, JointKind::prismatic);
  EXPECT_EQ(mechanism.joints[JointId(0)].body_a, kGround);
  EXPECT_EQ(mechanism.joints[JointId(0)].body_b, BodyId(1));
  EXPECT_EQ(mechanism.joints[JointId(0)].travel[0], (Interval{-0.6, 0.6}));
  EXPECT_EQ(mechanism.joints[JointId(1)].kind, JointKind::revolute);
  EXPECT_EQ(mechanism.joints[JointId(1)].body_a, BodyId(1));
  EXPECT_EQ(mechanism.joints[JointId(1)].body_b, BodyId(2));
  EXPECT_DOUBLE_EQ(mechanism.joints[JointId(1)].guess[0], kPi / 18.0);
  EXPECT_TRUE(mechanism.joints[JointId(1)].frame_a.origin.isApprox(Vector3d(-0.01, 0.05, 0.0)));

  ASSERT_EQ(mechanism.drive_count(), 2);
  EXPECT_FALSE(mechanism.drives[DriveId(0)].rotational);
  EXPECT_EQ(mechanism.drives[DriveId(0)].viscous, 20.0);
  EXPECT_TRUE(mechanism.drives[DriveId(1)].rotational);
  EXPECT_EQ(mechanism.drives[DriveId(1)].ratio, 10.0);
  ASSERT_EQ(machine.mechanism.drives.size(), 2u);
  EXPECT_EQ(machine.mechanism.drives[DriveId(0)].limit.force, (Interval{-500.0, 500.0}));
  EXPECT_DOUBLE_EQ(machine.mechanism.drives[DriveId(1)].limit.force.low, -50.0);
  EXPECT_DOUBLE_EQ(machine.mechanism.drives[DriveId(1)].limit.force.high, 60.0);

  ASSERT_EQ(mechanism.springs.size(), 1u);
  EXPECT_EQ(mechanism.springs[0].stiffness, 3.0);
  EXPECT_EQ(mechanism.gravity, Vector3d(0.0, -9.81, 0.0));
  ASSERT_TRUE(mechanism.tool);
  EXPECT_EQ(mechanism.tool->body, BodyId(2));
  ASSERT_EQ(mechanism.wrenches.size(), 1u);
  EXPECT_EQ(mechanism.wrenches[0].force[1].evaluate(), -10.0);
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

TEST(RejectedExpression, TooLongOrTooDeep) {
  const auto expect = [](const std::string& by, const std::vector<std::string>& parts) {
    const Marked marked = take_mark(replace_once(kGood, "half: rail/2", "half: " + by));
    expect_refused(marked.text, marked.place, parts);
  };
  expect("@rail" + std::string(1000, '0'),
         {"expression of 1004 characters", "expected at most 1000"});
  expect(std::string(100, '(') + "@(rail" + std::string(101, ')'),
         {"parentheses nested too deep", "expected at most 100"});
}

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
    const std::string file = folder_.write("points.csv", lines);
    const SourcePlace place{line < 0 ? kFile : file, line < 0 ? kLineOfName : line, column};
    expect_refused(text_, place, parts, {}, folder_.path().string());
  }

  static constexpr int kLineOfName = 68;
  const TemporaryFolder folder_;
  std::string text_ = std::string(kGood) + "  table:\n    position: {csv: {file: points.csv}}\n";
};

TEST_F(RejectedCsv, Control) {
  (void)folder_.write("points.csv", "# metres\np, x, y\n\n0, 0.1, 0.2\n2,0.3,0.4\n");
  const Machine machine = parse_text(text_, {}, folder_.path().string());
  const Path& path = find_path(machine, "table");
  EXPECT_EQ(path.p_max, 2.0);
  EXPECT_DOUBLE_EQ(path.task(1.0).target.value(0), 0.2);
  EXPECT_DOUBLE_EQ(path.task(1.0).target.value(1), 0.3);
}

TEST_F(RejectedCsv, MissingFileIsReportedWhereItIsNamed) {
  expect_refused(text_, {kFile, kLineOfName, 28}, {"points.csv' cannot be read", "a CSV file"}, {},
                 folder_.path().string());
  std::filesystem::create_directories(folder_.path() / "points.csv");
  expect_refused(text_, {kFile, kLineOfName, 28}, {"points.csv"}, {}, folder_.path().string());
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
  expect_csv_refused("phi\n0.1\n0.3\n", -1, 28, {"no column p in 'points.csv'"});
  expect_csv_refused("p,x,w\n0,0,0\n1,1,1\n", 1, 5, {"unknown column 'w'"});
  expect_csv_refused("p,x,x\n0,0,0\n1,1,1\n", 1, 5, {"column 'x' twice", "expected it once"});
  expect_csv_refused("0,0,0\n1,1,1\n", 1, 1, {"unknown column '0'"});
}

TEST_F(RejectedCsv, BadParameterOrCount) {
  expect_csv_refused("p,x,y\n1,0,0\n2,1,1\n", 2, 1, {"p = 1 at first", "increase from 0"});
  expect_csv_refused("p,x,y\n0,0,0\n0,1,1\n", 3, 1, {"p = 0 after 0", "increase from 0"});
  expect_csv_refused("p,x,y\n0,0,0\n", 0, 0, {"fewer than two points", "at least two"});
  expect_csv_refused("", 0, 0, {"nothing in it", "a line of names, then rows"});
}

}  // namespace
}  // namespace globaldyn::inside
