// Maps with bad seeds, with too much in them, or of machines that move by themselves.
#include <cmath>
#include <fstream>
#include <iterator>

#include "tests/map/small_maps.h"

namespace globaldyn::inside::test {
namespace {

constexpr const char* kArm = R"(globaldyn: 1
name: arm
bodies:
  upper: {mass: 2, com: [0.25, 0], inertia: {plate: 0.05}}
  lower: {mass: 1, com: [0.2, 0], inertia: {plate: 0.02}}
joints:
  A: {type: revolute, a: ground, b: upper, @JOINT guess: 0.3}
  B: {type: revolute, a: {body: upper, at: [0.5, 0]}, b: lower, guess: 1}
drives: {MA: {joint: A, limits: 20, @DRIVE}, MB: {joint: B, limits: 10, @DRIVE}}
tool: {body: lower, at: [0.4, 0]}
maps:
  m:
    grid: {x: {from: -0.9, to: 0.9, count: 19}, y: {from: -0.9, to: 0.9, count: 19}}
    @MAP
)";

std::string make_arm(const std::string& joint, const std::string& drive, const std::string& map) {
  std::string text = kArm;
  for (const auto& [mark, with] : {std::pair{"@JOINT", joint}, {"@DRIVE", drive}, {"@MAP", map}}) {
    for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark)) {
      text.replace(at, std::string(mark).size(), with);
    }
  }
  return text;
}

// Stretched out, the arm can be assembled but has no rates to continue from. Another seed has.
TEST(MendedMap, BeginsAtTheNextSeedWhereTheFirstIsSingular) {
  const std::string no_load = "viscous: 0";
  const WorkspaceMap plain = map_text(make_arm("", no_load, "seeds: [[0.4, 0.3]]"));
  for (const char* seeds : {"seeds: [[0.9, 0], [0.4, 0.3]]", "seeds: [[0.9, 0]]"}) {
    const WorkspaceMap map = map_text(make_arm("", no_load, seeds));
    EXPECT_EQ(map.count(SampleStatus::ok), plain.count(SampleStatus::ok)) << seeds;
    EXPECT_GT(map.count(SampleStatus::ok), 200u);
  }
}

// A nearly rigid bearing counts as rigid: stiffnesses 1e13 apart are no loss of control.
TEST(MendedMap, KeepsHoldOfWhatIsVeryStiff) {
  const std::string criteria = "criteria: [stiffness, natural_frequency]";
  const WorkspaceMap rigid = map_text(make_arm("", "stiffness: 1e4 N m/rad", criteria));
  const WorkspaceMap stiff =
      map_text(make_arm("stiffness: {x: 1e17, y: 1e17},", "stiffness: 1e4 N m/rad", criteria));
  for (const char* column : {"stiffness", "natural_frequency"}) {
    for (std::size_t i = 0; i < rigid.status.size(); ++i) {
      const double value = values_of(rigid, column)[i];
      // 1e4 N m/rad at 0.3 m is 1e5 N/m, 1e-12 of the bearing's: that costs 12 of 16 digits, and
      // some.
      EXPECT_NEAR(values_of(stiff, column)[i], value, 1e-2 * value) << column << " " << i;
    }
  }
}

// The carriage rotates freely about its pin; a torque on it would rotate it.
TEST(MendedMap, RefusesAnIdleFreedomThatALoadMoves) {
  std::ifstream file(std::string(GLOBALDYN_SOURCE_DIR) + "/machines/planar_2dof/planar_2dof.yaml");
  std::string text(std::istreambuf_iterator<char>(file), {});
  text += "\nloads: {tool_wrench: {torque: [0, 0, 5 N m]}}\n";
  const Machine machine = parse_machine(text, "machine.yaml", ".");
  try {
    (void)make_map(machine, machine.maps.front());
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.place().line, machine.maps.front().place.line);
    EXPECT_NE(std::string(error.what()).find("would move them"), std::string::npos);
  }
}

// Finite, but its square is not.
TEST(MendedMap, RefusesCoordinatesBeyondReach) {
  const std::string text = make_arm("", "viscous: 0", "seeds: []");
  const auto at = text.find("from: -0.9");
  std::string huge = text;
  huge.replace(at, 10, "from: -1e308");
  EXPECT_THROW((void)parse_machine(huge, "machine.yaml", "."), InputError);
}

}  // namespace
}  // namespace globaldyn::inside::test
