// `globaldyn plan` and `evaluate --criteria` as a user meets them.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace globaldyn {
namespace {

using Json = nlohmann::json;

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
}  // namespace globaldyn
