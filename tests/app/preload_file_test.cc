// Preload from a table over p, and feed rates, as a user meets them.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

class PlanFiles : public Command {
 protected:
  const std::string slide_ = write("slide.yaml", R"(globaldyn: 1
name: slide
bodies: {cart: {mass: 2 kg}}
joints: {X: {type: prismatic, a: {body: ground, axis: x}, b: {body: cart, axis: x}}}
drives: {F: {joint: X, limits: 10 N}, G: {joint: X, limits: 10 N}}
tool: cart
paths:
  way: {joints: {X: 0.7*p}, p_max: 1}
  line: {position: {polyline: {points: [[0, 0, 0], [0.4, 0, 0], [0.7, 0, 0], [0.2, 0, 0]]}}, prescribe: [x]}
cycles: {there: {steps: [{path: way}, {path: way, reverse: true}]}}
)");

  Json run_json(const std::string& arguments) {
    const CommandOutcome o = run(arguments + " --json");
    EXPECT_EQ(o.code, 0) << arguments << o.err;
    return Json::parse(o.out, nullptr, false);
  }

  void expect_refused(const std::string& arguments, const std::vector<std::string>& texts) {
    const CommandOutcome o = run(arguments);
    EXPECT_EQ(o.code, 2) << arguments;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
    expect_texts(o.err, texts);
  }
};

TEST_F(PlanFiles, ATableOfConstantsIsTheConstantPreload) {
  const std::string plan = "plan " + slide_ + " --path way --preload ";
  const std::string table = write("table.csv", "p,G [kN],F\n0,0.001,4\n0.5,0.001,4\n1,0.001,4\n");
  const Json listed = run_json(plan + table), constant = run_json(plan + "constant,4,1");
  EXPECT_NEAR(listed["time"].get<double>(), constant["time"].get<double>(), 2e-6);
  EXPECT_GT(listed["time"].get<double>(), 1.001 * run_json(plan + "free")["time"].get<double>());
  EXPECT_EQ(listed["options"]["preload_rule"], "file");
  EXPECT_EQ(listed["options"]["preload_table"]["p"], Json({0.0, 0.5, 1.0}));
  EXPECT_EQ(listed["options"]["preload_table"]["forces"][1], Json({4.0, 1.0}));
  for (const Json& sample : listed["samples"]) {
    const double apart = sample["forces"][0].get<double>() - sample["forces"][1].get<double>();
    EXPECT_NEAR(apart, 3.0, 1e-6);
  }
  // Its plan is replayed without the file.
  const std::string out = (folder_ / "listed").string();
  EXPECT_EQ(run(plan + table + " --no-pictures --out " + out).code, 0);
  fs::remove(table);
  const CommandOutcome replay = run("simulate " + slide_ + " --plan " + out + "/plan.json");
  EXPECT_EQ(replay.code, 0) << replay.err;
  expect_texts(replay.out, {"done"});
  const CommandOutcome page = run("report " + out);
  EXPECT_NE(page.code, 2) << page.err;
}

TEST_F(PlanFiles, MistakesInTheTableAreToldAtTheirPlace) {
  const std::string plan = "plan " + slide_ + " --path way --preload ";
  const auto expect = [&](const std::string& text, const std::vector<std::string>& texts) {
    expect_refused(plan + write("t.csv", text), texts);
  };
  expect("p,F\n0,1\n1,1\n", {"t.csv:1:1", "without all of its columns", "p, F, G"});
  expect("p,F,H\n0,1,1\n1,1,1\n", {"t.csv:1:5", "unknown column 'H'"});
  expect("p,F [N m],G\n0,1,1\n1,1,1\n", {"t.csv:1:3", "force (N)"});
  expect("p,F,G\n0,1,1\n0,1,1\n", {"t.csv:3:1", "p does not increase"});
  expect("p,F,G\n0,1,x\n1,1,1\n", {"t.csv:2:5"});
  expect("p,F,G\n0,1,1\n", {"fewer than two rows"});
  expect("p,F,G\n0,1,1\n0.5,1,1\n", {"the table ends at p = 0.5"});
  expect_refused(plan + "nowhere.csv", {"nowhere.csv", "cannot be read"});
  expect_refused(
      "plan " + slide_ + " --cycle there --preload " + write("c.csv", "p,F,G\n0,1,1\n1,1,1\n"),
      {"a table over p for a cycle"});
}

TEST_F(PlanFiles, FeedRatesAreARowAPiece) {
  const std::string file = (folder_ / "feeds.csv").string();
  const CommandOutcome o = run("plan " + slide_ + " --path line --feed-rates " + file);
  EXPECT_EQ(o.code, 0) << o.err;
  expect_texts(o.out, {"feed rates: " + file + ", 3 pieces"});
  const std::string csv = read(file);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
  expect_texts(csv, {"piece,from,to,kind,length [m]", "\n1,1,2,line,0.4", "\n3,3,4,line,0."});
  expect_refused("plan " + slide_ + " --path way --feed-rates " + file,
                 {"--feed-rates", "not made of lines and arcs"});
  expect_refused("plan " + slide_ + " --path line --feed-rates feeds.txt", {"called .csv"});
  expect_refused("plan " + slide_ + " --cycle there --feed-rates " + file, {"expected a path"});
}

}  // namespace
}  // namespace globaldyn::inside
