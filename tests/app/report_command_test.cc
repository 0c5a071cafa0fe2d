// `globaldyn report` as a user meets it. Oracle: the files of results that the page is made of.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/command.h"
#include "tests/app/page_document.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

// A table that goes up as a table of points says, with a load case.
const std::string kLift = R"(globaldyn: 1
name: lift
parameters: {force: 40 N}
gravity: [0, 0, -9.81]
bodies: {table: {mass: 1 kg}}
joints: {Z: {type: prismatic, a: {body: ground, axis: z}, b: {body: table, axis: z}}}
drives: {FZ: {joint: Z, limits: [-force, force]}}
tool: {body: table, at: [0, 0]}
load_cases: {crate: {payload: {mass: 1 kg}}}
paths:
  up: {position: {csv: {file: ../points/up.csv}}, prescribe: [z]}
)";

class Report : public Command {
 protected:
  // The folder of results.
  [[nodiscard]] std::string out() const { return (folder_ / "out").string(); }

  void compute(const std::string& arguments) {
    const CommandOutcome o = run(arguments + " --quiet --no-pictures --out " + out());
    ASSERT_EQ(o.code, 0) << o.err;
  }
  PageDocument make_page() {
    const CommandOutcome o = run("report " + out());
    EXPECT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.err, "");
    EXPECT_NE(o.out.find(out() + "/report.html"), std::string::npos) << o.out;
    return PageDocument::of_page(read(folder_ / "out" / "report.html"));
  }
  [[nodiscard]] Json result(const std::string& name) const {
    return Json::parse(read(folder_ / "out" / name));
  }
  std::string write_lift() {
    write("points/up.csv", "p,x,y,z\n0,0,0,0\n0.5,0,0,0.2\n1,0,0,1\n");
    return write("machine/lift.yaml", kLift);
  }
};

const Json& find_named(const Json& list, const std::string& name) {
  static const Json none;
  for (const Json& one : list) {
    if (one.at("name") == name) return one;
  }
  ADD_FAILURE() << "no " << name;
  return none;
}

// The limits of d2 at d1 by the strips of region number `region`.
std::vector<double> bounds_at(const PageDocument& page, const Json& regions, std::size_t region,
                              double d1) {
  const auto first = page.array<std::uint32_t>(regions.at("first"));
  const std::vector<double> strips = page.numbers(regions.at("strips"));
  std::vector<double> bounds;
  for (std::size_t i = 8 * first[region]; i < 8 * first[region + 1]; i += 8) {
    const double slack = 1e-9 * (1.0 + d1);
    if (d1 < strips[i] - slack || d1 > strips[i + 1] + slack) continue;
    for (const std::size_t k : {i + 2, i + 5}) {
      bounds.push_back(strips[k] + d1 * (strips[k + 1] + d1 * strips[k + 2]));
    }
  }
  return bounds;
}

std::size_t find_place(const std::vector<double>& places, double p) {
  const auto found = std::find(places.begin(), places.end(), p);
  EXPECT_NE(found, places.end()) << p;
  return static_cast<std::size_t>(found - places.begin());
}

// Corners are read back from decimal digits of d1² and lie where two curves meet: rounding errors.
void expect_same_region(const PageDocument& page, const Json& path, const Json& sample) {
  const Json& regions = path.at("regions");
  const std::size_t at = find_place(page.numbers(regions.at("p")), sample.at("p").get<double>());
  const Json& region = sample.at("region");
  const double most = region.at("d1_intervals").back()[1].get<double>();
  EXPECT_NEAR(page.numbers(path.at("d1_max"))[at], most, 1e-12 * most);
  for (const Json& vertex : region.at("vertices")) {
    const double d2 = vertex[1].get<double>();
    const std::vector<double> bounds =
        bounds_at(page, regions, at, std::sqrt(vertex[0].get<double>()));
    ASSERT_FALSE(bounds.empty());
    double nearest = INFINITY;
    for (const double bound : bounds) nearest = std::min(nearest, std::abs(bound - d2));
    EXPECT_LT(nearest, 1e-6 * (1.0 + std::abs(d2)));
  }
}

Eigen::Vector3d read_vector(const Json& list) {
  return {list[0].get<double>(), list[1].get<double>(), list[2].get<double>()};
}

// The tool where its body's pose puts it; poses are of single precision.
void expect_same_tool(const PageDocument& page, const Json& path, const Json& sample) {
  const Json& machine = page.header.at("machine");
  const Json& tool = machine.at("tool");
  const std::size_t at = find_place(page.numbers(path.at("p")), sample.at("p").get<double>());
  const auto poses = page.array<float>(path.at("poses"));
  const std::size_t bodies = machine.at("bodies").size();
  const float* pose = &poses[7 * (at * bodies + tool.at("body").get<std::size_t>())];
  const Eigen::Quaterniond turn(pose[6], pose[3], pose[4], pose[5]);
  const Eigen::Vector3d place = Eigen::Vector3d(pose[0], pose[1], pose[2]) +
                                turn * read_vector(tool.at("frame").at("origin"));
  EXPECT_LT((place - read_vector(sample.at("tool").at("position"))).norm(), 1e-6);
}

TEST_F(Report, ShowsWhatTheResultsSay) {
  compute("evaluate " + star_ + " --samples 13");
  compute("plan " + star_ + " --path circle_a --samples 41");
  compute("map " + star_ + " --map workspace");
  const PageDocument page = make_page();
  EXPECT_EQ(page.header["notes"], Json::array());
  EXPECT_EQ(page.header["title"], "sliding_star");
  for (const Json& path : result("evaluation.json").at("paths")) {
    const Json& shown = find_named(page.header["paths"], path.at("name"));
    for (const Json& sample : path.at("samples")) {
      expect_same_region(page, shown, sample);
      expect_same_tool(page, shown, sample);
    }
  }
  const Json plan = result("plan.json");
  ASSERT_EQ(page.header["plans"].size(), 1u);
  const Json& shown = page.header["plans"][0];
  EXPECT_EQ(shown["time"], plan["time"]);
  EXPECT_EQ(shown["stretches"], plan["stretches"]);
  std::vector<double> d1, forces;
  for (const Json& sample : plan["samples"]) {
    d1.push_back(sample["d1"]);
    for (const Json& force : sample["forces"]) forces.push_back(force);
  }
  EXPECT_EQ(page.numbers(shown["d1"]), d1);
  EXPECT_EQ(page.numbers(shown["forces"]), forces);
  const Json map = result("map_workspace.json");
  const Json& columns = page.header["maps"][0]["columns"];
  ASSERT_EQ(columns.size(), map["criteria"].size());
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const std::vector<double> values = page.numbers(columns[k]["values"]);
    ASSERT_EQ(values.size(), map["criteria"][k]["values"].size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Json& value = map["criteria"][k]["values"][i];
      if (value.is_null()) {
        EXPECT_TRUE(std::isnan(values[i]));
      } else {
        EXPECT_EQ(values[i], value.get<double>());
      }
    }
  }
}

TEST_F(Report, ShowsASimulation) {
  compute("plan " + star_ + " --path circle_b --samples 5");
  compute("simulate " + star_ + " --plan " + out() + "/plan.json --samples 21");
  const PageDocument page = make_page();
  EXPECT_EQ(page.header["notes"], Json::array());
  const Json& shown = page.header["simulation"];
  EXPECT_EQ(shown["status"], "done");
  EXPECT_EQ(shown["tracking_error"], result("simulation.json")["tracking_error"]);
  // The table beside it, cell by cell.
  std::istringstream table(read(folder_ / "out" / "simulation.csv"));
  std::string line;
  std::getline(table, line);
  EXPECT_EQ(static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1,
            shown["columns"].size());
  const std::vector<double> t = page.numbers(shown["columns"]["t"]);
  EXPECT_EQ(shown["orientation_error"], result("simulation.json")["orientation_error"]);
  const std::vector<double> last = page.numbers(shown["columns"]["orientation_error"]);
  ASSERT_EQ(t.size(), 21u);
  for (std::size_t row = 0; std::getline(table, line); ++row) {
    EXPECT_EQ(t[row], std::stod(line));
    EXPECT_EQ(last[row], std::stod(line.substr(line.rfind(',') + 1)));
  }
  fs::remove(folder_ / "out" / "simulation.csv");
  EXPECT_NE(make_page().header["notes"].dump().find("simulation.csv is not beside it"),
            std::string::npos);
}

TEST_F(Report, MachineIsThatWhichWasComputed) {
  compute("plan " + write_lift() + " --set force=50 --load crate");
  fs::remove_all(folder_ / "machine");
  fs::remove_all(folder_ / "points");
  const PageDocument page = make_page();
  EXPECT_EQ(page.header["notes"], Json::array());
  EXPECT_EQ(page.header["machine"]["drives"][0]["limits"]["force"], Json({-50.0, 50.0}));
  // At rest 50 N - 2 kg g is left for 2 kg; d2 is that per dz/dp at the start.
  const Json& path = page.header["paths"][0];
  const std::vector<double> step = page.numbers(path["tool_step"]);
  const std::vector<double> rest = bounds_at(page, path["regions"], 0, 0.0);
  ASSERT_EQ(rest.size(), 2u);
  EXPECT_NEAR(rest[1] * step[0], (50.0 - 2.0 * 9.81) / 2.0, 1e-9);
}

TEST_F(Report, PlansInFoldersOfAFolderAreShownTogether) {
  for (const char* path : {"circle_a", "circle_b"}) {
    const CommandOutcome o = run("plan " + star_ + " --path " + path +
                                 " --samples 5 --quiet --no-pictures --out " + out() + "/" + path);
    ASSERT_EQ(o.code, 0) << o.err;
  }
  const PageDocument page = make_page();
  ASSERT_EQ(page.header["plans"].size(), 2u);
  EXPECT_EQ(page.header["plans"][0]["path"], "circle_a");
  EXPECT_EQ(page.header["plans"][1]["path"], "circle_b");
  EXPECT_EQ(page.header["paths"].size(), 2u);
}

TEST_F(Report, TellsWhatItCannotShow) {
  const std::string lift = write_lift();
  compute("evaluate " + lift);
  compute("plan " + lift + " --set force=50");
  EXPECT_NE(make_page().header["notes"].dump().find(
                "evaluation.json is not shown: it is of another machine, other settings"),
            std::string::npos);
  // As older programs wrote it.
  Json plan = result("plan.json");
  plan.erase("inputs");
  write("out/plan.json", plan.dump());
  fs::remove(folder_ / "out" / "evaluation.json");
  const PageDocument page = make_page();
  EXPECT_NE(page.header["notes"].dump().find("do not tell what machine"), std::string::npos);
  EXPECT_TRUE(page.header["machine"].is_null());
  EXPECT_EQ(page.header["plans"].size(), 1u);
}

TEST_F(Report, AMotionThatIsBestAsAWholeSaysSo) {
  compute("plan " + star_ + " --path circle_a --least losses --time 0.4s");
  const PageDocument page = make_page();
  const Json wished = page.header["plans"][0]["wished"];
  const Json told = result("plan.json")["wished"];
  EXPECT_EQ(wished["least_losses"], true);
  EXPECT_EQ(wished["within_rated"], false);
  EXPECT_EQ(wished["fastest"], told["fastest"]);
  EXPECT_EQ(wished["losses"], told["losses"]["value"]);
}

TEST_F(Report, AMachineThatIsGoneIsTold) {
  compute("plan " + write_lift());
  fs::remove_all(folder_ / "out" / "inputs");
  const PageDocument page = make_page();
  EXPECT_NE(page.header["notes"].dump().find("lift.yaml, which plan.json was computed from, is not "
                                             "there any more"),
            std::string::npos);
  EXPECT_TRUE(page.header["machine"].is_null());
  EXPECT_EQ(page.header["plans"].size(), 1u);
}

TEST_F(Report, AMachineThatWasChangedIsRefused) {
  compute("evaluate " + write_lift());
  const std::string kept = (folder_ / "out" / "inputs" / "machine" / "lift.yaml").string();
  ASSERT_TRUE(fs::exists(kept));
  std::ofstream(kept, std::ios::app) << "# changed\n";
  const CommandOutcome o = run("report " + out());
  EXPECT_EQ(o.code, 2);
  EXPECT_EQ(o.err, kept +
                       ": it is not what the results beside it were computed from; expected it "
                       "unchanged\n");
  EXPECT_FALSE(fs::exists(folder_ / "out" / "report.html"));
}

TEST_F(Report, WhatIsNoFolderOfResultsIsToldInOneLine) {
  const auto expect_refused = [&](const std::string& folder, const std::string& why) {
    const CommandOutcome o = run("report " + folder);
    EXPECT_EQ(o.code, 2);
    EXPECT_NE(o.err.find(why), std::string::npos) << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  };
  expect_refused(out(), "cannot be read (No such file or directory)");
  fs::create_directories(out());
  expect_refused(out(), "no results in it");
  write("out/plan.json", "{");
  expect_refused(out(),
                 "plan.json: no document of results; expected one of schema globaldyn/plan/1");
  write("out/plan.json", R"({"schema": "globaldyn/plan/2"})");
  expect_refused(out(), "plan.json: another schema");
  write("out/plan.json", R"({"schema": "globaldyn/plan/1", "samples": 3})");
  expect_refused(out(), "plan.json: something is missing in it");
  write("study/study.sqlite", "no database");
  expect_refused((folder_ / "study").string(), "study.sqlite: ");
}

// The study of both circles, with few designs.
TEST_F(Report, ShowsAStudy) {
  const std::string study =
      std::string(GLOBALDYN_SOURCE_DIR) + "/machines/sliding_star/circles_study.yaml";
  CommandOutcome o =
      run("optimize " + study + " --budget 200 --quiet --no-pictures --out " + out());
  ASSERT_EQ(o.code, 0) << o.err;
  const PageDocument page = make_page();
  const Json& shown = page.header["study"];
  o = run("study export " + out() + " --format json");
  const Json stored = Json::parse(o.out);
  const Json& designs = stored.at("designs");
  const auto ids = page.array<std::uint32_t>(shown["ids"]);
  ASSERT_EQ(ids.size(), 200u);
  ASSERT_EQ(designs.size(), 200u);
  const std::vector<double> time = page.numbers(find_named(shown["columns"], "time")["values"]);
  const std::vector<double> leg = page.numbers(find_named(shown["columns"], "leg")["values"]);
  std::vector<std::uint64_t> front;
  for (std::size_t i = 0; i < 200; ++i) {
    EXPECT_EQ(ids[i], designs[i].at("id").get<std::uint32_t>());
    EXPECT_EQ(leg[i], designs[i].at("leg").get<double>());
    const Json& value = designs[i].at("time");
    EXPECT_TRUE(value.is_null() ? std::isnan(time[i]) : time[i] == value.get<double>());
    if (designs[i].at("pareto") == 1) front.push_back(ids[i]);
  }
  EXPECT_EQ(shown["front"], Json(front));
  ASSERT_EQ(shown["designs"].size(), front.size());
  // A design of the front: its plans take as long as the study found, to the study's tolerance, and
  // its drives have the force of the design.
  const Json& design = shown["designs"][0];
  const std::size_t row = static_cast<std::size_t>(
      std::find(ids.begin(), ids.end(), design["id"].get<std::uint32_t>()) - ids.begin());
  double sum = 0.0;
  for (const Json& plan : design["plans"]) sum += plan["time"].get<double>();
  EXPECT_EQ(design["plans"].size(), 2u);
  EXPECT_NEAR(sum, time[row], 2e-3 * time[row]);
  const std::vector<double> force = page.numbers(find_named(shown["columns"], "force")["values"]);
  EXPECT_EQ(design["machine"]["drives"][0]["limits"]["force"], Json({-force[row], force[row]}));
}

TEST_F(Report, TextsCannotEndTheElementTheyAreIn) {
  const std::string text = "</script><script>alert(1)</script>";
  (void)write_lift();
  compute("plan " + write("odd/lift.yaml", kLift + "description: \"" + text + "\"\n") +
          " --path up");
  const PageDocument page = make_page();
  EXPECT_EQ(page.header["machine"]["description"], text);
  EXPECT_EQ(read(folder_ / "out" / "report.html").find("alert(1)"), std::string::npos);
}

}  // namespace
}  // namespace globaldyn::inside
