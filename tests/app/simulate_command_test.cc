// `globaldyn simulate` as a user meets it.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/description/read_joints.h"
#include "tests/app/command.h"
#include "tests/support/draw.h"
#include "tests/support/random_machine.h"
#include "tests/support/reachable.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

class SimulateCommand : public Command {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    const std::string file = (folder_ / name).string();
    std::ofstream(file) << text;
    return file;
  }
};

constexpr const char* kSledge = R"(globaldyn: 1
name: slide
bodies: {sledge: {mass: 2, inertia: {diag: [1, 1, 1]}}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: sledge, axis: x}, guess: 0, travel: [-1 m, 0.5 m]}}
drives: {F: {joint: P, limits: 10 N}}
tool: sledge
paths: {out: {joints: {P: 0.4 m*p}, p_max: 1}}
)";

// One d1 too few.
constexpr const char* kShortPlan = R"({"schema": "globaldyn/plan/1", "path": {"name": "out"},
  "options": {"forces": "minimum"}, "stops": [],
  "nodes": {"p": [0, 1], "d1": [0], "d2_begin": [1], "d2_end": [1], "bulge": [0]}})";

// Nothing determines how fast a body without any mass moves; one that rests is no matter.
TEST_F(SimulateCommand, TellsThatWhatMovesHasNoMass) {
  std::string text = kSledge;
  text.replace(text.find("mass: 2, inertia: {diag: [1, 1, 1]}"), 35, "mass: 0");
  const std::string travel = ", travel: [-1 m, 0.5 m]";
  text.erase(text.find(travel), travel.size());
  const std::string file = write("massless.yaml", text);
  const CommandOutcome pushed = run("simulate " + file + " --force \"F=1 N\" --time \"1 s\"");
  EXPECT_EQ(pushed.code, 2);
  expect_texts(pushed.err, {"neither mass nor moments of inertia"});
  const CommandOutcome left = run("simulate " + file + " --time \"1 s\"");
  EXPECT_EQ(left.code, 0) << left.err;
}

TEST_F(SimulateCommand, ReplaysAPlan) {
  const std::string out = (folder_ / "s").string();
  ASSERT_EQ(run("plan " + star_ + " --path circle_b --no-pictures --quiet --out " + out).code, 0);
  const CommandOutcome o = run("simulate " + star_ + " --plan " + out +
                               "/plan.json --tolerance 1e-8 --samples 51 --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  for (const char* text : {"plan of circle_b: done", "constraints drifted", "of its plan",
                           "depend on others: B2, B3, B4", "simulation.h5", "s/motion.svg",
                           "s/drift.svg", "s/energy.png"}) {
    EXPECT_NE(o.out.find(text), std::string::npos) << text << "\n" << o.out;
  }
  const Json json = Json::parse(read(folder_ / "s" / "simulation.json"));
  EXPECT_EQ(json["schema"], "globaldyn/simulation/1");
  EXPECT_EQ(json["status"], "done");
  EXPECT_GT(json["steps"], 10);
  EXPECT_GT(json["right_sides"], json["steps"]);
  EXPECT_LE(json["tracking_error"], 1e-6);
  EXPECT_GT(json["orientation_error"], 0.0);
  EXPECT_LE(json["orientation_error"], 1e-5);
  EXPECT_LE(json["constraint_drift"], 1e-10);
  EXPECT_LE(json["energy_error"].get<double>(),
            1e-6 * json["largest_kinetic_energy"].get<double>());
  const Json plan = Json::parse(read(folder_ / "s" / "plan.json"));
  EXPECT_NEAR(json["time"].get<double>(), plan["time"].get<double>(), 1e-12);
  const std::string csv = read(folder_ / "s" / "simulation.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 52);
  EXPECT_EQ(csv.substr(0, 13), "t,position_F1");
  EXPECT_GT(fs::file_size(folder_ / "s" / "simulation.h5"), 1000u);
}

TEST_F(SimulateCommand, RefusesThePlanOfAnotherMachine) {
  const std::string out = (folder_ / "s").string();
  ASSERT_EQ(run("plan " + star_ + " --path circle_b --no-pictures --quiet --out " + out).code, 0);
  const CommandOutcome o =
      run("simulate " + star_ + " --plan " + out + "/plan.json --set \"force=900 N\"");
  EXPECT_EQ(o.code, 2);
  EXPECT_NE(o.err.find("the plan of another machine, of other settings"), std::string::npos)
      << o.err;
}

// What feedback and reserve are for, as a user tries them: a platform that is heavier than planned.
TEST_F(SimulateCommand, ReplaysWithFeedback) {
  const std::string out = (folder_ / "f").string();
  ASSERT_EQ(
      run("plan " + star_ + " --path circle_b --reserve 10% --no-pictures --quiet --out " + out)
          .code,
      0);
  const std::string replay = "simulate " + star_ + " --plan " + out + "/plan.json --samples 101 ";
  const auto read_error = [&](const std::string& arguments) {
    const CommandOutcome o = run(replay + arguments + " --json");
    EXPECT_EQ(o.code, 0) << o.err;
    return Json::parse(o.out)["tracking_error"].get<double>();
  };
  const double left = read_error("--error platform_mass=5%");
  const double kept = read_error("--error platform_mass=0.05 --bandwidth \"100 rad/s\"");
  EXPECT_GT(left, 1e-4);
  EXPECT_LT(kept, 0.2 * left);
  const CommandOutcome o =
      run(replay +
          "--bandwidth \"100 rad/s\" --period \"1 ms\" --delay \"0.5 ms\" --band \"1 um\" --error "
          "platform_mass=5% --time \"1 s\" --out " +
          out);
  EXPECT_EQ(o.code, 0) << o.err;
  for (const char* text : {"feedback of 100 rad/s, damping 1, every 0.001 s, 0.0005 s late",
                           "platform_mass off by 5 %", "the tool was within",
                           "it was farther than 1e-06 m from it for up to", "and on it from"}) {
    EXPECT_NE(o.out.find(text), std::string::npos) << text << "\n" << o.out;
  }
  const Json json = Json::parse(read(folder_ / "f" / "simulation.json"));
  EXPECT_EQ(json["options"]["feedback"]["period"], 0.001);
  EXPECT_EQ(json["options"]["errors"]["platform_mass"], 0.05);
  EXPECT_EQ(json["time"], 1.0);
  EXPECT_GT(json["longest_off_path"].get<double>(), 0.1);
  EXPECT_LT(json["back_on_path"].get<double>(), 1.0);

  const std::vector<std::pair<std::string, std::string>> wrong{
      {"--feedback", "no bandwidth; expected --bandwidth, or 'feedback: {bandwidth: …}'"},
      {"--bandwidth \"60 rad/s\" --delay \"1 ms\"", "a delay of a feedback"},
      {"--bandwidth 60kg", "--bandwidth"},
      {"--error platform_mas=5%", "unknown parameter 'platform_mas'"},
      {"--error gravity_y=5%", "is 0, of which any share is 0"},
      {"--error heavy", "no errors of that name"},
      {"--error platform_mass=-1", "a share above -1"},
      {"--error platform_mass=much", "'much' is no unit"},
      {"--time soon", "'soon' is no unit"},
      {"--projection -1", "expected a number >= 0, or off"},
      {"--baumgarte-alpha -1/s", "expected a rate >= 0"},
      {"--error platform_mass=5% --error platform_mass=3%", "twice"},
      {"--time \"1 s\"", "longer than the plan"},
  };
  for (const auto& [arguments, message] : wrong) {
    const CommandOutcome refused = run(replay + arguments);
    EXPECT_EQ(refused.code, 2) << arguments;
    EXPECT_NE(refused.err.find(message), std::string::npos) << arguments << ": " << refused.err;
    EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  }
}

// x = F t² / 2 m; the joint's end comes at t = 1.
TEST_F(SimulateCommand, EndsAtAnEndOfTravelAndSaysSo) {
  const std::string file = write("slide.yaml", kSledge);
  const CommandOutcome o = run("simulate " + file + " --force \"F=2 N\" --time \"3 s\" --json");
  EXPECT_EQ(o.code, 0) << o.err;
  const Json json = Json::parse(o.out);
  EXPECT_EQ(json["status"], "travel_end");
  EXPECT_NEAR(json["time"].get<double>(), 1.0, 1e-6);
  EXPECT_NE(json["reason"].get<std::string>().find("P is at an end"), std::string::npos);
}

// A motor asked for more than it can gives what it can.
TEST_F(SimulateCommand, MotorsSaturate) {
  const std::string file = write("slide.yaml", kSledge);
  const std::string out = (folder_ / "m").string();
  const CommandOutcome o = run(
      "simulate " + file +
      " --force \"F=30 N*sin(2*pi*t/1 s)\" --rate \"F=-0.5 m/s\" --time \"0.5 s\" --out " + out);
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("F was asked for more than it can"), std::string::npos) << o.out;
  const Json json = Json::parse(read(folder_ / "m" / "simulation.json"));
  // |sin| is above a third for all but 0.108 of a turn at either side of its zeros.
  EXPECT_NEAR(json["saturated"]["F"].get<double>(), 1.0 - 4.0 * 0.05409, 0.01);
}

// What was asked stands in the results, in SI, and a simulation that is told just that is the same.
TEST_F(SimulateCommand, TellsItsStart) {
  const std::string file = write("slide.yaml", kSledge);
  const auto simulate = [&](const std::string& arguments) {
    const CommandOutcome o = run("simulate " + file + " --time \"0.1 s\" --json " + arguments);
    EXPECT_EQ(o.code, 0) << o.err;
    return Json::parse(o.out);
  };
  const std::string told = "--at \"P=-300 mm\" --rate \"F=20 cm/s\" --force \"F=3 N*t/1 s\"";
  const Json json = simulate(told);
  EXPECT_EQ(json["start"]["at"]["P"], -0.3);
  EXPECT_EQ(json["start"]["rates"]["F"], 0.2);
  EXPECT_EQ(json["start"]["forces"]["F"], "3 N*t/1 s");
  EXPECT_FALSE(json["start"].contains("path"));
  const Json again = simulate(fmt::format(
      "--at P={} --rate F={} --force \"F={}\"", json["start"]["at"]["P"].get<double>(),
      json["start"]["rates"]["F"].get<double>(), json["start"]["forces"]["F"].get<std::string>()));
  EXPECT_EQ(again["largest_kinetic_energy"], json["largest_kinetic_energy"]);
  EXPECT_EQ(simulate("--path out")["start"], Json({{"path", "out"}}));
  EXPECT_EQ(simulate("")["start"], Json::object());
}

// The value, in one of the units that people write it in.
std::string write_in_any_unit(test::Draw& draw, double value, bool turns) {
  struct Unit {
    const char* name;
    double size;  // rad or m
  };
  static constexpr Unit kAngles[] = {
      {"rad", 1.0}, {"deg", std::numbers::pi / 180.0}, {"mrad", 1e-3}};
  static constexpr Unit kLengths[] = {{"m", 1.0}, {"mm", 1e-3}, {"cm", 1e-2}, {"um", 1e-6}};
  const Unit& unit =
      turns ? kAngles[draw.below(std::size(kAngles))] : kLengths[draw.below(std::size(kLengths))];
  return fmt::format("{:.17g} {}", value / unit.size, unit.name);
}

// The first number of the second line: at the start.
double read_first(const std::string& csv, const std::string& column) {
  std::istringstream lines(csv);
  std::string names, numbers, name, number;
  std::getline(lines, names);
  std::getline(lines, numbers);
  std::istringstream heads(names), cells(numbers);
  while (std::getline(heads, name, ',') && std::getline(cells, number, ',')) {
    if (name == column) return std::stod(number);
  }
  ADD_FAILURE() << "no " << column << " in " << names;
  return 0.0;
}

// A drive that exerts nothing tells where its joint is.
TEST_F(SimulateCommand, JointsStartWhereTheyAreHeld) {
  test::Draw draw(1);
  std::mt19937_64 random(1);
  int held = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    std::string text = test::make_random_machine(seed).text;
    const Machine machine = parse_machine(text, "random.yaml", ".");
    const auto all = list_coordinates(machine.mechanism);
    const CoordinateIndex index = all[draw.below(all.size())];
    const std::optional<double> value = test::draw_reachable(machine, index, random);
    if (!value) continue;
    const std::string name = name_of(machine.mechanism, index);
    text.insert(text.find("drives:\n") + 8, "  Q: {joint: " + name + "}\n");
    const bool turns = is_rotational(machine.mechanism, index);
    const CommandOutcome o =
        run("simulate " + write("random.yaml", text) + " --at \"" + name + "=" +
            write_in_any_unit(draw, *value, turns) +
            "\" --time \"1e-6 s\" --samples 2 --no-pictures --out " + (folder_ / "held").string());
    ASSERT_EQ(o.code, 0) << o.err;
    const double is = read_first(read(folder_ / "held" / "simulation.csv"), "position_Q");
    const double apart = turns ? std::remainder(is - *value, 2.0 * std::numbers::pi) : is - *value;
    // What assembly leaves, and another unit's rounding.
    EXPECT_LE(std::abs(apart), 1e-11 * (turns ? 1.0 : machine.mechanism.kinematic_length));
    ++held;
  }
  EXPECT_GE(held, 40);
}

TEST_F(SimulateCommand, RefusesPlacesThatJointsCannotBeIn) {
  const std::string crank = std::string(GLOBALDYN_SOURCE_DIR) +
                            "/machines/spatial_slider_crank/spatial_slider_crank.yaml";
  const std::string slide = write("slide.yaml", kSledge);
  const std::vector<std::pair<std::string, std::string>> wrong{
      {crank + " --at \"Q=1 deg\"", "--at Q=1 deg: there is no joint coordinate 'Q'"},
      {crank + " --at \"U.angle_c=1 deg\"", "did you mean 'U.angle_"},
      {crank + " --at \"U=1 deg\"", "expected one of U.angle_a, U.angle_b"},
      {crank + " --at \"S=1 deg\"", "there is no joint coordinate 'S'"},
      {crank + " --at \"O=1 mm\"", "--at O: '1 mm' is"},
      {crank + " --at \"P=1 deg\"", "--at P: '1 deg' is"},
      {crank + " --at \"O=soon\"", "--at O"},
      {crank + " --at O", "no '='; expected JOINT=VALUE"},
      {crank + " --at \"O=1\" --at \"O=2\"", "a second value of this joint"},
      {crank + " --at \"P=0.4 m\"", "--at: the bodies cannot be put together"},
      {crank + " --at \"O=0 deg\" --at \"P=0.19 m\"", "--at: the bodies cannot be put together"},
      {slide + " --at \"P=0.6 m\"", "--at: joint travel exceeded: P = 0.6 m, beyond 0.5 m"},
  };
  for (const auto& [arguments, message] : wrong) {
    const CommandOutcome o = run("simulate " + arguments);
    EXPECT_EQ(o.code, 2) << arguments;
    EXPECT_NE(o.err.find(message), std::string::npos) << arguments << ": " << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  }
  // Where a plan or a path says where joints are.
  for (const char* other : {"--path turn", "--plan plan.json"}) {
    const CommandOutcome o = run("simulate " + crank + " --at \"O=1 deg\" " + other);
    EXPECT_EQ(o.code, 2) << other;
    expect_texts(o.err, {"--at", "excludes"});
  }
}

TEST_F(SimulateCommand, BadInputIsOneLine) {
  const std::string file = write("slide.yaml", kSledge);
  const std::string load =
      write("load.yaml", std::string(kSledge) + "loads: {tool_wrench: {force: [1 N*p, 0, 0]}}\n");
  const std::string broken =
      write("plan.json", "{\"schema\": \"globaldyn/plan/1\", \"nodes\": {}}");
  const std::vector<std::pair<std::string, std::string>> wrong{
      {file + " --force \"G=1 N\"", "no drive 'G'"},
      {file + " --force \"F=1 m\"", "--force F"},
      {file + " --force \"F=q\"", "unknown name 'q'; expected t"},
      {file + " --force F", "no '='"},
      {file + " --rate \"F=1 N\"", "--rate F"},
      {file + " --time \"0 s\"", "expected > 0"},
      {file + " --plan nowhere.json", "cannot be read"},
      {file + " --plan " + broken, "a damaged plan"},
      {file + " --plan " + write("scheme.json", "{\"schema\": 1}"), "no plan"},
      {file + " --plan " + write("short.json", kShortPlan), "a damaged plan"},
      {file + " --force \"F=1 N\" --force \"F=2 N\"", "a second force"},
      {file + " --force \"F=1 N*sqrt(t/1 s - 1)\"", "not finite at t = 0"},
      {file + " --plan " + file, "no JSON document"},
      {load, "a load that depends on p; expected --plan FILE"},
  };
  for (const auto& [arguments, message] : wrong) {
    const CommandOutcome o = run("simulate " + arguments);
    EXPECT_EQ(o.code, 2) << arguments;
    EXPECT_NE(o.err.find(message), std::string::npos) << arguments << ": " << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  }
}

TEST_F(SimulateCommand, FormulationsGiveTheSamePlanAndRegions) {
  double first = 0.0;
  for (const char* name : {"auto", "cardan", "natural", "recursive", "denoc"}) {
    const CommandOutcome o =
        run("plan " + star_ + " --path circle_a --tolerance 1e-3 --json --formulation " + name);
    ASSERT_EQ(o.code, 0) << o.err;
    const double time = Json::parse(o.out)["time"];
    if (first == 0.0) first = time;
    EXPECT_NEAR(time, first, 1e-8 * first) << name;
  }
  EXPECT_EQ(run("evaluate " + star_ + " --formulation newton").code, 2);
}

}  // namespace
}  // namespace globaldyn::inside
