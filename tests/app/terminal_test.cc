// What people read: tables with units, in the units the machine file asks for; colour on terminals.
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/app/studies.h"

namespace globaldyn::inside {
namespace {

// A slide and a turntable, 0.25 m and half a turn from where they are zero.
constexpr const char* kTurntable = R"(globaldyn: 1
name: turntable
UNITS
parameters: {reach: 0.25 m}
bodies:
  slide: {mass: 2 kg, inertia: {diag: [1, 1, 1]}}
  table: {mass: 1 kg, inertia: {diag: [1, 1, 1]}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: slide, axis: x}}
  R: {type: revolute, a: {body: slide, axis: z}, b: {body: table, axis: z}}
drives:
  F: {joint: P, limits: 3000 N, max_speed: 0.1 m/s}
  M: {joint: R, limits: 5 N m}
tool: table
paths:
  both: {joints: {P: reach + 0.5 m*p, R: pi/2 + p}, p_max: 1}
maps:
  row:
    grid: {x: {from: 0.1 m, to: 0.3 m, count: 5}}
    orientation: {phi: 0}
    criteria: [acceleration]
    patterns: {lines: {lines: 2, speed: 0.2 m/s}}
    reductions: {long: {of: acceleration, take: measure, above: 1 m/s^2}}
)";

class Terminal : public Command {
 protected:
  // The machine with or without units, in the same file.
  std::string turntable(const std::string& units) {
    std::string text = kTurntable;
    text.replace(text.find("UNITS\n"), 6, units.empty() ? "" : "units: " + units + "\n");
    return write("turntable.yaml", text);
  }

  // What a command prints on a terminal.
  static std::string run_on_terminal(const std::string& arguments, const char* no_colour) {
    int terminal = 0;
    const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) {
      setenv("TERM", "xterm", 1);
      no_colour != nullptr ? setenv("NO_COLOR", no_colour, 1) : unsetenv("NO_COLOR");
      const std::string line = std::string("'") + GLOBALDYN_COMMAND + "' " + arguments;
      execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(127);
    }
    std::string text;
    char buffer[4096];
    for (ssize_t got = 0; (got = ::read(terminal, buffer, sizeof buffer)) > 0;) {
      text.append(buffer, static_cast<std::size_t>(got));
    }
    waitpid(child, nullptr, 0);
    close(terminal);
    return text;
  }
};

TEST_F(Terminal, NumbersAreShownInTheFilesUnits) {
  const std::string file = turntable("[mm, deg, mm/s, rpm, mm/s^2, kN, kJ, g]");
  expect_texts(run("check " + file).out,
               {"displacement = 250 mm", "angle = 90 deg", "slide  2000 g"});
  expect_texts(
      run("evaluate " + file + " --criteria constant_speed,peak_force").out,
      {"constant_speed  mm/s  larger      100", "peak_force_F    kN", "peak_force_M    N m"});
  expect_texts(run("plan " + file).out, {" kN ", " 100  mm/s", " rpm ", " N m ", " W\n", " kJ, "});
  expect_texts(run("map " + file).out, {"x 100 … 300 mm", "acceleration         mm/s^2  "});
  expect_texts(run("check " + turntable("")).out,
               {"displacement = 0.25 m", "angle = 1.5708 rad", "slide  2 kg"});
  expect_texts(run("map " + file).out, {"x 0.1 … 0.3 m", "acceleration         m/s^2  "});
}

TEST_F(Terminal, FilesOfResultsAreInSi) {
  const std::vector<std::string> commands{"check FILE --json", "evaluate FILE --json",
                                          "plan FILE --json", "map FILE --json"};
  const auto run_all = [&](const std::string& file) {
    std::vector<std::string> outs;
    for (std::string command : commands) {
      outs.push_back(run(command.replace(command.find("FILE"), 4, file)).out);
    }
    const std::string out = (folder_ / "r").string();
    EXPECT_EQ(run("plan " + file + " --no-pictures --out " + out).code, 0);
    EXPECT_EQ(run("map " + file + " --no-pictures --out " + out).code, 0);
    for (const char* name : {"plan.csv", "drives.csv", "map_row.csv"}) {
      outs.push_back(read(fs::path(out) / name));
      EXPECT_GT(outs.back().size(), 100u) << name;
    }
    return outs;
  };
  const std::vector<std::string> plain = run_all(turntable(""));
  const std::vector<std::string> shown =
      run_all(turntable("[mm, deg, mm/s, rpm, mm/s^2, kN, kJ, ms]"));
  ASSERT_EQ(shown.size(), plain.size());
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_TRUE(shown[i] == plain[i]) << i << ": " << plain[i].substr(0, 200);  // they are long
  }
}

TEST_F(Terminal, AWrongUnitIsBadInput) {
  const CommandOutcome o = run("check " + turntable("[mm, GPa]"));
  EXPECT_EQ(o.code, 2);
  EXPECT_NE(o.err.find("turntable.yaml:3:13: no result is in a unit such as 'GPa'"),
            std::string::npos)
      << o.err;
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
}

// The slide is too slow for the pattern's speed everywhere: no infinite numbers in the table.
TEST_F(Terminal, MapsCountPosesWithoutAValue) {
  const CommandOutcome o = run("map " + turntable(""));
  EXPECT_EQ(o.code, 0) << o.err;
  expect_texts(
      o.out,
      {"where it can be      unit      min  mean   max", "at 5 poses no motion at this speed",
       "lines.d1max.worst    m/s       0.1   0.1   0.1", "measure of acceleration"});
  EXPECT_EQ(o.out.find("inf"), std::string::npos) << o.out;
  EXPECT_EQ(o.out.find(" 1\n"), std::string::npos) << o.out;
  const auto json = nlohmann::json::parse(run("map " + turntable("") + " --json").out);
  EXPECT_TRUE(json["reductions"].size() > 4);
}

TEST_F(Terminal, ColourIsForTerminalsOnly) {
  const std::string file = turntable("");
  for (const std::string command : {"map ", "plan ", "evaluate ", "check "}) {
    const std::string piped = run(command + file).out;
    EXPECT_EQ(piped.find('\033'), std::string::npos) << command;
    const std::string coloured = run_on_terminal(command + file, nullptr);
    EXPECT_NE(coloured.find("\033[1m"), std::string::npos) << command << coloured;
    // Without colours it is the same text, but for progress and the terminal's ends of lines.
    std::string plain = run_on_terminal(command + file, "1");
    EXPECT_EQ(plain.find("\033[1m"), std::string::npos) << command << plain;
    std::erase(plain, '\r');
    EXPECT_NE(plain.find(piped), std::string::npos) << plain << piped;
  }
  const std::string json = run_on_terminal("check " + file + " --json", nullptr);
  EXPECT_EQ(json.find('\033'), std::string::npos) << json;
}

// Studies know the units of the machine file they began with.
TEST_F(Studies, TablesAreInTheMachinesUnits) {
  std::string machine = kSlide;
  machine.insert(machine.find("name:"), "units: [mm, ms, g]\n");
  write("slide.yaml", machine);
  const CommandOutcome o = run("optimize " + study_ + " --out " + out_ + " --budget 30");
  ASSERT_EQ(o.code, 0) << o.err;
  const std::vector<std::string> heads{"time [ms]", "stroke [mm]", "length [mm]", "force [N]"};
  expect_texts(o.out, heads);
  const std::string shown = run("study show " + out_).out;
  expect_texts(shown, heads);
  expect_texts(shown, {"time [ms], small", "time per stroke [ms per mm]"});
  expect_texts(run("study best " + out_).out, heads);
  // The number under `stroke` is the stroke in mm.
  const Json table = Json::parse(run("study export " + out_ + " --format json").out);
  const auto good = std::find_if(table["designs"].begin(), table["designs"].end(),
                                 [](const Json& one) { return one["pareto"] == 1; });
  ASSERT_NE(good, table["designs"].end());
  expect_texts(shown, {fmt::format("  {:.5g}", 1e3 * (*good)["stroke"].get<double>())});
}

// Units are for people: designs evaluated without them are the same designs.
TEST_F(Studies, UnitsAreNoChangeOfInputs) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --budget 30").code, 0);
  std::string machine = kSlide;
  machine.insert(machine.find("name:"), "units: [mm]\n");
  write("slide.yaml", machine);
  const CommandOutcome again =
      run("optimize " + study_ + " --out " + out_ + " --resume --budget 40");
  EXPECT_EQ(again.code, 0) << again.err;
}

}  // namespace
}  // namespace globaldyn::inside
