// `globaldyn compare` as a user meets it: two motors on one slide against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

constexpr const char* kTwoMotors = R"(globaldyn: 1
name: gantry
bodies: {beam: {mass: 5 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: beam, axis: x}}}
drives: {M1: {joint: X, limits: 10 N}, M2: {joint: X, limits: 20 N}}
tool: beam
paths: {stroke: {joints: {X: p}, p_max: 1}}
cycles: {day: {steps: [{path: stroke}, {dwell: 1 s}, {path: stroke, reverse: true}]}}
)";

// From rest to rest over 1 m with a force.
double calc_time(double force) {
  return 2.0 * std::sqrt(5.0 / force);
}

double find_time(const Json& json, const std::string& name) {
  for (const Json& one : json["variants"]) {
    if (one["name"] == name) return one.at("time");
  }
  return 0.0;
}

TEST_F(Command, CompareSaysWhatEachDriveIsWorth) {
  const std::string file = write("gantry.yaml", kTwoMotors);
  const std::string out = (folder_ / "c").string();
  const CommandOutcome o = run("compare " + file + " --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  for (const char* text : {"all drives", "least norm", "without M1", "122.5 %", "173.2 %"}) {
    EXPECT_NE(o.out.find(text), std::string::npos) << text << "\n" << o.out;
  }
  const Json json = Json::parse(read(folder_ / "c" / "comparison.json"));
  EXPECT_EQ(json["schema"], "globaldyn/comparison/1");
  ASSERT_EQ(json["variants"].size(), 4u);
  const double tolerance = 1e-5;
  EXPECT_NEAR(find_time(json, "all drives"), calc_time(30.0), tolerance);
  // Equal forces.
  EXPECT_NEAR(find_time(json, "least norm"), calc_time(20.0), tolerance);
  EXPECT_NEAR(find_time(json, "without M1"), calc_time(20.0), tolerance);
  EXPECT_NEAR(find_time(json, "without M2"), calc_time(10.0), tolerance);
}

TEST_F(Command, CompareOfCyclesAndSetsOfDrives) {
  const std::string file = write("gantry.yaml", kTwoMotors);
  const CommandOutcome o = run("compare " + file + " --cycle day --without M2,M1+M2 --json");
  EXPECT_EQ(o.code, 0) << o.err;
  const Json json = Json::parse(o.out);
  ASSERT_EQ(json["variants"].size(), 4u);
  EXPECT_NEAR(find_time(json, "without M2"), 1.0 + 2.0 * calc_time(10.0), 1e-4);
  // Nothing moves it then.
  const Json& none = json["variants"][3];
  EXPECT_EQ(none["name"], "without M1+M2");
  EXPECT_FALSE(none.contains("time"));
  EXPECT_FALSE(none["reason"].get<std::string>().empty());
  EXPECT_EQ(run("compare " + file + " --without M3").code, 2);
  EXPECT_EQ(run("compare " + file + " --path nowhere").code, 2);
}

// The rule holds under all loads of a cycle.
TEST_F(Command, CompareSharesUnderLoadsAsWell) {
  std::string text = kTwoMotors;
  text.replace(text.find("{path: stroke}"), 14, "{path: stroke, load: full}");
  const std::string file =
      write("gantry.yaml", text + "load_cases: {full: {payload: {mass: 15 kg}}}\n");
  const CommandOutcome o = run("compare " + file + " --cycle day --json");
  EXPECT_EQ(o.code, 0) << o.err;
  const Json json = Json::parse(o.out);
  // 20 kg there, 5 kg back; equal forces of 10 N each.
  EXPECT_NEAR(find_time(json, "all drives"), 1.0 + 3.0 * calc_time(30.0), 1e-4);
  EXPECT_NEAR(find_time(json, "least norm"), 1.0 + 3.0 * calc_time(20.0), 1e-4);
}

}  // namespace
}  // namespace globaldyn::inside
