// `plan --within`, `--least` and `--trade-off` as a user meets them: two motors on one slide.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

constexpr double kBeam = 5.0;  // kg
constexpr const char* kGantry = R"(globaldyn: 1
name: gantry
bodies: {beam: {mass: 5 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: beam, axis: x}}}
drives:
  M1: {joint: X, limits: 100 N, rated: 10 N, loss_weight: 0.2 W/N^2}
  M2: {joint: X, limits: 100 N, rated: 30 N, loss_weight: 0.1 W/N^2}
paths: {stroke: {joints: {X: 1 m*p}, p_max: 1}}
cycles: {day: {steps: [{path: stroke}, {path: stroke, reverse: true}]}}
)";

TEST_F(Command, PlansWithinWhatIsRatedAndSimulatesThem) {
  const std::string file = write("gantry.yaml", kGantry);
  const std::string out = (folder_ / "w").string();
  const CommandOutcome o = run("plan " + file + " --within rated --no-pictures --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("M1 100 %, M2 100 %"), std::string::npos) << o.out;
  const Json json = Json::parse(read(folder_ / "w" / "plan.json"));
  EXPECT_EQ(json["status"], "optimal");
  const double time = std::sqrt(6.0 * kBeam / (std::sqrt(3.0) * 40.0));
  EXPECT_NEAR(json["time"].get<double>(), time, 1e-6 * time);
  EXPECT_TRUE(json["wished"]["within_rated"].get<bool>());
  EXPECT_EQ(json["options"]["preload_table"]["drives"].size(), 1U);
  const CommandOutcome s =
      run("simulate " + file + " --plan " + out + "/plan.json --out " + out + "s");
  EXPECT_EQ(s.code, 0) << s.err;
  const Json simulated = Json::parse(read(folder_ / "ws" / "simulation.json"));
  EXPECT_EQ(simulated["status"], "done");
  EXPECT_NEAR(simulated["time"].get<double>(), time, 1e-6 * time);
}

TEST_F(Command, PlansWithLeastLosses) {
  const std::string file = write("gantry.yaml", kGantry);
  const CommandOutcome o = run("plan " + file + " --least losses --time 2000ms --json");
  EXPECT_EQ(o.code, 0) << o.err;
  const Json json = Json::parse(o.out);
  const double losses = 12.0 * kBeam * kBeam / 8.0 / (1.0 / 0.2 + 1.0 / 0.1);
  EXPECT_NEAR(json["wished"]["losses"]["value"].get<double>(), losses, 1e-5 * losses);
  EXPECT_EQ(json["wished"]["losses"]["unit"], "J");
  EXPECT_NEAR(json["time"].get<double>(), 2.0, 1e-6);
}

// By hand: T + worth V/range, V = 2 f of both motors' sum, each with a range of 200 N.
TEST_F(Command, PlansForcesThatChangeLittle) {
  const std::string file = write("gantry.yaml", kGantry);
  const std::string out = (folder_ / "v").string();
  const CommandOutcome o =
      run("plan " + file + " --variation-worth 500ms --no-pictures --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("forces rise and fall in shares of their ranges: "), std::string::npos)
      << o.out;
  const Json json = Json::parse(read(folder_ / "v" / "plan.json"));
  EXPECT_EQ(json["status"], "optimal");
  const double per_newton = 0.5 / 200.0;
  const double force = std::pow(std::sqrt(kBeam) / (2.0 * per_newton), 2.0 / 3.0);
  const double time = 2.0 * std::sqrt(kBeam / force);
  EXPECT_NEAR(json["time"].get<double>(), time, 1e-4 * time);
  const Json& wished = json["wished"];
  EXPECT_DOUBLE_EQ(wished["variation_worth"].get<double>(), 0.5);
  EXPECT_NEAR(wished["variation"]["M1"].get<double>() + wished["variation"]["M2"].get<double>(),
              2.0 * force, 2e-3 * force);
  const CommandOutcome s =
      run("simulate " + file + " --plan " + out + "/plan.json --out " + out + "s");
  EXPECT_EQ(s.code, 0) << s.err;
  const Json simulated = Json::parse(read(folder_ / "vs" / "simulation.json"));
  EXPECT_NEAR(simulated["time"].get<double>(), json["time"].get<double>(), 1e-6 * time);
}

TEST_F(Command, TradesTimeForLosses) {
  const std::string file = write("gantry.yaml", kGantry);
  const std::string out = (folder_ / "t").string();
  const CommandOutcome o = run("plan " + file + " --trade-off 3 --time 4s --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  const std::string csv = read(folder_ / "t" / "trade_off.csv");
  EXPECT_EQ(csv.rfind("time [s],losses [J]\n", 0), 0U) << csv;
  double time = 0.0, losses = 0.0;
  const std::string last = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
  ASSERT_EQ(std::sscanf(last.c_str(), "%lf,%lf", &time, &losses), 2) << last;
  const double least = 12.0 * kBeam * kBeam / 64.0 / (1.0 / 0.2 + 1.0 / 0.1);
  EXPECT_NEAR(time, 4.0, 1e-9);
  EXPECT_NEAR(losses, least, 1e-5 * least);
}

TEST_F(Command, WishesThatMeanNothingAreRefused) {
  const std::string file = write("gantry.yaml", kGantry);
  for (const char* asked :
       {"--least losses", "--time 2s", "--within rated --time 2s", "--within peak", "--least time",
        "--time-worth 3W", "--least losses --time-worth 0", "--least energy",
        "--least losses --time 0s", "--least losses --time 2N", "--variation-worth 0",
        "--variation-worth 2J", "--variation-worth 5ms --trade-off 3",
        "--least losses --time 2s --variation-worth 3N"}) {
    const CommandOutcome o = run("plan " + file + " " + asked);
    EXPECT_EQ(o.code, 2) << asked << o.out;
    EXPECT_FALSE(o.err.empty()) << asked;
  }
  // In too short a time there is none, which is an answer.
  const CommandOutcome late = run("plan " + file + " --least losses --time 0.1");
  EXPECT_EQ(late.code, 0);
  EXPECT_NE(late.out.find("infeasible"), std::string::npos) << late.out;
  // Weights of one drive alone are not taken for those of both.
  std::string half = kGantry;
  half.replace(half.find(", loss_weight: 0.1 W/N^2"), 24, "");
  EXPECT_EQ(run("plan " + write("half.yaml", half) + " --least losses --time 2").code, 2);
}

}  // namespace
}  // namespace globaldyn::inside
