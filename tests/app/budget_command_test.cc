// Budgets of plans as a user meets them: `plan --work`, `--memory`.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

class PlanBudgets : public Command {
 protected:
  Json plan(const std::string& options) {
    const CommandOutcome o = run("plan " + star_ + " --path circle_a --json " + options);
    EXPECT_EQ(o.code, 0) << o.err;
    return Json::parse(o.out);
  }
  // What it found is still there, and its bounds enclose the known ones.
  void expect_given_up(const Json& json, const Json& known) {
    EXPECT_EQ(json["status"], "gave_up");
    EXPECT_LE(json["time_lower"], known["time"]);
    EXPECT_LE(known["time_lower"], json["time"]);
    EXPECT_LT(json["time_lower"], json["time"]);
    EXPECT_LE(json["max_violation"], 1e-9);
    EXPECT_LT(json["nodes"]["p"].size(), known["nodes"]["p"].size());
    EXPECT_EQ(json["samples"].size(), 501u);
    EXPECT_EQ(json["samples"][500]["t"], json["time"]);
    EXPECT_EQ(json["nodes"]["p"].back(), json["path"]["p_max"]);
  }
};

TEST_F(PlanBudgets, SpentWorkLeavesWhatWasFound) {
  const Json known = plan("--tolerance 1e-8");
  ASSERT_EQ(known["status"], "optimal");
  double lower = 0.0;
  // Five thousand or so are the survey's, whose poses count.
  for (const char* work : {"12000", "35000"}) {
    SCOPED_TRACE(work);
    const std::string options = std::string("--tolerance 1e-8 --work ") + work;
    const Json json = plan(options);
    expect_given_up(json, known);
    EXPECT_GE(json["time_lower"].get<double>(), lower);
    lower = json["time_lower"].get<double>();
    EXPECT_EQ(plan(options), json);
  }
  const CommandOutcome o = run("plan " + star_ + " --path circle_a --tolerance 1e-8 --work 12000");
  EXPECT_NE(o.out.find("circle_a: gave_up"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("the work allowed was spent before the bounds met; --work allows more"),
            std::string::npos)
      << o.out;
  EXPECT_NE(o.out.find("the least possible is between"), std::string::npos) << o.out;
  const CommandOutcome none =
      run("plan " + star_ + " --path circle_a --tolerance 1e-8 --work 3000");
  EXPECT_NE(none.out.find("more poses, or more memory, than allowed to survey"), std::string::npos)
      << none.out;
}

TEST_F(PlanBudgets, SpentMemoryLeavesWhatWasFound) {
  const Json known = plan("--tolerance 1e-8 --memory 1GB");
  ASSERT_EQ(known["status"], "optimal");
  // This is the minimum that can be asked for.
  const Json json = plan("--tolerance 1e-8 --memory 1MB");
  expect_given_up(json, known);
  EXPECT_NE(json["reason"].get<std::string>().find("the memory allowed"), std::string::npos);
  EXPECT_EQ(plan("--tolerance 1e-8 --memory 1MB"), json);
  EXPECT_EQ(plan("--tolerance 1e-8 --memory 1000MB")["time"], known["time"]);
}

TEST_F(PlanBudgets, OthersAreRefused) {
  for (const char* wrong : {"--work 10", "--work few", "--memory 0.5MB", "--memory much"}) {
    const CommandOutcome o = run("plan " + star_ + " --path circle_a " + wrong);
    EXPECT_EQ(o.code, 2) << wrong;
    EXPECT_TRUE(o.out.empty()) << o.out;
    EXPECT_NE(o.err.find(std::string(wrong).substr(0, 6)), std::string::npos) << o.err;
  }
}

}  // namespace
}  // namespace globaldyn::inside
