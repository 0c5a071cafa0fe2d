// Loads by name: payloads, wrenches and gravity of a load case against the same written otherwise.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "globaldyn/evaluation/evaluation.h"
#include "globaldyn/inspection/inspection.h"
#include "globaldyn/machine/machine.h"
#include "globaldyn/motion/plan_path.h"
#include "tests/support/temporary_folder.h"

namespace globaldyn::inside {
namespace {

// A spatial arm whose tool is turned and shifted in its last body.
constexpr const char* kArm = R"(globaldyn: 1
name: loaded_arm
gravity: [0.3, 0.2, -9.81]
bodies:
  tower: {mass: 4 kg, inertia: {diag: [0.1, 0.1, 0.05]}, frames: {top: {at: [0, 0, 0.4], axis: y, x_axis: x}}}
  arm:
    mass: 2 kg
    com: [0.3, 0.01, 0.02]
    inertia: {diag: [0.01, 0.06, 0.05]}
    frames:
      shoulder: {axis: y, x_axis: x}
      hand: {at: [0.6, 0.05, 0], cardan: [20 deg, -30 deg, 50 deg]}
joints:
  turn: {type: revolute, a: ground, b: tower}
  lift: {type: revolute, a: tower.top, b: arm.shoulder}
drives:
  M1: {joint: turn, limits: 60 N m}
  M2: {joint: lift, limits: 60 N m}
tool: arm.hand
paths:
  swing: {joints: {turn: p, lift: -0.3 + 0.5*p}, p_max: 1}
)";

// Where the files are that machines name.
const TemporaryFolder& folder() {
  static const TemporaryFolder temporary;
  return temporary;
}

Machine with(const std::string& more, const std::string& load_case = "") {
  return parse_machine(kArm + more, "arm.yaml", folder().path().string(), {}, load_case);
}

std::string why_not(const std::string& more, const std::string& load_case = "") {
  try {
    (void)with(more, load_case);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

std::string write_table(const std::string& name, const std::string& text) {
  (void)folder().write(name, text);
  return name;
}

// All coefficients of the drives' forces along the path.
std::vector<MatrixXd> list_forces(const Machine& machine, int samples = 7) {
  EvaluationOptions options;
  options.samples = samples;
  const Evaluation evaluation = evaluate(machine, options);
  std::vector<MatrixXd> forces;
  for (const Sample& sample : evaluation.paths.front().samples) {
    EXPECT_EQ(sample.status, SampleStatus::ok) << sample.reason.text();
    MatrixXd one(2, 4);
    one << sample.map.A(), sample.map.B(), sample.map.C(), sample.map.D();
    forces.push_back(one);
  }
  return forces;
}

// Forces are of some 10 N m; both ways take some hundred operations.
constexpr double kTolerance = 1e-12;

void expect_same(const Machine& a, const Machine& b) {
  const auto one = list_forces(a), other = list_forces(b);
  ASSERT_EQ(one.size(), other.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_LE((one[i] - other[i]).cwiseAbs().maxCoeff(), kTolerance) << one[i] << "\n\n"
                                                                     << other[i];
  }
}

void expect_other(const Machine& a, const Machine& b) {
  EXPECT_GT((list_forces(a)[3] - list_forces(b)[3]).cwiseAbs().maxCoeff(), 0.01);
}

TEST(LoadCases, ActOnlyWhereAskedFor) {
  const std::string cases =
      "load_cases: {carrying: {payload: {mass: 3 kg}}, tilted: {gravity: [1, 2, 3]}}\n";
  expect_same(with(cases), with(""));
  expect_other(with(cases, "carrying"), with(""));
  expect_other(with(cases, "tilted"), with(""));
  EXPECT_EQ(with(cases).load_cases, (std::vector<std::string>{"carrying", "tilted"}));
  EXPECT_EQ(with(cases, "tilted").load_case, "tilted");
  EXPECT_EQ(with(cases, "tilted").mechanism.gravity, Vector3d(1.0, 2.0, 3.0));
}

// A payload is a body welded to the tool.
TEST(LoadCases, APayloadIsABodyOnTheTool) {
  const std::string body =
      "{mass: 3 kg, com: [0.1, -0.02, 0.05], inertia: {diag: [0.02, 0.03, 0.04]}}";
  const std::string text = kArm;
  std::string welded = text;
  welded.replace(welded.find("joints:\n"), 8,
                 "  load: " + body + "\njoints:\n  grip: {type: weld, a: arm.hand, b: load}\n");
  const Machine other = parse_machine(welded, "arm.yaml", ".");
  expect_same(with("load_cases: {carrying: {payload: " + body + "}}\n", "carrying"), other);
  expect_same(with("loads: {payload: " + body + "}\n"), other);
}

TEST(LoadCases, SeveralPayloadsAddUp) {
  expect_same(with("loads: {payload: {mass: 1 kg}}\nload_cases: {c: {payload: [{mass: 2 kg}, "
                   "{mass: 4 kg}]}}\n",
                   "c"),
              with("loads: {payload: {mass: 7 kg}}\n"));
}

TEST(LoadCases, WrenchesAddUp) {
  expect_same(with("loads: {tool_wrench: {force: [1, 2, p]}}\n"
                   "load_cases: {c: {tool_wrench: [{force: [5, 0, 0]}, {torque: [0, 3, 0]}]}}\n",
                   "c"),
              with("loads: {tool_wrench: {force: [6, 2, p], torque: [0, 3, 0]}}\n"));
}

// A force beside the tool's origin turns it, too.
TEST(LoadCases, AForceActsWhereItSays) {
  expect_same(
      with("loads: {tool_wrench: {frame: tool, force: [7, 0, 9], at: [0.1, 0.2, 0]}}\n"),
      with("loads: {tool_wrench: {frame: tool, force: [7, 0, 9], torque: [1.8, -0.9, -1.4]}}\n"));
}

// Straight between its rows: the same as a formula that is.
TEST(LoadCases, ATableIsStraightBetweenItsRows) {
  const std::string file = write_table("bend.csv", "p,fx,mz [mN m]\n0,10,0\n0.5,30,500\n1,0,0\n");
  const Machine listed = with("loads: {tool_wrench: {frame: tool, csv: {file: " + file + "}}}\n");
  const Machine formula = with(
      "loads: {tool_wrench: {frame: tool, force: [\"10 + 40*min(p, 0.5) - 60*max(0, p - 0.5)\", 0, "
      "0], "
      "torque: [0, 0, \"min(p, 1 - p)\"]}}\n");
  expect_same(listed, formula);
  // A plan looks at the row's p, which is the formula's kink.
  const Path& path = listed.paths.front();
  ASSERT_EQ(path.steps.breaks.size(), 1u);
  EXPECT_EQ(path.steps.breaks[0], 0.5);
  EXPECT_EQ(formula.paths.front().steps.breaks, path.steps.breaks);
  PathPlanOptions options;
  options.tolerance = 1e-6;
  const PathPlan one = plan_path(listed, path, options);
  const PathPlan other = plan_path(formula, formula.paths.front(), options);
  ASSERT_EQ(one.status(), PlanStatus::optimal) << one.reason;
  ASSERT_EQ(other.status(), PlanStatus::optimal) << other.reason;
  EXPECT_NEAR(one.time(), other.time(), 2e-6 * one.time());
}

TEST(LoadCases, BeyondATableNothingIsKnown) {
  const std::string file = write_table("short.csv", "p,fx\n0,10\n0.5,30\n");
  const Machine machine = with("loads: {tool_wrench: {csv: {file: " + file + "}}}\n");
  try {
    (void)evaluate(machine, {});
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("short.csv' has loads for p = 0 … 0.5, path 'swing' asks for those at "
                           "p = 0 … 1; expected"),
              std::string::npos)
        << message;
    EXPECT_EQ(message.find("arm.yaml:22:35: the table '"), 0U) << message;
  }
  EXPECT_THROW((void)plan_path(machine, machine.paths.front()), InputError);
  // As far as it goes.
  EvaluationOptions options;
  options.at = {0.5, 0.0};
  EXPECT_EQ(evaluate(machine, options).paths.at(0).samples.size(), 2U);
}

// In degrees, for a path that is not: the load would hardly begin to act.
TEST(LoadCases, LoadsBehindThePathAreRefused) {
  const auto why = [](const std::string& table, const std::string& more = "") {
    const std::string file = write_table("long.csv", table);
    const Machine machine = with(more + "loads: {tool_wrench: {csv: {file: " + file + "}}}\n");
    std::string message = "accepted";
    const auto expect_same = [&](const auto& calculate) {
      std::string why = "accepted";
      try {
        calculate();
      } catch (const InputError& error) {
        why = error.what();
      }
      if (message == "accepted") message = why;
      EXPECT_EQ(why, message);
    };
    const Path& path = machine.paths.front();
    expect_same([&] { (void)plan_path(machine, path, {.tolerance = 1e-2}); });
    expect_same([&] { (void)evaluate(machine, {.paths = {path.name}, .samples = 2}); });
    expect_same([&] { (void)inspect(machine, path.name, 0); });
    return message;
  };
  const auto expect = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  const std::string in_degrees = "0,0\n10,0\n20,5\n40,5\n50,0\n57.2958,0\n";
  expect(
      why("p,fx\n" + in_degrees),
      "has loads for p = 0 … 57.2958, path 'swing' goes from p = 0 to 1: loads beyond would "
      "never act; expected a table from the path's start to its end, with the heading 'p [deg]'");
  EXPECT_EQ(why("p [deg],fx\n" + in_degrees), "accepted");
  expect(why("p,fx\n0,0\n1,0\n1.2,3\n"), "never act; expected a table");
  expect(why("p,fx\n-0.5,1\n0,0\n1,0\n"), "never act");
  // What is no load is none wherever it is, and tables are written with few digits.
  EXPECT_EQ(why("p,fx\n0,0\n0.5,3\n1,0\n7,0\n"), "accepted");
  EXPECT_EQ(why("p,fx\n0,3\n1.0004,3\n"), "accepted");
  // For a longer path, as the second one of the file is.
  const std::string longer = "  longer: {joints: {turn: p, lift: -0.3}, p_max: 1.2}\n";
  EXPECT_EQ(why("p,fx\n0,0\n1,0\n1.2,3\n", longer), "accepted");
  expect(why("p,fx\n0,0\n1,0\n1.4,3\n", longer), "never act");
}

// A table in degrees is the same as one in radians.
TEST(LoadCases, ATableMayBeOverAnAngle) {
  const std::string file = write_table(
      "degrees.csv", fmt::format("p [deg],fx\n0,10\n{},30\n57.3,0\n", 0.5 * 180.0 / M_PI));
  const Machine listed = with("loads: {tool_wrench: {csv: {file: " + file + "}}}\n");
  const WrenchTable& table = *listed.mechanism.wrenches.at(0).table;
  EXPECT_NEAR(table.p[1], 0.5, 1e-15);
  EXPECT_NEAR(table.p[2], 57.3 * M_PI / 180.0, 1e-15);
}

// Radians of degrees are seldom those of a path to the last bit.
TEST(LoadCases, ATableInDegreesEndsWithItsPath) {
  for (int degrees = 1; degrees < 360; degrees += 7) {
    SCOPED_TRACE(degrees);
    const std::string file =
        write_table("turn.csv", fmt::format("p [deg],fx\n0,1\n{},1\n", degrees));
    const Machine machine =
        with(fmt::format("  turn: {{joints: {{turn: p, lift: 0.3}}, p_max: {}*pi/180}}\n"
                         "loads: {{tool_wrench: {{csv: {{file: {}}}}}}}\n",
                         degrees, file));
    EXPECT_NO_THROW((void)evaluate(machine, {.paths = {"turn"}, .samples = 2}));
  }
}

// Shared with a longer path, a table is told of, not refused.
TEST(LoadCases, LoadsOfALongerPathAreTold) {
  const std::string file = write_table("shared.csv", "p,fx\n0,0\n1,0\n1.2,3\n");
  const Machine machine = with(
      "  longer: {joints: {turn: p, lift: -0.3}, p_max: 1.2}\n"
      "loads: {tool_wrench: {csv: {file: " +
      file + "}}}\n");
  const Inspection inspection = inspect(machine, "", 0);
  ASSERT_EQ(inspection.paths.at(0).loads_beyond.size(), 1u);
  EXPECT_NE(inspection.paths[0].loads_beyond[0].find(
                "for p = 0 … 1.2, of which path 'swing' meets those up to p = 1"),
            std::string::npos)
      << inspection.paths[0].loads_beyond[0];
  EXPECT_TRUE(inspection.paths[1].loads_beyond.empty());
  EXPECT_EQ(plan_path(machine, machine.paths[0]).notes, inspection.paths[0].loads_beyond);
  EXPECT_TRUE(plan_path(machine, machine.paths[1]).notes.empty());
}

// Before the path is even looked at, which the poses of a machine need first of all.
TEST(LoadCases, TablesThatDoNotReachAreFoundBeforeAnythingElse) {
  const std::string file = write_table("late.csv", "p,fx\n0.1,10\n1,30\n");
  Machine machine = with("load_cases: {cut: {tool_wrench: {csv: {file: " + file + "}}}}\n", "cut");
  Path& path = machine.paths.front();
  int calls = 0;
  path.task = [&calls, task = path.task](double p) {
    ++calls;
    return task(p);
  };
  const auto expect_refused = [&](const auto& calculate) {
    try {
      calculate();
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("of load case 'cut' has loads for p = 0.1 … 1"),
                std::string::npos)
          << error.what();
    }
    EXPECT_EQ(calls, 0);
  };
  expect_refused([&] { (void)evaluate(machine, {}); });
  expect_refused([&] { (void)plan_path(machine, path); });
  expect_refused([&] { (void)inspect(machine, "", 0); });
}

// Found by `check` without --load, too. A table is for one of the paths at least.
TEST(LoadCases, ACheckLooksAtTheTablesOfAllLoadCases) {
  const std::string file = write_table("half.csv", "p,fx\n0,10\n0.5,30\n");
  const std::string cases = "load_cases: {cut: {tool_wrench: {csv: {file: " + file + "}}}}\n";
  EXPECT_THROW((void)inspect(with(cases), "", 0), InputError);
  EXPECT_THROW((void)inspect(with(cases, "cut"), "", 0), InputError);
  const std::string nudge = "  nudge: {joints: {turn: p, lift: -0.3}, p_max: 0.5}\n";
  for (const std::string acting : {"", "cut"}) {
    const Machine machine = with(nudge + cases, acting);
    EXPECT_THROW((void)inspect(machine, "swing", 0), InputError);
    EXPECT_NO_THROW((void)inspect(machine, "nudge", 0));
    const Inspection inspection = inspect(machine, "", 0);
    ASSERT_EQ(inspection.paths.size(), 2U);
    ASSERT_EQ(inspection.paths[0].short_tables.size(), 1U);
    EXPECT_NE(inspection.paths[0].short_tables[0].find("path 'swing' asks for those at p = 0 … 1"),
              std::string::npos)
        << inspection.paths[0].short_tables[0];
    EXPECT_TRUE(inspection.paths[1].short_tables.empty());
    EXPECT_NE(to_json(inspection, "").find("\"short_tables\""), std::string::npos);
  }
}

TEST(LoadCases, MistakesAreNamed) {
  const auto expect = [](const std::string& message, const std::string& part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect(why_not("load_cases: {milling: {}}\n", "miling"),
         "--load miling: there is no load case 'miling'; did you mean 'milling'?");
  expect(why_not("", "milling"), "there is no load case 'milling'; there is none to choose from");
  expect(why_not("load_cases: {all: {}}\n"), "a load case called 'all'");
  expect(why_not("load_cases: {c: {pay: {}}}\n"), "unknown key 'pay'");
  // Whether it acts or not.
  expect(why_not("load_cases: {fine: {}, c: {payload: {mass: -1}}}\n"), "mass");
  expect(why_not("load_cases: {c: {tool_wrench: {force: [1, 2, q]}}}\n"), "'q'");
  std::string many;
  for (int i = 0; i < 101; ++i) many += fmt::format("{}c{}: {{}}", i > 0 ? ", " : "", i);
  expect(why_not("load_cases: {" + many + "}\n"), "more than 100 load cases");
  expect(why_not("loads: {payload: {com: [0, 0, 0]}}\n"), "'com' without 'mass'");
  expect(why_not("loads: {payload: {}}\n"), "'mass'");
  const auto refuse = [&](const std::string& table, const std::string& part) {
    const std::string file = write_table("wrong.csv", table);
    expect(why_not("loads: {tool_wrench: {csv: {file: " + file + "}}}\n"), part);
  };
  refuse("p,fx,fu\n0,1,1\n1,1,1\n", "wrong.csv:1:6: unknown column 'fu'; did you mean 'fx'?");
  refuse("p,fx [N m]\n0,1\n1,1\n",
         "wrong.csv:1:3: 'fx [N m]'; expected a unit of force, such as N");
  refuse("p,mx [N]\n0,1\n1,1\n", "expected a unit of torque, such as N m");
  refuse("p,fx,fx [kN]\n0,1,1\n1,1,1\n", "wrong.csv:1:6: column 'fx [kN]' twice");
  refuse("", "wrong.csv: nothing in it");
  refuse("# forces\n\n", "wrong.csv: nothing in it");
  refuse("fx,fy\n0,1\n1,1\n", "no column 'p'");
  refuse("p\n0\n1\n", "no column of a force");
  refuse("p,fx\n0,1\n", "fewer than two rows");
  refuse("p,fx\n0,1\n0.5,1\n0.5,2\n", "wrong.csv:4:1: p does not increase");
  refuse("# forces\n\nfx,fy\n0,1\n1,1\n", "wrong.csv:3:1: no column 'p'");
  refuse("p [mm],fx\n0,1\n1,1\n",
         "wrong.csv:1:1: 'p [mm]'; expected 'p' without a unit, or with one of angle");
  refuse("p,fx [kN]\n0,1\n1,1e306\n", "wrong.csv:3:3: a load beyond 1e30");
  refuse("p,fx\n0,1\n1,1e31\n", "wrong.csv:3:3: a load beyond 1e30");
  refuse("p,fx\n0,1\n1,many\n", "wrong.csv:3:3: 'many'; expected a finite number");
}

TEST(LoadCases, LoadsNeedATool) {
  std::string text = kArm;
  text.replace(text.find("tool: arm.hand\n"), 15, "load_cases: {c: {payload: {mass: 1}}}\n");
  for (const std::string load : {"", "c"}) {
    try {
      (void)parse_machine(text, "arm.yaml", ".", {}, load);
      ADD_FAILURE() << "accepted: --load '" << load << "'";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("a load on no tool"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace globaldyn::inside
