// `globaldyn plan` and `evaluate --criteria` as a user meets them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

// A table that goes up, with these load cases.
std::string write_lift(const std::string& load_cases) {
  return R"(globaldyn: 1
name: lift
bodies: {table: {mass: 1 kg}}
joints: {Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: table, axis: z}}}
drives: {FZ: {joint: Z, limits: [-20, 20]}}
tool: {body: table, at: [0, 0]}
load_cases: )" +
         load_cases + R"(
paths:
  up: {position: {line: {from: [0, 0, 0], to: [0, 0, 1]}}, prescribe: [z]}
)";
}

TEST_F(Command, PlanWritesResultsAndPictures) {
  const std::string out = (folder_ / "p").string();
  const CommandOutcome o =
      run("plan " + star_ + " --path circle_b --tolerance 1e-3 --samples 51 --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  for (const char* text : {"circle_b: optimal", "limits that hold it back", "F2", "energy"}) {
    EXPECT_NE(o.out.find(text), std::string::npos) << text;
  }
  for (const char* name : {"plan.json", "plan.csv", "plan.h5", "drives.csv", "plan.svg", "plan.png",
                           "forces.svg", "forces.png", "drives.svg", "drives.png"}) {
    ASSERT_TRUE(fs::exists(folder_ / "p" / name)) << name;
    EXPECT_GT(fs::file_size(folder_ / "p" / name), 200u) << name;
  }
  const Json json = Json::parse(read(folder_ / "p" / "plan.json"));
  EXPECT_EQ(json["schema"], "globaldyn/plan/1");
  EXPECT_EQ(json["status"], "optimal");
  EXPECT_EQ(json["bounds"], "estimated");
  EXPECT_LE(json["time_lower"], json["time"]);
  EXPECT_LE(json["max_violation"], 1e-6);
  ASSERT_EQ(json["samples"].size(), 51u);
  EXPECT_EQ(json["samples"][0]["forces"].size(), 4u);
  EXPECT_EQ(json["samples"][50]["t"], json["time"]);
  EXPECT_NEAR(json["samples"][50]["p"].get<double>(), 2.0 * M_PI, 1e-9);
  const std::string csv = read(folder_ / "p" / "plan.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 52);
  EXPECT_EQ(csv.substr(0, 21), "t,p,d1,d2,position_F1");
}

// Every file of numbers tells under which load case it was made; without one they are as ever.
TEST_F(Command, APlanTellsItsLoadCase) {
  const std::string file = write("lift.yaml", write_lift("{full: {payload: {mass: 2 kg}}}"));
  const auto plan = [&](const std::string& options, const std::string& folder) {
    const CommandOutcome o = run("plan " + file + " --samples 3 --no-pictures " + options +
                                 " --out " + (folder_ / folder).string());
    EXPECT_EQ(o.code, 0) << o.err;
    return o.out;
  };
  const auto lines_of = [&](const std::string& name) {
    std::istringstream text(read(folder_ / name));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
  };
  EXPECT_NE(plan("--load full", "full").find("path up, load case full:"), std::string::npos);
  EXPECT_EQ(plan("", "bare").find("load case"), std::string::npos);
  EXPECT_EQ(Json::parse(read(folder_ / "full" / "plan.json"))["load_case"], "full");
  EXPECT_FALSE(Json::parse(read(folder_ / "bare" / "plan.json")).contains("load_case"));
  for (const auto& [name, rows] : {std::pair("plan.csv", 3), std::pair("drives.csv", 1)}) {
    SCOPED_TRACE(name);
    const std::vector<std::string> loaded = lines_of(std::string("full/") + name);
    const std::vector<std::string> bare = lines_of(std::string("bare/") + name);
    ASSERT_EQ(loaded.size(), static_cast<std::size_t>(rows) + 1);
    ASSERT_EQ(bare.size(), loaded.size());
    EXPECT_EQ(loaded[0], bare[0] + ",load_case");
    for (std::size_t i = 1; i < loaded.size(); ++i) {
      EXPECT_TRUE(loaded[i].ends_with(",full")) << loaded[i];
      EXPECT_EQ(std::count(loaded[i].begin(), loaded[i].end(), ','),
                std::count(loaded[0].begin(), loaded[0].end(), ','));
    }
  }
}

// What the nodes say is the whole plan: the time follows from them.
TEST_F(Command, NodesOfThePlanGiveItsTime) {
  const Json json =
      Json::parse(run("plan " + star_ + " --path circle_b --tolerance 1e-3 --json").out);
  const Json& nodes = json["nodes"];
  double time = 0.0;
  for (std::size_t i = 0; i + 1 < nodes["p"].size(); ++i) {
    const double h = nodes["p"][i + 1].get<double>() - nodes["p"][i].get<double>();
    const double a = nodes["d2_begin"][i], b = nodes["d2_end"][i], c = nodes["bulge"][i];
    const double x = std::pow(nodes["d1"][i].get<double>(), 2);
    // Midpoint rule in the square root of the distance, regular at rest at either end.
    constexpr int kSteps = 2000;
    for (int k = 0; k < kSteps; ++k) {
      const double u = (k + 0.5) / kSteps, r = u * u * (3.0 - 2.0 * u);
      const double at = x + h * r * (2.0 * a + r * (b - a + c * (4.0 - r * 8.0 / 3.0)));
      time += h * 6.0 * u * (1.0 - u) / kSteps / std::sqrt(at);
    }
  }
  EXPECT_NEAR(time, json["time"].get<double>(), 1e-6 * time);
}

TEST_F(Command, PlanOfAPathThatCannotBePassedSaysWhy) {
  const std::string file = write("slide.yaml", R"(globaldyn: 1
name: slide
gravity: [0, 0, -10]
bodies: {table: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}}
joints: {Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: table, axis: z}}}
drives: {FZ: {joint: Z, limits: [-20, 8]}}
tool: {body: table, at: [0, 0]}
paths:
  up: {position: {line: {from: [0, 0, 0], to: [0, 0, 1]}}, prescribe: [z]}
)");
  const std::string out = (folder_ / "p").string();
  const CommandOutcome o = run("plan " + file + " --start-speed '1 m/s' --json --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  const Json json = Json::parse(o.out);
  EXPECT_EQ(json["status"], "infeasible");
  EXPECT_FALSE(json.contains("time"));
  EXPECT_NEAR(json["failure"]["p"].get<double>(), 0.25, 1e-6);
  EXPECT_EQ(json["failure"]["limits"][0]["name"], "FZ");
  EXPECT_EQ(json["failure"]["limits"][0]["limit"], "max");
  EXPECT_NEAR(json["failure"]["limits"][0]["missing"].get<double>(), 1.5, 1e-3);
  EXPECT_NEAR(json["failure"]["d1_needed"][0][0].get<double>(), std::sqrt(3.0), 1e-4);
  EXPECT_TRUE(json["samples"].empty());
  EXPECT_TRUE(fs::exists(folder_ / "p" / "plan.png"));
  // With more speed there is a motion; with a limit lifted, too.
  EXPECT_EQ(Json::parse(run("plan " + file + " --start-speed '3 m/s' --json").out)["status"],
            "optimal");
}

TEST_F(Command, BadPlanInputIsOneLineAndExitCodeTwo) {
  for (const char* more :
       {"", "--path circle_c", "--path circle_a --reserve 100%", "--path circle_a --reserve -1",
        "--path circle_a --start-speed '1 kg'", "--path circle_a --start-speed=-1",
        "--path circle_a --tolerance 0", "--path circle_a --closed --start-speed 1",
        "--path circle_a --forces preload --preload 1,2", "--path circle_a --rate 0",
        "--path circle_a --rise-time 0", "--path circle_a --samples 1"}) {
    SCOPED_TRACE(more);
    const CommandOutcome o = run("plan " + star_ + " " + more);
    EXPECT_EQ(o.code, 2) << o.err;
    EXPECT_EQ(o.out, "");
  }
}

// Before any pose is calculated. `check` looks at load cases that do not act, too.
TEST_F(Command, ATableOfLoadsShorterThanThePathIsOneLineAndExitCodeTwo) {
  (void)write("cut.csv", "p,fz\n0,-1\n0.5,-2\n");
  const std::string file =
      write("cut.yaml", write_lift("{cut: {tool_wrench: {csv: {file: cut.csv}}}}"));
  for (const std::string command : {"check ", "check --load cut ", "plan --load cut ",
                                    "evaluate --load cut ", "plan --load all "}) {
    SCOPED_TRACE(command);
    const CommandOutcome o = run(command + file);
    EXPECT_EQ(o.code, 2) << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
    EXPECT_NE(o.err.find("cut.yaml:7:46: the table 'cut.csv' of load case 'cut' has loads for p = "
                         "0 … 0.5, path 'up' asks for those at p = 0 … 1; expected"),
              std::string::npos)
        << o.err;
  }
  EXPECT_EQ(run("plan " + file).code, 0);
  EXPECT_EQ(run("evaluate --load cut --at 0,0.5 " + file).code, 0);
}

// At once, where the machine would be walked towards what it cannot reach for minutes.
TEST_F(Command, ATangentThatJumpsIsOneLineAndExitCodeTwo) {
  const std::string file = write("knife.yaml", R"(globaldyn: 1
name: knife
bodies: {bridge: {mass: 8, inertia: {diag: [1, 1, 1]}}, head: {mass: 2, inertia: {diag: [1, 1, 1]}}, knife: {mass: 0.3, inertia: {plate: 1e-4}}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: bridge, axis: x}}
  Y: {type: prismatic, a: {body: bridge, axis: y}, b: {body: head, axis: y}}
  C: {type: revolute, a: head, b: knife}
drives: {MX: {joint: X, limits: 100}, MY: {joint: Y, limits: 30}, MC: {joint: C, limits: 0.2}}
tool: knife
paths:
  right_angle: {position: {polyline: {points: [[0, 0], [0.3, 0], [0.3, 0.3]]}}, orientation: {tangential: {offset: 0}}}
  rounded: {position: {polyline: {points: [[0, 0], [0.3, 0], [0.3, 0.3]], blend: 10 mm}}, orientation: {tangential: {offset: 0}}}
)");
  for (const std::string command : {"plan --path right_angle ", "evaluate --path right_angle ",
                                    "check ", "plan --path right_angle --work 1000 "}) {
    SCOPED_TRACE(command);
    const CommandOutcome o = run(command + file);
    EXPECT_EQ(o.code, 2) << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
    EXPECT_NE(
        o.err.find("knife.yaml:11:3: path 'right_angle' jumps at its corner at p = 0.5: phi by "
                   "1.5708 rad (90 deg); expected"),
        std::string::npos)
        << o.err;
  }
  EXPECT_EQ(run("plan --path rounded --tolerance 1e-3 " + file).code, 0);
  EXPECT_EQ(run("evaluate --path right_angle --at 0.2,0.5 " + file).code, 0);
}

TEST_F(Command, RateOfTheRecord) {
  const Json json = Json::parse(
      run("plan " + star_ + " --path circle_b --tolerance 1e-3 --rate 1000 --json").out);
  const auto& samples = json["samples"];
  EXPECT_EQ(samples.size(), static_cast<std::size_t>(1000 * json["time"].get<double>()) + 2);
  EXPECT_NEAR(samples[7]["t"].get<double>(), 0.007, 1e-15);
}

TEST_F(Command, EvaluateCriteriaOfPaths) {
  const CommandOutcome o = run("evaluate " + star_ + " --samples 3 --criteria time,constant_speed");
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("constant_speed"), std::string::npos);
  const Json json =
      Json::parse(run("evaluate " + star_ + " --samples 3 --criteria time,rms_force --json").out);
  ASSERT_EQ(json["criteria"].size(), 10u);  // two paths, time and four drives
  EXPECT_EQ(json["criteria"][0]["name"], "time");
  EXPECT_NEAR(json["criteria"][0]["value"].get<double>(), 0.24464, 1e-4);
  EXPECT_EQ(json["criteria"][1]["unit"], "N");
  EXPECT_EQ(run("evaluate " + star_ + " --criteria tme").code, 2);
}

// Segments of a sawtooth in which the motion falls below rest were once given invalid times.
TEST_F(Command, ThePathIsNotToBlameForThePlanner) {
  const std::string cases = std::string(GLOBALDYN_SOURCE_DIR) + "/tests/data/cases/";
  for (const std::string line :
       {"rod_without_time.yaml --reserve 10%", "standing_speed_line.yaml"}) {
    const CommandOutcome o = run("plan " + cases + line);
    EXPECT_NE(o.code, 2) << o.err;
    EXPECT_EQ(o.err.find("nan"), std::string::npos) << o.err;
    EXPECT_EQ(o.out.find("nan"), std::string::npos) << o.out;
    EXPECT_TRUE(o.code == 0 || o.err.find("planner") != std::string::npos) << o.err;
  }
}

}  // namespace
}  // namespace globaldyn::inside
