// The command as a user meets it: exit codes, messages, files, and silence in a pipe.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

using Json = nlohmann::json;

// Results on their way to a full disk are lost, and that is told.
TEST_F(Command, LostOutputIsAFailure) {
  const std::vector<std::string> commands{"check " + star_,
                                          "evaluate " + star_ + " --samples 3",
                                          "evaluate " + star_ + " --json",
                                          "plan " + star_ + " --path circle_a --tolerance 1e-2",
                                          "--help",
                                          "--version"};
  for (const std::string& command : commands) {
    const CommandOutcome o =
        run_line(std::string("'") + GLOBALDYN_COMMAND + "' " + command + " >/dev/full");
    EXPECT_EQ(o.code, 1) << command;
    EXPECT_NE(o.err.find("No space left"), std::string::npos) << command << ": " << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  }
}

TEST_F(Command, EvaluateWritesResultsAndPictures) {
  const CommandOutcome o =
      run("evaluate " + star_ + " --samples 7 --out " + (folder_ / "r").string());
  EXPECT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");  // no progress in a pipe
  for (const char* name : {"evaluation.json", "regions.csv", "regions.svg", "regions.png",
                           "d1max.svg", "d1max.png", "machine.svg", "machine.png"}) {
    ASSERT_TRUE(fs::exists(folder_ / "r" / name)) << name;
    EXPECT_GT(fs::file_size(folder_ / "r" / name), 1000u) << name;
  }
  EXPECT_EQ(read(folder_ / "r" / "regions.png").substr(1, 3), "PNG");
  for (const auto& entry : fs::directory_iterator(folder_ / "r")) {
    EXPECT_NE(entry.path().extension(), ".part");
  }
  const Json json = Json::parse(read(folder_ / "r" / "evaluation.json"));
  EXPECT_EQ(json["paths"].size(), 2u);
  EXPECT_EQ(json["paths"][1]["samples"].size(), 7u);
  // One line of the CSV for every corner of every region, and a header.
  std::size_t corners = 0;
  for (const Json& path : json["paths"]) {
    for (const Json& sample : path["samples"]) corners += sample["region"]["vertices"].size();
  }
  const std::string csv = read(folder_ / "r" / "regions.csv");
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), corners + 1);
}

TEST_F(Command, EvaluateTellsWhereBodiesAreIfAsked) {
  const std::string evaluate = "evaluate " + star_ + " --path circle_a --at 1 --json";
  const auto sample_of = [&](const std::string& options) {
    const CommandOutcome o = run(evaluate + options);
    EXPECT_EQ(o.code, 0) << o.err;
    return Json::parse(o.out)["paths"][0]["samples"][0];
  };
  EXPECT_FALSE(sample_of("").contains("bodies"));
  const Json sample = sample_of(" --bodies");
  const Json& bodies = sample["bodies"];
  EXPECT_EQ(bodies.size(), 9u);  // a platform, four sliders, four legs
  EXPECT_EQ(bodies["platform"]["position"], sample["tool"]["position"]);
  EXPECT_EQ(bodies["platform"]["rotation"], sample["tool"]["rotation"]);
  EXPECT_FALSE(bodies.contains("ground"));
  // Sliders 1 and 3 are on guideways on either side.
  const double right = bodies["slider1"]["position"][0], left = bodies["slider3"]["position"][0];
  EXPECT_GT(right, 0.1);
  EXPECT_NEAR(right, -left, 1e-12);
}

// With a travel 1 % shorter the machine does not get to the end of its plan.
TEST_F(Command, EvaluateTellsWhyAValueIsInfinite) {
  const fs::path file = folder_ / "slide.yaml";
  std::ofstream(file) << R"(globaldyn: 1
name: slide
parameters: {reach: {value: 1 m, min: 0.1 m, max: 10 m}}
bodies: {carriage: {mass: 2 kg, inertia: {diag: [1, 1, 1]}}}
joints:
  P: {type: prismatic, a: {body: ground, axis: x}, b: {body: carriage, axis: x}, travel: [-0.5 m, reach]}
drives: {F: {joint: P, limits: 8 N}}
tool: carriage
feedback: {errors: {shorter: {reach: -1%}}}
paths: {stroke: {joints: {P: 1 m*p}, p_max: 1}}
)";
  const std::string line = "evaluate " + file.string() + " --criteria time,robustness";
  const CommandOutcome told = run(line);
  EXPECT_EQ(told.code, 0);
  expect_texts(told.out, {"inf\n", "stroke: case shorter: P is at an end of its travel (0.99 m)"});
  const Json criteria = Json::parse(run(line + " --json").out)["criteria"];
  EXPECT_FALSE(criteria[0].contains("reason"));
  expect_texts(criteria[1]["reason"], {"case shorter: P is at an end of its travel"});
}

TEST_F(Command, LoadCasesActOneByOneOrAllInTurn) {
  const std::string delta = std::string(GLOBALDYN_SOURCE_DIR) + "/machines/delta/delta.yaml";
  const std::string evaluate = "evaluate " + delta + " --path pick --at 0 ";
  const auto c_of = [&](const std::string& load) {
    const CommandOutcome o = run(evaluate + load + " --json");
    EXPECT_EQ(o.code, 0) << o.err;
    const Json json = Json::parse(o.out);
    EXPECT_EQ(json.contains("load_case"), !load.empty());
    return json["paths"][0]["samples"][0]["C"][0].get<double>();
  };
  const double bare = c_of(""), light = c_of("--load light"), heavy = c_of("--load heavy");
  EXPECT_EQ(c_of("--load empty"), bare);
  // A platform of 1 kg that never turns: what it carries counts by its weight.
  EXPECT_NEAR(heavy - bare, 10.0 * (light - bare), 1e-9);
  EXPECT_GT(std::abs(heavy), std::abs(light));

  const CommandOutcome all =
      run(evaluate + "--load all --no-pictures --criteria time --out " + (folder_ / "a").string());
  EXPECT_EQ(all.code, 0) << all.err;
  for (const std::string name : {"empty", "light", "heavy"}) {
    EXPECT_TRUE(fs::exists(folder_ / "a" / name / "evaluation.json")) << name;
    EXPECT_NE(all.out.find("load case " + name + "\n"), std::string::npos) << all.out;
    EXPECT_NE(all.out.find(" pick " + name), std::string::npos) << all.out;
  }
  const CommandOutcome wrong = run(evaluate + "--load havy");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("no load case 'havy'; did you mean 'heavy'?"), std::string::npos);
  EXPECT_EQ(run(evaluate + "--load all --json").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --load all").code, 2);
}

TEST_F(Command, JsonIsOneDocumentAndNothingElse) {
  const CommandOutcome o =
      run("evaluate " + star_ + " --path circle_b --at 0,1.5 --bounds-at 0,10 --json");
  EXPECT_EQ(o.code, 0);
  const Json json = Json::parse(o.out);
  ASSERT_EQ(json["paths"].size(), 1u);
  EXPECT_EQ(json["paths"][0]["name"], "circle_b");
  const Json& sample = json["paths"][0]["samples"][1];
  EXPECT_EQ(sample["p"], 1.5);
  EXPECT_EQ(sample["region"]["d2_at"][0]["d2"], sample["region"]["d2_at_rest"]);
  EXPECT_EQ(sample["region"]["d2_at"][1]["d1"], 10.0);
  EXPECT_EQ(o.err, "");
}

TEST_F(Command, SetChangesAParameter) {
  const auto d1_max = [&](const std::string& more) {
    const Json json = Json::parse(run("evaluate " + star_ + " --at 0 --json " + more).out);
    return json["paths"][0]["samples"][0]["region"]["d1_intervals"][0][1].get<double>();
  };
  // Twice the force: sqrt(2) times the speed, as there is no gravity and no friction.
  EXPECT_NEAR(d1_max("--set 'force=2 kN'"), std::sqrt(2.0) * d1_max(""), 1e-9);
}

TEST_F(Command, EverydayMistakesAreNamed) {
  const auto expect = [&](const std::string& arguments, const std::vector<const char*>& parts) {
    const CommandOutcome o = run(arguments);
    EXPECT_EQ(o.code, 2) << arguments;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
    for (const char* part : parts) {
      EXPECT_NE(o.err.find(part), std::string::npos) << part << ": " << o.err;
    }
  };
  expect("pln " + star_, {"pln", "'plan'"});
  expect("evaluate " + star_ + " --sampels 3", {"--sampels", "'--samples'"});
  expect("study shw x", {"shw", "'show'"});
  fs::create_directories(folder_ / "s" / "study.sqlite");
  expect("study show " + (folder_ / "s").string(), {"study.sqlite", "folder"});
  expect("check " + write("tab.yaml", "globaldyn: 1\nname: x\nbodies:\n\tc: {mass: 1}\n"),
         {"tab.yaml:4:1:", "tab", "spaces"});
  // A tab where YAML allows one is not to blame for what is wrong elsewhere.
  expect("check " + write("fine.yaml",
                          "globaldyn: 1\nname: x\nbodies: {a: {mass: 1},\n"
                          "\tc: {mass: 1}}\njoints: {x: [}\n"),
         {"fine.yaml:5:", "not readable as YAML"});
  expect("check " + write("thin.yaml",
                          "globaldyn: 1\nname: x\nbodies: {c: {mass: 1, inertia: {diag: [1, 1, "
                          "3]}}}\njoints: {}\n"),
         {"thin.yaml:3:", "measured: 50.1 %"});

  const std::string slide = R"(globaldyn: 1
name: slide
bodies: {c: {mass: 1}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: c, axis: x}}}
drives: {F: {joint: P, limits: 1 N}}
tool: c
)";
  const std::string by_points = write(
      "points.yaml", slide + "paths: {l: {position: {csv: {file: p.csv}}, prescribe: [x]}}\n");
  write("p.csv", "p;x\n0;0,1\n1;0,2\n");
  expect("check " + by_points, {"p.csv:1:", "';'", "','"});
  write("p.csv", "p,x\n0,0,1\n1,0,2\n");
  expect("check " + by_points, {"p.csv:2:", "expected 2", "'.'"});
  write("p.csv", "p,x\n0,0.1\n0.5,0.2\n0.5,0.3\n");
  expect("check " + by_points, {"p.csv:4:1:", "p = 0.5 after 0.5"});

  const std::string twice =
      write("twice.yaml",
            slide + "paths: {l: {position: {x: p, y: p + 1 m}, p_max: 1, prescribe: [x, y]}}\n");
  const std::string told = run("check " + twice).err;
  EXPECT_NE(told.find("over-prescribed: y"), std::string::npos) << told;
  EXPECT_EQ(told, run("plan " + twice + " --path l").err);
}

// A loop that does not close says by how much.
TEST_F(Command, GapsHaveASize) {
  const std::string open = write("open.yaml", R"(globaldyn: 1
name: open
bodies: {c: {mass: 1}, d: {mass: 1}}
joints:
  A: {type: weld, a: ground, b: c}
  B: {type: weld, a: {body: c, at: [1 m, 0, 0]}, b: d}
  C: {type: weld, a: {body: ground, at: [1.003 m, 0, 0]}, b: d}
)");
  const CommandOutcome o = run("check " + open);
  EXPECT_EQ(o.code, 1);
  EXPECT_NE(o.err.find(": 0.00"), std::string::npos) << o.err;
  EXPECT_NE(o.err.find(" m "), std::string::npos) << o.err;
}

// Names of files are bytes: they need not be UTF-8, as JSON must be.
TEST_F(Command, FilesMayHaveNamesThatAreNoUtf8) {
  const std::string file = write("m\xff.yaml", R"(globaldyn: 1
name: slide
bodies: {c: {mass: 1}}
joints: {P: {type: prismatic, a: {body: ground, axis: x}, b: {body: c, axis: x}}}
drives: {F: {joint: P, limits: 1 N}}
paths: {l: {joints: {P: p}, p_max: 1}}
)");
  for (const std::string command : {"check ", "evaluate ", "plan ", "simulate --time 1 "}) {
    const CommandOutcome o = run(command + file + " --json");
    EXPECT_EQ(o.code, 0) << command << o.err;
    EXPECT_TRUE(Json::accept(o.out)) << command;
    const CommandOutcome written = run(command + file + " --out " + (folder_ / "named").string());
    EXPECT_EQ(written.code, 0) << command << written.err;
  }
}

// Branch conditions are one thing, the travel of joints another.
TEST_F(Command, CheckTellsOfJointsBeyondTheirTravel) {
  const std::string slide = write("slide.yaml", R"(globaldyn: 1
name: slide
bodies: {c: {mass: 1}}
joints: {P2: {type: prismatic, a: {body: ground, axis: x}, b: {body: c, axis: x}, travel: [0.45, 0.95]}}
drives: {F: {joint: P2, limits: 1 N}}
tool: c
assembly: {branch: [{negative: c.x - 1}]}
paths: {l: {position: {line: {from: [-0.65, 0], to: [0.5, 0]}}, prescribe: [x]}}
)");
  const CommandOutcome told = run("check " + slide);
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_NE(told.out.find("BEYOND JOINT TRAVEL"), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("P2 = -0.65 m, beyond 0.45 m"), std::string::npos) << told.out;
  const Json json = Json::parse(run("check " + slide + " --json").out);
  EXPECT_EQ(json["beyond_travel"].size(), 1u);
  EXPECT_EQ(json["branches"][0]["beyond_travel"].size(), 1u);
  EXPECT_EQ(run("check " + star_).out.find("BEYOND"), std::string::npos);
}

// Which path it is that begins out of reach; and that without paths no branches are looked for.
TEST_F(Command, CheckTellsWhereItLooked) {
  const std::string slide =
      "globaldyn: 1\nname: slide\nbodies: {b: {mass: 1, inertia: {diag: [1, 1, 1]}}}\n"
      "joints: {P: {type: revolute, a: ground, b: b}}\ntool: {body: b, at: [1, 0]}\n"
      "drives: {F: {joint: P}}\n";
  const CommandOutcome without = run("check " + write("slide.yaml", slide));
  EXPECT_EQ(without.code, 0) << without.err;
  EXPECT_NE(without.out.find("the file has none"), std::string::npos) << without.out;
  EXPECT_EQ(without.out.find("branches found"), std::string::npos) << without.out;
  const CommandOutcome far = run(
      "check " + write("far.yaml", slide + "paths: {beyond: {position: {x: 3 + p}, p_max: 1}}\n"));
  EXPECT_EQ(far.code, 1);
  EXPECT_NE(far.err.find("at the start of path 'beyond' the bodies cannot be put together"),
            std::string::npos)
      << far.err;
}

TEST_F(Command, CheckReportsTheMachine) {
  const CommandOutcome o = run("check " + star_ + " --guesses 20 --out " + folder_.string());
  EXPECT_EQ(o.code, 0) << o.err;
  for (const char* text :
       {"9 bodies", "degrees of freedom: 3", "idle degrees of freedom: 0", "actuation redundancy 1",
        "60, of which independent: 51", "3 implied by the others among P1, P2, A1, A2, B1, B2"}) {
    EXPECT_NE(o.out.find(text), std::string::npos) << text;
  }
  EXPECT_TRUE(fs::exists(folder_ / "pose.svg"));
  EXPECT_TRUE(fs::exists(folder_ / "pose.png"));
  const Json json = Json::parse(run("check " + star_ + " --json --guesses 10").out);
  EXPECT_EQ(json["schema"], "globaldyn/check/1");
  EXPECT_EQ(json["n_dof"], 3);
  EXPECT_EQ(json["loops"].size(), 3u);
}

TEST_F(Command, BadInputIsOneLineAndExitCodeTwo) {
  const std::string bad = write("bad.yaml", "globaldyn: 1\nname: x\nbodys: {}\n");
  const CommandOutcome o = run("evaluate " + bad);
  EXPECT_EQ(o.code, 2);
  EXPECT_EQ(o.err, bad + ":3:1: unknown key 'bodys'; did you mean 'bodies'?\n");
  EXPECT_EQ(o.out, "");
  EXPECT_EQ(run("evaluate nowhere.yaml").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --path circle_c").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --set leg").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --samples 0").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --at 9").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --at ''").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --at 0 --bounds-at nan").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --at 0 --bounds-at=-1").code, 2);
  EXPECT_EQ(run("evaluate " + star_ + " --at 0 --json --out /proc/none").out, "");
  EXPECT_EQ(run("evaluate").code, 2);
  EXPECT_EQ(run("elevate " + star_).code, 2);
  EXPECT_EQ(run("").code, 2);
}

TEST_F(Command, FailedRunLeavesEarlierResultsAlone) {
  const std::string out = (folder_ / "r").string();
  ASSERT_EQ(run("evaluate " + star_ + " --samples 3 --no-pictures --out " + out).code, 0);
  const std::string before = read(folder_ / "r" / "evaluation.json");
  EXPECT_EQ(run("evaluate " + star_ + " --samples 3 --set leg=xyz --out " + out).code, 2);
  EXPECT_EQ(read(folder_ / "r" / "evaluation.json"), before);
}

TEST_F(Command, MachineThatCannotBeAssembledIsAFailedComputation) {
  const CommandOutcome o = run("check " + star_ + " --set 'leg=0.4 m'");
  EXPECT_NE(o.code, 0);
  EXPECT_NE(o.err.find("sliding_star.yaml"), std::string::npos) << o.err;
}

TEST_F(Command, HelpShowsExamplesAndVersion) {
  const CommandOutcome help = run("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.out.find("globaldyn evaluate machines/sliding_star"), std::string::npos);
  EXPECT_NE(run("evaluate --help").out.find("--bounds-at"), std::string::npos);
  const CommandOutcome version = run("--version");
  EXPECT_EQ(version.code, 0);
  EXPECT_EQ(version.out.rfind("globaldyn 0.", 0), 0u);
}

}  // namespace
}  // namespace globaldyn::inside
