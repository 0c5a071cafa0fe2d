// How studies end that found nothing, that others run, or that ask what variables do.
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/app/studies.h"

namespace globaldyn::inside {
namespace {

TEST_F(Studies, InWhichEveryDesignFailsSayWhyAndFail) {
  // The mass is never positive; at 0.5 m it is the length that the second reason is about.
  std::string machine = kSlide;
  machine.replace(machine.find("mass: mass,"), 11, "mass: -mass,");
  machine.replace(machine.find("{value: 2 kg, min: 0.1 kg, max: 100 kg}"), 39, "-2 kg");
  write("slide.yaml", machine);
  const std::string study = write("fail.yaml", R"(globaldyn_study: 1
name: fail
machine: slide.yaml
variables: {mass: {values: [1 kg, 2 kg, 3 kg, -5 kg]}}
objectives: {time: {minimize: "sqrt(length/(1 m) - 2)*stroke.time"}}
search: {algorithm: factorial}
)");
  // One of the four can be: the study has a result.
  EXPECT_EQ(run("optimize " + study + " --out " + out_).code, 0);
  const std::string none = write("none.yaml", R"(globaldyn_study: 1
name: none
machine: slide.yaml
variables: {mass: {values: [1 kg, 2 kg, 3 kg]}}
objectives: {time: {minimize: stroke.time}}
search: {algorithm: factorial}
)");
  for (const std::string options : {"", " --quiet"}) {
    const CommandOutcome o = run("optimize " + none + " --out " + out_ + "2" + options +
                                 (options.empty() ? "" : " --resume"));
    EXPECT_EQ(o.code, 1) << o.out;
    expect_texts(o.err, {"every design failed (3)", "(3) for: ", "negative mass"});
  }
}

// All that begin at once, but one, are told so.
TEST_F(Studies, HaveAFolderOfTheirOwn) {
  constexpr int kRacers = 8;
  for (int round = 0; round < 10; ++round) {
    const std::string out = out_ + std::to_string(round);
    std::string line;
    for (int i = 0; i < kRacers; ++i) {
      const std::string name = (folder_ / ("race" + std::to_string(i))).string();
      line += std::string("( '") + GLOBALDYN_COMMAND + "' optimize " + study_ +
              " --budget 20 --out " + out + " --quiet --no-pictures 2>" + name + ".err; echo $? >" +
              name + ".code ) & ";
    }
    (void)run_line(line + "wait");
    int winners = 0;
    for (int i = 0; i < kRacers; ++i) {
      const fs::path name = folder_ / ("race" + std::to_string(i));
      const std::string code = read(name.string() + ".code"), err = read(name.string() + ".err");
      if (code == "0\n") {
        ++winners;
        EXPECT_EQ(err, "");
        continue;
      }
      EXPECT_EQ(code, "2\n") << err;
      EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
      EXPECT_NE(err.find(out), std::string::npos) << err;
    }
    EXPECT_EQ(winners, 1);
    EXPECT_EQ(run("study show " + out).code, 0);
  }
}

TEST_F(Studies, TellSensitivitiesWhereTheyWereAskedFor) {
  for (const std::string search : {"morris, trajectories: 4", "sobol_indices, samples: 16"}) {
    const std::string study = write("sensitive.yaml", R"(globaldyn_study: 1
name: sensitive
machine: slide.yaml
variables:
  length: {from: 0.2 m, to: 2 m}
  gap: {from: 0.1 m, to: 0.3 m}
objectives:
  time: {minimize: stroke.time, unit: ms}
search: {algorithm: )" + search + "}\n");
    const std::string out = out_ + search.substr(0, 2);
    const CommandOutcome o = run("optimize " + study + " --out " + out);
    ASSERT_EQ(o.code, 0) << o.err;
    const bool is_morris = search[0] == 'm';
    expect_texts(o.out, {is_morris ? "effect on time [ms]" : "share of the variance of time"});
    // The length matters and comes first; the gap does nothing.
    std::istringstream lines(o.out.substr(o.out.find(is_morris ? "effect on" : "share of")));
    std::string head, length, gap;
    std::getline(lines, head);
    std::getline(lines, length);
    std::getline(lines, gap);
    EXPECT_EQ(length.rfind("  length", 0), 0u) << length;
    EXPECT_EQ(gap.rfind("  gap", 0), 0u) << gap;
    EXPECT_TRUE(fs::exists(fs::path(out) / "sensitivity.csv"));
    EXPECT_EQ(run("optimize " + study + " --out " + out + "q --quiet").out, "");
  }
}

}  // namespace
}  // namespace globaldyn::inside
