// `globaldyn map` as a user meets it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

// A weight on two slides over a small grid, with a corner out of reach.
constexpr const char* kGantry = R"(
globaldyn: 1
name: gantry
gravity: [0, -9.81, 0]
bodies:
  bridge: {mass: 3 kg, inertia: {diag: [1, 1, 1]}}
  carriage: {mass: 2 kg, inertia: {diag: [1, 1, 1]}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: bridge, axis: x}, travel: [-0.3, 0.5]}
  Y: {type: prismatic, a: {body: bridge, axis: y}, b: {body: carriage, axis: y}}
drives:
  FX: {joint: X, limits: 50 N}
  FY: {joint: Y, limits: 60 N}
tool: carriage
maps:
  area:
    grid: {x: {from: -0.5, to: 0.5, count: 11}, y: {from: 0, to: 0.5, count: 6}}
    criteria: [acceleration, holding_share]
    patterns: {lines: {lines: 4, speed: 0.2}}
    reductions: {wide: {of: acceleration, take: measure, above: 1 m/s^2}}
  row:
    grid: {x: {from: -0.5, to: 0.5, count: 11}}
    at: {y: 0.1}
  loose:
    grid: {x: {from: -0.5, to: 0.5, count: 11}}
)";

class MapCommand : public Command {
 protected:
  const std::string gantry_ = write("gantry.yaml", kGantry);
};

TEST_F(MapCommand, WritesNumbersAndPictures) {
  const CommandOutcome o = run("map " + gantry_ + " --map area --out " + (folder_ / "r").string());
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");  // no progress in a pipe
  for (const char* name :
       {"map_area.json", "map_area.csv", "map_area.h5", "map_area.acceleration.png",
        "map_area.acceleration.svg", "map_area.lines.d1max.worst.png"}) {
    ASSERT_TRUE(fs::exists(folder_ / "r" / name)) << name;
    EXPECT_GT(fs::file_size(folder_ / "r" / name), 500u) << name;
  }
  for (const auto& entry : fs::directory_iterator(folder_ / "r")) {
    EXPECT_NE(entry.path().extension(), ".part");
  }
  // The slide ends at x = -0.3: 2 of 11 columns are beyond.
  EXPECT_NE(o.out.find("out_of_travel  18.2 %"), std::string::npos) << o.out;
  // Between -0.3 - a cell's half and 0.5: 0.85 m, times 0.5 m.
  EXPECT_NE(o.out.find("wide       m^2   0.425  measure of acceleration"), std::string::npos)
      << o.out;
}

TEST_F(MapCommand, JsonIsOneDocument) {
  const CommandOutcome o = run("map " + gantry_ + " --map area --json --threads 2");
  EXPECT_EQ(o.code, 0) << o.err;
  const Json json = Json::parse(o.out);
  EXPECT_EQ(json["schema"], "globaldyn/map/1");
  EXPECT_EQ(json["status"].size(), 66u);
  // 60 N hold 2 kg: 2 * 9.81 / 60; and 60 - 19.62 N are left to lift 2 kg, 50 N to push 5 kg.
  const std::size_t middle = 5 * 6 + 2;
  EXPECT_NEAR(json["criteria"][0]["values"][middle].get<double>(), 10.0, 1e-9);
  EXPECT_NEAR(json["criteria"][1]["values"][middle].get<double>(), 0.327, 1e-12);
  EXPECT_EQ(o.out, run("map " + gantry_ + " --map area --json --threads 1").out);
}

TEST_F(MapCommand, RefusesWhatItCannotDo) {
  for (const auto& [arguments, text] :
       {std::pair{"--map aera", "did you mean 'area'?"}, std::pair{"--json", "expected --map NAME"},
        std::pair{"--threads 0", ""}, std::pair{"--map loose", "free"}}) {
    const CommandOutcome o = run("map " + gantry_ + " " + arguments);
    EXPECT_EQ(o.code, 2) << arguments;
    EXPECT_NE(o.err.find(text), std::string::npos) << o.err;
    const bool by_parser = std::string(arguments) == "--threads 0";  // with a hint at --help
    EXPECT_TRUE(by_parser || std::count(o.err.begin(), o.err.end(), '\n') == 1) << o.err;
  }
  EXPECT_EQ(run("map").code, 2);
  EXPECT_EQ(run("map " + star_ + " --map nothing").code, 2);
}

TEST_F(MapCommand, ListsCriteria) {
  const CommandOutcome o = run("map --list-criteria");
  EXPECT_EQ(o.code, 0);
  EXPECT_NE(o.out.find("holding_share"), std::string::npos);
}

// A map of minutes is stopped after a second: quickly, with exit code 130 and nothing written.
TEST_F(MapCommand, StopsWhenInterrupted) {
  std::string text = read(star_);
  const std::string coarse = "count: 53", fine = "count: 1001";
  ASSERT_NE(text.find(coarse), std::string::npos);
  for (auto at = text.find(coarse); at != std::string::npos; at = text.find(coarse)) {
    text.replace(at, coarse.size(), fine);
  }
  const std::string large = write("large.yaml", text);
  const CommandOutcome o =
      run_line("timeout --foreground --signal=INT 1 '" + std::string(GLOBALDYN_COMMAND) + "' map " +
               large + " --map workspace --out " + (folder_ / "r").string() +
               "; code=$?; [ $code = 124 ] && exit 130; exit $code");
  EXPECT_EQ(o.code, 130) << o.err;
  EXPECT_NE(o.err.find("interrupted"), std::string::npos) << o.err;
  EXPECT_TRUE(fs::is_empty(folder_ / "r"));
}

}  // namespace
}  // namespace globaldyn::inside
