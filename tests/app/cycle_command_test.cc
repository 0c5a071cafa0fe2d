// Cycles, files for controllers, drives left out and rules of preload as a user meets them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

class CycleCommand : public Command {
 protected:
  const std::string lift_ = std::string(GLOBALDYN_SOURCE_DIR) + "/machines/jobs/lift.yaml";

  Json run_json(const std::string& arguments) {
    const CommandOutcome o = run(arguments + " --json");
    EXPECT_EQ(o.code, 0) << o.err;
    return Json::parse(o.out, nullptr, false);
  }

  void expect_refused(const std::string& arguments, const std::string& what) {
    const CommandOutcome o = run(arguments);
    EXPECT_EQ(o.code, 2) << arguments;
    EXPECT_NE(o.err.find(what), std::string::npos) << arguments << "\n" << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  }
};

TEST_F(CycleCommand, OneResultForAllSteps) {
  const std::string out = (folder_ / "lift").string();
  const CommandOutcome o = run("plan " + lift_ + " --cycle shift --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  expect_texts(o.out, {"cycle shift: optimal", "up, backwards", "part", "at rest"});
  const Json json = Json::parse(read(folder_ / "lift" / "plan.json"));
  EXPECT_EQ(json["cycle"], "shift");
  ASSERT_EQ(json["steps"].size(), 4U);
  EXPECT_EQ(json["steps"][0]["path"], "up");
  EXPECT_EQ(json["steps"][0]["load"], "part");
  EXPECT_EQ(json["steps"][1]["dwell"], 0.4);
  EXPECT_EQ(json["steps"][2]["from"], 1.0);
  EXPECT_TRUE(json["steps"][2]["load"].is_null());
  EXPECT_EQ(json["steps"][0]["begin"], 0.0);
  EXPECT_NEAR(json["steps"][3]["end"].get<double>(), json["time"].get<double>(), 1e-12);
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_EQ(json["steps"][i]["begin"], json["steps"][i - 1]["end"]);
  }
  EXPECT_EQ(json["samples"].back()["step"], 3);
  const CommandOutcome s =
      run("simulate " + lift_ + " --no-pictures --plan " + out + "/plan.json --out " + out);
  EXPECT_EQ(s.code, 0) << s.err;
  EXPECT_EQ(Json::parse(read(folder_ / "lift" / "simulation.json"))["cycle"], "shift");
  expect_texts(s.out, {"plan of shift: done"});
  const CommandOutcome c = run("check " + lift_);
  expect_texts(c.out, {"cycle shift: 4 steps, from rest to rest in 4; it ends where it began"});
}

// Nothing is optimal in what is given; one step that is planned makes the cycle planned.
TEST_F(CycleCommand, OfLawsAndDwellsAloneIsGiven) {
  const std::string file = write("press.yaml", R"(globaldyn: 1
name: press
bodies: {ram: {mass: 10 kg}}
joints: {Z: {type: prismatic, a: {body: ground, axis: x}, b: {body: ram, axis: x}}}
drives: {M: {joint: Z, limits: 400 N}}
tool: ram
paths:
  down: {joints: {Z: 0.4 m*p}, p_max: 1, law: {time: 0.5 s, shape: modified_sine}}
  slide: {joints: {Z: 0.4 m*p}, p_max: 1}
cycles:
  all_given: {steps: [{path: down}, {dwell: 0.2 s}, {path: down, reverse: true}]}
  waiting: {steps: [{path: down}, {dwell: 0.2 s}, {path: slide, reverse: true}]}
)");
  const CommandOutcome given = run("plan " + file + " --cycle all_given");
  EXPECT_EQ(given.code, 0) << given.err;
  expect_texts(given.out, {"cycle all_given: given\n", "time 1.2 s, as its laws and dwells say"});
  EXPECT_EQ(given.out.find("optimal"), std::string::npos) << given.out;
  EXPECT_EQ(given.out.find("estimated"), std::string::npos) << given.out;
  const Json json = run_json("plan " + file + " --cycle all_given");
  EXPECT_EQ(json["status"], "given");
  EXPECT_EQ(json["bounds"], "given");
  EXPECT_EQ(run_json("plan " + file + " --path down")["bounds"], "given");
  const Json planned = run_json("plan " + file + " --cycle waiting");
  EXPECT_EQ(planned["status"], "optimal");
  EXPECT_EQ(planned["bounds"], "estimated");
}

TEST_F(CycleCommand, CriteriaAreOfTheWholeCycle) {
  const Json json = run_json("evaluate " + lift_ +
                             " --samples 3 --cycle shift --criteria time,rms_force,constant_speed");
  const double time = run_json("plan " + lift_ + " --cycle shift")["time"];
  ASSERT_EQ(json["criteria"].size(), 3U) << json["criteria"];
  EXPECT_EQ(json["criteria"][0]["path"], "shift");
  EXPECT_NEAR(json["criteria"][0]["value"].get<double>(), time, 1e-3 * time);
  EXPECT_EQ(json["criteria"][2]["status"], "of_paths_only");
}

TEST_F(CycleCommand, ControllersGetTheirFile) {
  const std::string file = (folder_ / "shift.csv").string();
  const CommandOutcome o =
      run("plan " + lift_ + " --cycle shift --rate 100 --decimal-comma --controller " + file);
  EXPECT_EQ(o.code, 0) << o.err;
  const std::string csv = read(file);
  EXPECT_EQ(
      csv.rfind("t [s];M position [rev];M speed [rpm];M acceleration [rad/s^2];M torque [N m]", 0),
      0U)
      << csv.substr(0, 100);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 264);
  const std::string h5 = (folder_ / "cam.h5").string();
  EXPECT_EQ(
      run("plan " + lift_ + " --cycle shift --rate 100 --stretch --cam --controller " + h5).code,
      0);
  EXPECT_TRUE(fs::exists(h5));
}

TEST_F(CycleCommand, WrongInputIsOneLine) {
  expect_refused("plan " + lift_ + " --cycle shaft", "shift");
  expect_refused("plan " + lift_ + " --cycle shift --load part", "steps of the cycle");
  expect_refused("plan " + lift_ + " --cycle shift --controller a.csv", "--rate");
  expect_refused("plan " + lift_ + " --cycle shift --rate 100 --controller a.txt", ".csv or .h5");
  expect_refused("evaluate " + lift_ + " --cycle shaft --criteria time", "shift");
  expect_refused("plan " + star_ + " --path circle_a --without F9", "F9");
  expect_refused("plan " + star_ + " --path circle_a --preload constant,1,2", "one a drive");
  expect_refused("plan " + star_ + " --path circle_a --preload least_norm,1", "constant");
  expect_refused("plan " + star_ + " --path circle_a --preload 1,2,3,4", "--forces preload");
}

// All drives, least norm, fewer drives: what each costs, and what a replay makes of it.
TEST_F(CycleCommand, DrivesAndRulesByOption) {
  const std::string plan = "plan " + star_ + " --path circle_a --tolerance 1e-5 --samples 11";
  const double all = run_json(plan)["time"];
  const Json least = run_json(plan + " --preload least_norm");
  const Json three = run_json(plan + " --without F4");
  EXPECT_GT(least["time"].get<double>(), all * 1.001);
  EXPECT_GT(three["time"].get<double>(), all * 1.001);
  EXPECT_EQ(three["machine"]["drives"].size(), 3U);
  EXPECT_EQ(least["options"]["preload_rule"], "least_norm");
  const std::string out = (folder_ / "least").string();
  run(plan + " --preload least_norm --no-pictures --out " + out);
  const CommandOutcome o = run("simulate " + star_ + " --samples 3 --plan " + out + "/plan.json");
  EXPECT_EQ(o.code, 0) << o.err;
  expect_texts(o.out, {"done"});
  const std::string without = (folder_ / "three").string();
  run(plan + " --without F4 --no-pictures --out " + without);
  EXPECT_EQ(
      run("simulate " + star_ + " --without F4 --samples 3 --plan " + without + "/plan.json").code,
      0);
  expect_refused("simulate " + star_ + " --samples 3 --plan " + without + "/plan.json",
                 "another machine");
}

}  // namespace
}  // namespace globaldyn::inside
