// What people are told of plans and of what is in the way: in the file's units, with the digits
// that are known, and with the load that acts.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

class ToldResults : public Command {
 protected:
  static std::string make_arm(const std::string& more) {
    return R"(globaldyn: 1
name: arm
units: [deg, mm]
bodies: {link: {mass: 2 kg, inertia: {rod: 0.05}}}
joints: {A: {type: revolute, a: ground, b: link, travel: [-90 deg, 30 deg]}}
drives: {M: {joint: A, limits: 5 N m, rated: 2 N m}}
tool: link
load_cases: {heavy: {payload: {mass: 3 kg, com: [0.1, 0, 0]}}, light: {payload: {mass: 1 kg, com: [0.1, 0, 0]}}}
paths:
  inside: {joints: {A: 0.5*p}, p_max: 1}
  beyond: {joints: {A: 60 deg*p}, p_max: 1}
)" + more;
  }

  static constexpr const char* kTable = R"(globaldyn: 1
name: table
bodies: {x: {mass: 1}, y: {mass: 1}}
joints:
  X: {type: prismatic, a: {body: ground, axis: x}, b: {body: x, axis: x}}
  Y: {type: prismatic, a: {body: x, axis: y}, b: {body: y, axis: y}}
drives: {MX: {joint: X, limits: 2 N}, MY: {joint: Y, limits: 1 N}}
tool: y
paths:
  corner: {position: {polyline: {points: [[0, 0], [0.5, 0], [0.5, 0.5]]}}}
  line: {position: {line: {from: [0, 0], to: [1, 0]}}}
)";

  CommandOutcome expect_done(const std::string& arguments) {
    CommandOutcome o = run(arguments);
    EXPECT_EQ(o.code, 0) << arguments << ": " << o.err;
    return o;
  }

  void expect_refused(const std::string& arguments, const std::vector<std::string>& texts) {
    const CommandOutcome o = run(arguments);
    EXPECT_EQ(o.code, 2) << arguments;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
    expect_texts(o.err, texts);
  }
};

TEST_F(ToldResults, TravelAndBranchesAreInTheUnitsOfTheFile) {
  const std::string arm = write("arm.yaml", make_arm(""));
  expect_texts(expect_done("plan " + arm + " --path beyond").out, {"A goes beyond 30 deg"});
  const std::string at = "simulate " + arm + " --at \"A=1 rad\"";
  expect_texts(run(at).err, {"A = 57.2958 deg, beyond 30 deg"});
  expect_texts(expect_done("simulate " + arm + " --force \"M=1 N m\" --time \"2 s\"").out,
               {"A is at an end of its travel (30 deg)"});
  const std::string wrong = write(
      "wrong.yaml", make_arm("assembly: {branch: [{joint: A, range: [-80 deg, -20 deg]}]}\n"));
  expect_texts(expect_done("plan " + wrong + " --path inside").out,
               {"'A in [-80, -20] deg' does not hold"});
}

// Of these plans 2 % of an rms are known for a thousandth of the time.
TEST_F(ToldResults, RmsFiguresHaveTheDigitsThatAreKnown) {
  const std::string table = write("table.yaml", kTable);
  // The motion that the command finds has an rms of 2 N but for its tolerance; so has any other.
  const auto find_rms = [&](const std::string& tolerance) {
    const std::string all = "plan " + star_ + " --path circle_a --tolerance " + tolerance;
    const std::string out = expect_done(all).out;
    const std::size_t row = out.find("\n  F1 ");
    std::istringstream words(out.substr(row));
    std::string name, peak, unit, rms;
    words >> name >> peak >> unit >> rms;
    return rms;
  };
  const auto count_digits = [](std::string number) {
    number.erase(std::remove(number.begin(), number.end(), '.'), number.end());
    number.erase(0, number.find_first_not_of('0'));
    return number.size();
  };
  EXPECT_LE(count_digits(find_rms("1e-4")), 3U) << find_rms("1e-4");
  EXPECT_LE(count_digits(find_rms("1e-6")), 4U) << find_rms("1e-6");
  EXPECT_GE(count_digits(find_rms("1e-8")), 4U) << find_rms("1e-8");
}

TEST_F(ToldResults, PlansSayWhereTheyRest) {
  const std::string table = write("table.yaml", kTable);
  expect_texts(expect_done("plan " + table + " --path corner").out, {"comes to rest at p = 0.5\n"});
  EXPECT_EQ(expect_done("plan " + table + " --path line").out.find("comes to rest"),
            std::string::npos);
  // Ten of many.
  std::string points = "[0, 0]";
  for (int i = 1; i <= 14; ++i) {
    points += ", [" + std::to_string(i / 2 + i % 2) + ", " + std::to_string(i / 2) + "]";
  }
  const std::string stairs =
      write("stairs.yaml",
            std::string(kTable) + "  stairs: {position: {polyline: {points: [" + points + "]}}}\n");
  expect_texts(expect_done("plan " + stairs + " --path stairs").out,
               {"comes to rest at p = 0.0714286, 0.142857, ", ", 0.714286 and 3 more\n"});
}

// The plan says under which load it was made; a simulation takes that, and no other.
TEST_F(ToldResults, SimulationsTakeTheLoadOfTheirPlan) {
  const std::string arm = write("arm.yaml", make_arm("")), out = (folder_ / "heavy").string();
  expect_done("plan " + arm + " --path inside --load heavy --no-pictures --out " + out);
  const std::string replay = "simulate " + arm + " --plan " + out + "/plan.json";
  expect_texts(expect_done(replay).out, {"plan of inside, load case heavy: done"});
  expect_done(replay + " --load heavy");
  EXPECT_EQ(Json::parse(expect_done(replay + " --json").out)["load_case"], "heavy");
  expect_refused(replay + " --load light", {"--load light", "made under load case 'heavy'",
                                            "expected 'heavy', or no --load"});
  const std::string bare = (folder_ / "bare").string();
  expect_done("plan " + arm + " --path inside --no-pictures --out " + bare);
  expect_refused("simulate " + arm + " --load light --plan " + bare + "/plan.json",
                 {"--load light", "a plan made without a load case", "expected no --load"});
}

TEST_F(ToldResults, SharesMayBeInPercent) {
  const auto find_time = [&](const std::string& name, const std::string& gear) {
    std::string text = make_arm("");
    text.replace(text.find("limits: 5 N m"), 13, "limits: 5 N m, coulomb: 1 N m, gear: " + gear);
    const std::string file = write(name, text);
    return Json::parse(expect_done("plan " + file + " --path inside --json").out)["time"]
        .get<double>();
  };
  const double plain =
      find_time("plain.yaml", "{ratio: 1, efficiency: 0.94, efficiency_back: 0.5}");
  EXPECT_EQ(find_time("percent.yaml", "{ratio: 1, efficiency: 94 %, efficiency_back: 50%}"), plain);
  EXPECT_GT(std::abs(find_time("none.yaml", "{ratio: 1}") - plain), 1e-3 * plain);
}

}  // namespace
}  // namespace globaldyn::inside
