// Every mistake that a map, a pattern, a clearance or a stiffness of the machine file can hold is
// refused at its own line and column, with what is wrong and what was expected. Each case is a good
// file with one piece of text replaced; the mark @ in the replacement (removed before reading) is
// where the message must point.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/machine/machine.h"

namespace globaldyn::inside::test {
namespace {

constexpr const char* kFile = "machine.yaml";

constexpr const char* kGood = R"(globaldyn: 1
name: plotter
parameters: {half: 0.3 m}
bodies:
  cart: {mass: 5 kg, inertia: {plate: 0.1}, solids: [box: {size: [0.1, 0.1, 0.1]}]}
  pen: {mass: 1 kg, inertia: {plate: 0.01}, solids: [sphere: {diameter: 0.05}]}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}, stiffness: {x: 1e6 N/m, mz: 4e4 N m/rad}}
  Y: {type: prismatic, a: {body: cart, axis: y}, b: {body: pen, axis: y}}
drives:
  F1: {joint: X, limits: 100 N, stiffness: 2e6 N/m}
  F2: {joint: Y, limits: 80 N}
tool: pen
clearance:
  least: 5 mm
  ignore: [[ground, pen]]
maps:
  plane:
    description: all over
    grid:
      x: {from: -half, to: half, count: 5}
      y: {from: -20 cm, to: 0.2 m, count: 2*2}
    seeds: [[0.1 m, 0]]
    searches: 3
    criteria:
      - dexterity
      - {of: acceleration, along: x, name: thrust}
      - {of: stiffness, along: [1, 2, 0]}
    patterns:
      rays: {lines: 4, speed: 0.5 m/s}
      cross: {lines: {directions: [x, [0, -1]], length: 50 mm, samples: 3}}
      ring: {circle: {radius: 10 mm, planes: [yx], samples: 6}, description: about each}
    reductions:
      middle: {of: thrust, take: quantile, quantile: 0.2, over: grid}
      quick: {of: thrust, take: measure, above: 3 m/s^2}
      fast: {of: rays.d1max.worst, take: share, above: 100 mm/s}
  line:
    grid: {X: {from: 0, to: 0.1 m, count: 3}}
    at: {y: 0.05 m}
  upright:
    grid: {x: {from: 0, to: 0.1, count: 3}}
    orientation: [{phi: 5 deg, name: five}, {phi: -5 deg}]
)";

std::string replace_once(std::string text, const std::string& replaced, const std::string& by) {
  const std::size_t at = text.find(replaced);
  EXPECT_NE(at, std::string::npos) << "not in the good file: " << replaced;
  EXPECT_EQ(text.find(replaced, at + 1), std::string::npos) << "there twice: " << replaced;
  return at == std::string::npos ? text : text.replace(at, replaced.size(), by);
}

struct Case {
  std::string name;
  std::string replaced;
  std::string by;
  std::vector<std::string> parts;  ///< of the message

  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.by; }
};

class RejectedMap : public testing::TestWithParam<Case> {};

TEST_P(RejectedMap, IsRefusedInItsPlace) {
  const Case& c = GetParam();
  std::string text = replace_once(kGood, c.replaced, c.by);
  const std::size_t at = text.find('@');
  ASSERT_NE(at, std::string::npos) << "no mark";
  ASSERT_EQ(text.find('@', at + 1), std::string::npos) << "two marks";
  SourcePlace place{kFile, 1, 1};
  for (std::size_t i = 0; i < at; ++i) {
    place.column = text[i] == '\n' ? 1 : place.column + 1;
    place.line += text[i] == '\n' ? 1 : 0;
  }
  text.erase(at, 1);
  try {
    (void)parse_machine(text, kFile, ".");
    ADD_FAILURE() << "accepted; expected a refusal at " << to_string(place);
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(to_string(error.place()), to_string(place)) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    for (const std::string& part : c.parts) {
      EXPECT_NE(message.find(part), std::string::npos) << "'" << part << "' not in: " << message;
    }
  }
}

std::string name_case(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

// ---- The control: without the replacements nothing is wrong. ----

TEST(GoodMap, IsWhatItSays) {
  const Machine machine = parse_machine(kGood, kFile, ".");
  ASSERT_EQ(machine.maps.size(), 3u);
  const MapDescription& map = machine.maps[0];
  EXPECT_EQ(map.name, "plane");
  ASSERT_EQ(map.axes.size(), 2u);
  EXPECT_EQ(map.axes[0].from, -0.3);
  EXPECT_EQ(map.axes[1].to, 0.2);
  EXPECT_EQ(map.axes[1].count, 4);
  EXPECT_EQ(map.searches, 3);
  ASSERT_EQ(map.seeds.size(), 1u);
  EXPECT_EQ(map.seeds[0](0), 0.1);
  ASSERT_EQ(map.criteria.size(), 3u);
  EXPECT_EQ(map.criteria[1].name, "thrust");
  EXPECT_EQ(map.criteria[1].criterion, find_criterion("acceleration"));
  EXPECT_EQ(*map.criteria[1].settings.along, Vector3d::UnitX());
  EXPECT_EQ(map.criteria[2].name, "stiffness_along");
  EXPECT_NEAR(map.criteria[2].settings.along->norm(), 1.0, 1e-15);
  ASSERT_EQ(map.patterns.size(), 3u);
  EXPECT_EQ(map.patterns[0].directions.size(), 4u);
  EXPECT_EQ(map.patterns[0].speed, 0.5);
  EXPECT_EQ(map.patterns[0].length, 0.0);
  ASSERT_EQ(map.patterns[1].directions.size(), 2u);
  EXPECT_EQ(map.patterns[1].directions[1], Vector3d(0, -1, 0));
  EXPECT_EQ(map.patterns[1].length, 0.05);
  EXPECT_EQ(map.patterns[1].samples, 3);
  EXPECT_EQ(map.patterns[2].planes, (std::vector<std::pair<int, int>>{{1, 0}}));
  EXPECT_EQ(map.patterns[2].radius, 0.01);
  ASSERT_EQ(map.reductions.size(), 3u);
  EXPECT_EQ(map.reductions[0].kind, ReductionKind::quantile);
  EXPECT_EQ(map.reductions[0].quantile, 0.2);
  EXPECT_TRUE(map.reductions[0].over_grid);
  EXPECT_EQ(*map.reductions[1].above, 3.0);
  EXPECT_EQ(*map.reductions[2].above, 0.1);
  EXPECT_EQ(machine.maps[1].fixed.at(0).value, 0.05);
  // Without any criterion a map tells where the machine reaches.
  ASSERT_EQ(machine.maps[1].criteria.size(), 1u);
  EXPECT_EQ(machine.maps[1].criteria[0].name, "reachability");
  ASSERT_EQ(machine.maps[2].orientations.size(), 2u);
  EXPECT_EQ(machine.maps[2].orientations[0].name, "five");
  EXPECT_EQ(machine.maps[2].orientations[1].name, "phi = -5 deg");
  ASSERT_TRUE(machine.clearance);
  EXPECT_EQ(machine.clearance->least, 0.005);
  EXPECT_EQ(machine.clearance->ignored,
            (std::vector<std::pair<BodyId, BodyId>>{{kGround, BodyId(2)}}));
  EXPECT_EQ(machine.mechanism.joints[JointId(0)].stiffness.at(0), 1e6);
  EXPECT_EQ(machine.mechanism.drives[DriveId(0)].stiffness, 2e6);
}

// ---- Grid, at, orientation, seeds ----

const std::vector<Case> kGrids{
    {"map_key", "    searches:", "    @serches:", {"unknown key", "did you mean 'searches'?"}},
    {"no_grid",
     "  line:\n    grid: {X: {from: 0, to: 0.1 m, count: 3}}\n    at:",
     "  line:\n    @at:",
     {"'grid' is missing"}},
    {"axis_key", "count: 5}", "@points: 5}", {"unknown key 'points'"}},
    {"no_count",
     "x: {from: -half, to: half, count: 5}",
     "x: @{from: -half, to: half}",
     {"'count' is missing"}},
    {"unknown_axis", "      y: {from", "      @Z: {from", {"no joint coordinate 'Z'"}},
    {"one_point", "count: 5", "count: @1", {"'1'", "whole number from 2"}},
    {"half_a_point", "count: 5", "count: @2.5", {"'2.5'", "whole number"}},
    {"too_many_points", "count: 5", "count: @2e6", {"'2e6'", "whole number"}},
    {"backwards",
     "x: {from: -half, to: half, count: 5}",
     "x: @{from: half, to: -half, count: 5}",
     {"'from' not below 'to'", "from < to"}},
    {"wrong_dimension", "to: half,", "to: @3 kg,", {"length"}},
    {"no_axes", "grid: {X: {from: 0, to: 0.1 m, count: 3}}", "grid: @{}", {"0 axes", "1 to 3"}},
    {"four_axes",
     "grid: {X: {from: 0, to: 0.1 m, count: 3}}",
     "grid: @{X: {from: 0, to: 1, count: 2}, x: {from: 0, to: 1, count: 2}, "
     "z: {from: 0, to: 1, count: 2}, Y: {from: 0, to: 1, count: 2}}",
     {"4 axes", "1 to 3"}},
    {"huge_grid",
     "grid: {X: {from: 0, to: 0.1 m, count: 3}}",
     "grid: @{X: {from: 0, to: 1, count: 3000}, Y: {from: 0, to: 1, count: 3000}}",
     {"too many poses", "4 million"}},
    {"at_an_axis", "at: {y: 0.05 m}", "at: {@X: 0.05 m}", {"'X' is an axis", "once"}},
    {"at_twice", "at: {y: 0.05 m}", "at: {y: 0.05 m, @y: 1}", {"duplicate name 'y'", "once"}},
    {"phi_twice",
     "  upright:\n    grid: {x: {from: 0, to: 0.1, count: 3}}\n",
     "  @upright:\n    grid: {x: {from: 0, to: 0.1, count: 3}, phi: {from: 0, to: 1, count: 2}}\n",
     {"a coordinate twice", "each once"}},
    {"orientation_key", "{phi: -5 deg}", "{phi: -5 deg, @nam: b}", {"unknown key 'nam'"}},
    {"two_orientations", "{phi: -5 deg}", "{phi: -5 deg, @cardan: [0, 0, 0]}", {"both", "one of"}},
    {"no_orientation",
     "[{phi: 5 deg, name: five}, {phi: -5 deg}]",
     "@[]",
     {"no orientation", "at least one"}},
    {"empty_orientation", "{phi: -5 deg}", "@{name: none}", {"'cardan' is missing"}},
    {"mixed_orientations",
     "{phi: -5 deg}",
     "@{cardan: [0, 0, 0]}",
     {"orientations of two kinds", "all by 'phi'"}},
    {"seed_of_one", "seeds: [[0.1 m, 0]]", "seeds: [@[0.1 m]]", {"1 values", "one per axis"}},
    {"seed_outside",
     "seeds: [[0.1 m, 0]]",
     "seeds: [[0, @0.3 m]]",
     {"a seed outside the grid", "a point of the grid"}},
    {"negative_searches", "searches: 3", "searches: @-1", {"'-1'", "whole number from 0"}},
};
INSTANTIATE_TEST_SUITE_P(Grids, RejectedMap, testing::ValuesIn(kGrids), name_case);

// ---- Criteria, reductions ----

const std::vector<Case> kCriteria{
    {"unknown_criterion",
     "- dexterity",
     "- @dexterty",
     {"no criterion 'dexterty'", "did you mean 'dexterity'?"}},
    {"criterion_of_regions", "- dexterity", "- @d1max", {"no criterion 'd1max' of poses"}},
    {"criterion_key",
     "along: x, name: thrust",
     "@allong: x, name: thrust",
     {"unknown key 'allong'", "did you mean 'along'?"}},
    {"criterion_of_nothing",
     "{of: acceleration, along: x, name: thrust}",
     "@{name: thrust}",
     {"'of' is missing"}},
    {"direction_of_no_use",
     "- dexterity",
     "- {of: dexterity, along: @x}",
     {"'dexterity' has no direction", "no 'along'"}},
    {"no_direction", "along: [1, 2, 0]", "along: @[0, 0, 0]", {"length zero"}},
    {"criterion_twice",
     "- dexterity",
     "- dexterity\n      - @dexterity",
     {"twice", "another 'name'"}},
    {"reduction_key", "quantile: 0.2,", "@quantil: 0.2,", {"did you mean 'quantile'?"}},
    {"unknown_column",
     "of: thrust, take: quantile",
     "of: @trust, take: quantile",
     {"no column 'trust'", "did you mean 'thrust'?"}},
    {"column_by_criterion",
     "of: thrust, take: measure",
     "of: @acceleration, take: measure",
     {"no column 'acceleration'"}},
    {"pattern_column", "rays.d1max.worst", "@rays.d1max", {"no column 'rays.d1max'"}},
    {"unknown_reduction", "take: quantile", "take: @median", {"unknown 'median'"}},
    {"no_condition",
     "take: measure, above: 3 m/s^2",
     "take: @measure",
     {"no condition", "'above' or 'below'"}},
    {"condition_of_no_use",
     "take: quantile",
     "below: 3, take: @quantile",
     {"of no use here", "only"}},
    {"condition_of_other_dimension", "above: 3 m/s^2", "above: @3 m/s", {"acceleration"}},
    {"quantile_too_large", "quantile: 0.2", "quantile: @1.2", {"out of place", "0 … 1"}},
    {"quantile_of_no_use",
     "{of: thrust, take: measure,",
     "{quantile: @0.5, of: thrust, take: measure,",
     {"out of place", "'take: quantile'"}},
    {"over_nothing", "over: grid", "over: @all", {"unknown 'all'"}},
};
INSTANTIATE_TEST_SUITE_P(Criteria, RejectedMap, testing::ValuesIn(kCriteria), name_case);

// ---- Patterns ----

const std::vector<Case> kPatterns{
    {"pattern_key", "speed: 0.5 m/s", "@sped: 0.5 m/s", {"did you mean 'speed'?"}},
    {"lines_and_circle", "lines: 4,", "lines: 4, @circle: {radius: 1},", {"both"}},
    {"no_paths",
     "rays: {lines: 4, speed: 0.5 m/s}",
     "rays: @{speed: 0.5 m/s}",
     {"a pattern without paths", "'lines' or 'circle'"}},
    {"negative_speed", "speed: 0.5 m/s", "speed: @-0.5 m/s", {"negative speed"}},
    {"no_lines", "lines: 4", "lines: @0", {"'0'", "from 1 to"}},
    {"half_a_line", "lines: 4", "lines: @4.5", {"'4.5'", "whole number"}},
    {"many_lines", "lines: 4", "lines: @1001", {"to 1000"}},
    {"lines_key", "length: 50 mm", "@lenght: 50 mm", {"did you mean 'length'?"}},
    {"no_directions",
     "lines: {directions: [x, [0, -1]], length",
     "lines: @{length",
     {"'directions' is missing"}},
    {"empty_directions", "directions: [x, [0, -1]]", "directions: @[]", {"no direction"}},
    {"direction_out_of_the_plane",
     "[x, [0, -1]]",
     "[x, @[0, 1, 0.1]]",
     {"that the map does not prescribe"}},
    {"direction_zero", "[x, [0, -1]]", "[@[0, 0], x]", {"length zero"}},
    {"no_length", "length: 50 mm", "length: @0 mm", {"zero length"}},
    {"no_samples", "samples: 3", "samples: @1", {"'1'", "from 2 to 1000"}},
    {"circle_key", "planes: [yx]", "@plane: [yx]", {"did you mean 'planes'?"}},
    {"no_radius", "circle: {radius: 10 mm, planes", "circle: @{planes", {"'radius' is missing"}},
    {"zero_radius", "radius: 10 mm", "radius: @0", {"zero radius"}},
    {"circle_samples", "samples: 6", "samples: @6.5", {"'6.5'", "whole number"}},
    {"unknown_plane", "planes: [yx]", "planes: [@xw]", {"unknown 'xw'"}},
    {"plane_out_of_the_map", "planes: [yx]", "planes: [@zx]", {"does not prescribe"}},
    {"no_plane",
     "circle: {radius: 10 mm, planes: [yx]",
     "circle: @{radius: 10 mm, planes: []",
     {"no plane", "[xy]"}},
    {"pattern_without_position",
     "  line:\n    grid: {X: {from: 0, to: 0.1 m, count: 3}}\n    at: {y: 0.05 m}",
     "  line:\n    grid: {X: {from: 0, to: 0.1 m, count: 3}}\n    at: {Y: 0.05 m}\n"
     "    patterns: {@star: {lines: 3}}",
     {"prescribes no position", "x, y or z"}},
    {"three_lines_on_a_line",
     "orientation: [{phi: 5 deg, name: five}, {phi: -5 deg}]",
     "orientation: {phi: 0}\n    patterns: {star: {lines: @3}}",
     {"from 1 to 2"}},
};
INSTANTIATE_TEST_SUITE_P(Patterns, RejectedMap, testing::ValuesIn(kPatterns), name_case);

// ---- Clearance, stiffness ----

const std::vector<Case> kRest{
    {"clearance_key", "  least: 5 mm", "  @lest: 5 mm", {"did you mean 'least'?"}},
    {"negative_clearance", "least: 5 mm", "least: @-5 mm", {"negative least distance"}},
    {"clearance_in_kilograms", "least: 5 mm", "least: @5 kg", {"length"}},
    {"pair_of_one", "ignore: [[ground, pen]]", "ignore: [@[pen]]", {"not a pair"}},
    {"pair_of_unknown",
     "ignore: [[ground, pen]]",
     "ignore: [[ground, @pin]]",
     {"no body 'pin'", "did you mean 'pen'?"}},
    {"joint_stiffness_key",
     "{x: 1e6 N/m, mz: 4e4 N m/rad}",
     "{x: 1e6 N/m, @z: 1e6 N/m}",
     {"unknown key 'z'", "did you mean 'mz'?"}},
    {"joint_stiffness_odd_key",
     "{x: 1e6 N/m, mz: 4e4 N m/rad}",
     "{x: 1e6 N/m, @bend: 1e6}",
     {"unknown key 'bend'", "x, y, my, mx, mz"}},
    {"joint_stiffness_dimension", "mz: 4e4 N m/rad", "mz: @4e4 N/m", {"expected"}},
    {"negative_joint_stiffness", "x: 1e6 N/m", "x: @-1e6 N/m", {"negative stiffness"}},
    {"zero_joint_stiffness", "x: 1e6 N/m", "x: @0 N/m", {"zero stiffness"}},
    {"drive_stiffness_dimension", "stiffness: 2e6 N/m", "stiffness: @2e6 N m/rad", {"expected"}},
    {"negative_drive_stiffness",
     "stiffness: 2e6 N/m",
     "stiffness: @-2e6 N/m",
     {"negative stiffness"}},
    {"no_such_joint_stiffness",
     "{body: pen, axis: y}}",
     "{body: pen, axis: y}, stiffness: @1e6}",
     {"map"}},
};
INSTANTIATE_TEST_SUITE_P(Rest, RejectedMap, testing::ValuesIn(kRest), name_case);

// ---- What has no effect would be silently ignored. ----

const std::vector<Case> kPassedOver{
    {"broken_searches", "searches: 3", "searches: @2.5", {"2.5", "whole number"}},
    {"over_of_no_use", "take: measure, above", "take: measure, over: @reached, above", {"over"}},
    {"samples_of_no_length", "lines: 4,", "lines: {directions: 4, samples: @3},", {"samples"}},
};
INSTANTIATE_TEST_SUITE_P(PassedOver, RejectedMap, testing::ValuesIn(kPassedOver), name_case);

// Nothing in the file is compliant: stiffness cannot be asked for.
TEST(RigidMachine, HasNoStiffness) {
  std::string text = replace_once(kGood, ", stiffness: {x: 1e6 N/m, mz: 4e4 N m/rad}", "");
  text = replace_once(text, ", stiffness: 2e6 N/m", "");
  try {
    (void)parse_machine(text, kFile, ".");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(to_string(error.place()), "machine.yaml:28:14") << message;
    EXPECT_NE(message.find("all rigid; expected 'stiffness'"), std::string::npos) << message;
  }
}

TEST(ToolCoordinate, NeedsATool) {
  try {
    (void)parse_machine(replace_once(kGood, "tool: pen\n", ""), kFile, ".");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(to_string(error.place()), "machine.yaml:20:7") << message;
    EXPECT_NE(message.find("a tool's coordinate without a tool; expected 'tool'"),
              std::string::npos)
        << message;
  }
}

TEST(Orientation, NeedsATool) {
  std::string text = replace_once(kGood, "tool: pen\n", "");
  text.erase(text.find("  plane:"), text.find("  line:") - text.find("  plane:"));
  text = replace_once(text, "at: {y: 0.05 m}", "at: {Y: 0.05 m}");
  text = replace_once(text, "grid: {x: {from", "grid: {X: {from");
  try {
    (void)parse_machine(text, kFile, ".");
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("an orientation without a tool; expected 'tool'"), std::string::npos)
        << message;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
