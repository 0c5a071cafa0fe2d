// `globaldyn optimize`, `study` and `design` as a user meets them: also killed at any instant.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "tests/app/studies.h"

namespace globaldyn::inside {
namespace {

TEST_F(Studies, AreRunShownAndExported) {
  const CommandOutcome o = run("optimize " + study_ + " --out " + out_);
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_EQ(o.err, "");
  for (const char* text : {"slide_study: 100 designs", "ended by budget", "front:", "results: "}) {
    EXPECT_NE(o.out.find(text), std::string::npos) << text << "\n" << o.out;
  }
  const CommandOutcome shown = run("study show " + out_);
  EXPECT_EQ(shown.code, 0) << shown.err;
  for (const char* text : {"100 designs", "time [s], small", "stroke [m], large",
                           "designs infeasible", "constraint 'weak'", "front:", "what it costs"}) {
    EXPECT_NE(shown.out.find(text), std::string::npos) << text << "\n" << shown.out;
  }
  const CommandOutcome best = run("study best " + out_);
  EXPECT_NE(best.out.find("least time"), std::string::npos) << best.out;
  const CommandOutcome list = run("study list " + folder_.string());
  EXPECT_NE(list.out.find("slide_study"), std::string::npos) << list.out;

  const Json table = Json::parse(run("study export " + out_ + " --format json").out);
  EXPECT_EQ(table["schema"], "globaldyn/study/1");
  ASSERT_EQ(table["designs"].size(), 100u);
  std::size_t id = 0;
  for (const Json& design : table["designs"]) {
    EXPECT_EQ(design["id"], ++id);
    const std::string state = design["state"];
    EXPECT_TRUE(state == "ok" || state == "infeasible");
    EXPECT_EQ(state == "ok", design["violation"] == 0.0);
    if (state != "ok") continue;
    const std::string kilograms = design["mass"];
    const double time = 2.0 * std::sqrt(design["length"].get<double>() * std::stod(kilograms) /
                                        design["force"].get<double>());
    EXPECT_NEAR(design["time"].get<double>(), time, 2e-3 * time);
  }
  const std::string csv = run("study export " + out_ + " --format csv").out;
  EXPECT_EQ(csv.substr(0, 57), "id,state,length,force,mass,time,stroke,weak,pareto,stroke");
  EXPECT_EQ(run("study export " + out_ + " --format hdf5").code, 0);
  EXPECT_TRUE(fs::exists(folder_ / "s" / "designs.h5"));
}

TEST_F(Studies, ADesignBecomesAMachineFile) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_).code, 0);
  const Json table = Json::parse(run("study export " + out_ + " --format json").out);
  const auto good = std::find_if(table["designs"].begin(), table["designs"].end(),
                                 [](const Json& one) { return one["pareto"] == 1; });
  ASSERT_NE(good, table["designs"].end());
  const std::string id = std::to_string((*good)["id"].get<int>());
  const std::string file = (folder_ / "best" / "machine.yaml").string();
  ASSERT_EQ(run("design " + out_ + " " + id + " --out " + file).code, 0);
  const Json plan = Json::parse(run("plan " + file + " --tolerance 1e-3 --json").out);
  EXPECT_EQ(plan["time"], (*good)["time"]);
  EXPECT_EQ(run("evaluate " + file + " --samples 3 --json").code, 0);
  const CommandOutcome unknown = run("design " + out_ + " 101");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("1 … 100"), std::string::npos) << unknown.err;
}

// The numbers told are those of the file that was written.
TEST_F(Studies, ARoundedDesignIsEvaluatedAnew) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_).code, 0);
  const Json table = Json::parse(run("study export " + out_ + " --format json").out);
  const auto design = std::find_if(table["designs"].begin(), table["designs"].end(),
                                   [](const Json& one) { return one["pareto"] == 1; });
  ASSERT_NE(design, table["designs"].end());
  const std::string id = std::to_string((*design)["id"].get<int>());
  const std::string file = (folder_ / "round" / "machine.yaml").string();
  const CommandOutcome o = run("design " + out_ + " " + id + " --out " + file +
                               " --round --round-to 1 --round-to '1 cm'");
  ASSERT_EQ(o.code, 0) << o.err;
  const std::string length =
      fmt::format("{:.6g}", std::round(100.0 * (*design)["length"].get<double>()) / 100.0);
  EXPECT_NE(read(file).find("length: {value: " + length + " m,"), std::string::npos) << read(file);
  EXPECT_NE(read(file).find("its numbers rounded"), std::string::npos);
  const Json plan = Json::parse(run("plan " + file + " --tolerance 1e-3 --json").out);
  const double before = (*design)["time"], after = plan["time"];
  EXPECT_NE(o.out.find(fmt::format("{:.5g}  {:.5g}", before, after)), std::string::npos)
      << before << " " << after << "\n"
      << o.out;
  EXPECT_NE(before, after);
  EXPECT_EQ(run("design " + out_ + " " + id + " --round").code, 2);  // nowhere to write it
}

// Rounding up a force that was just weak enough.
TEST_F(Studies, AConstraintBrokenByRoundingIsTold) {
  const std::string tight = write("tight.yaml", R"(globaldyn_study: 1
name: tight
machine: slide.yaml
variables: {force: {from: 1 N, to: 100 N}, length: {from: 0.5 m, to: 0.6 m}}
objectives: {time: {minimize: stroke.time}}
constraints: {weak: {value: force*length, at_most: 9.6 J}}
search: {population: 20, budget: 20, start: [{force: 18.9 N, length: 0.507 m}]}
)");
  ASSERT_EQ(run("optimize " + tight + " --out " + out_).code, 0);
  const std::string file = (folder_ / "r.yaml").string();
  const CommandOutcome good = run("design " + out_ + " 1 --out " + file + " --round");
  EXPECT_EQ(good.code, 0) << good.err;
  EXPECT_EQ(good.out.find("VIOLATED"), std::string::npos) << good.out;
  const CommandOutcome broken =
      run("design " + out_ + " 1 --out " + file + " --round --round-to 2");
  EXPECT_EQ(broken.code, 0) << broken.err;
  for (const char* text : {"at most 9.6 N m: VIOLATED", "THE ROUNDED DESIGN IS INFEASIBLE:",
                           "constraint 'weak': 9.69 N m is above 9.6 N m"}) {
    EXPECT_NE(broken.out.find(text), std::string::npos) << text << "\n" << broken.out;
  }
  EXPECT_TRUE(fs::exists(file));
}

TEST_F(Studies, AreNotOverwrittenAndGoOnIfAsked) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --budget 30").code, 0);
  const CommandOutcome again = run("optimize " + study_ + " --out " + out_);
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("--resume"), std::string::npos) << again.err;
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --resume --threads 2").code, 0);
  const std::string whole = (folder_ / "whole").string();
  ASSERT_EQ(run("optimize " + study_ + " --out " + whole + " --threads 1").code, 0);
  EXPECT_EQ(designs(out_), designs(whole));
  const CommandOutcome compared = run("study compare " + out_ + " " + whole);
  EXPECT_NE(compared.out.find("100 %"), std::string::npos) << compared.out;
}

TEST_F(Studies, SeveralSeedsAreAnnouncedAndCompared) {
  std::string several = kStudy;
  several.replace(several.find("seed: 3"), 7, "seed: 3, seeds: 4");
  study_ = write("study.yaml", several);
  const CommandOutcome o = run("optimize " + study_ + " --out " + out_ + " --budget 60");
  ASSERT_EQ(o.code, 0) << o.err;
  for (const char* text : {"4 searches, seeds 3 … 6, of at most 60 designs each, 240 in all",
                           "240 designs (", "what each seed found"}) {
    EXPECT_NE(o.out.find(text), std::string::npos) << text << "\n" << o.out;
  }
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --resume --threads 2").code, 0);
  const std::string whole = (folder_ / "whole").string();
  ASSERT_EQ(run("optimize " + study_ + " --out " + whole + " --threads 1").code, 0);
  EXPECT_EQ(designs(out_), designs(whole));

  // The last of the lines is of all seeds: the best of each column.
  const std::string shown = run("study show " + out_).out;
  EXPECT_NE(shown.find("seed 3 … 6"), std::string::npos) << shown;
  std::istringstream rows(shown.substr(shown.find("what each seed found")));
  std::string line, name;
  std::getline(rows, line);
  std::getline(rows, line);
  double designs = 0.0, volume = 0.0, time = 10.0, stroke = 0.0;
  for (int seed = 3; seed <= 6; ++seed) {
    double own_designs = 0, feasible = 0, front = 0, own_volume = 0, own_time = 0, own_stroke = 0;
    rows >> name >> own_designs >> feasible >> front >> own_volume >> own_time >> own_stroke;
    ASSERT_EQ(name, std::to_string(seed));
    EXPECT_EQ(own_designs, 100.0);
    designs += own_designs;
    volume = std::max(volume, own_volume);
    time = std::min(time, own_time);
    stroke = std::max(stroke, own_stroke);
  }
  double all_designs = 0, feasible = 0, front = 0, all_volume = 0, all_time = 0, all_stroke = 0;
  rows >> name >> all_designs >> feasible >> front >> all_volume >> all_time >> all_stroke;
  EXPECT_EQ(name, "all");
  EXPECT_EQ(all_designs, designs);
  EXPECT_GT(all_volume, volume);
  EXPECT_EQ(all_time, time);
  EXPECT_EQ(all_stroke, stroke);

  several.replace(several.find("seeds: 4"), 8, "seeds: 5");
  write("study.yaml", several);
  const CommandOutcome refused = run("optimize " + study_ + " --out " + out_ + " --resume");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("seeds: 4"), std::string::npos) << refused.err;
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
}

TEST_F(Studies, ChangedInputsAreNoticed) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --budget 30").code, 0);
  std::string machine = kSlide;
  machine.replace(machine.find("1.5 m"), 5, "1.4 m");
  write("slide.yaml", machine);
  const CommandOutcome refused = run("optimize " + study_ + " --out " + out_ + " --resume");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("slide.yaml"), std::string::npos) << refused.err;
  EXPECT_NE(refused.err.find("--accept-changed"), std::string::npos) << refused.err;
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1);
  const auto find_end = [&] {
    const std::string list = run("study list " + folder_.string()).out;
    const std::size_t row = list.find("slide_study");
    return list.substr(row, list.find('\n', row) - row);
  };
  const std::string before = find_end();
  // With nothing left to do the search ends as it had: the inputs are others since.
  const std::string resume = "optimize " + study_ + " --out " + out_ + " --resume";
  EXPECT_EQ(run(resume + " --accept-changed --budget 30").code, 0);
  EXPECT_EQ(find_end(), before + ", inputs changed since");
  EXPECT_EQ(run(resume + " --accept-changed").code, 0);
  EXPECT_EQ(find_end().find("inputs changed"), std::string::npos) << find_end();
  EXPECT_NE(run("study show " + out_).out.find("inputs changed"), std::string::npos);
}

// Every design is written from the very files it was evaluated from.
TEST_F(Studies, DesignsAreWrittenFromWhatTheyWereEvaluatedFrom) {
  std::string strong = kSlide;
  strong.replace(strong.find("limits: force"), 13, "limits: 2*force");
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --budget 20").code, 0);
  write("slide.yaml", strong);
  ASSERT_EQ(
      run("optimize " + study_ + " --out " + out_ + " --resume --accept-changed --budget 40").code,
      0);
  const auto expect_text = [&](int id, bool is_strong) {
    const CommandOutcome design = run(fmt::format("design {} {}", out_, id));
    EXPECT_EQ(design.code, 0) << design.err;
    EXPECT_EQ(design.out.find("2*force") != std::string::npos, is_strong) << id;
  };
  expect_text(20, false);
  expect_text(21, true);
  // Once accepted, they are asked for no more.
  EXPECT_EQ(run("optimize " + study_ + " --out " + out_ + " --resume --budget 50").code, 0);

  // Files that were left there are not taken for inputs, nor touched.
  const std::string kept = out_ + "/inputs/slide.yaml";
  std::ofstream(kept) << "edited";
  expect_text(20, false);
  EXPECT_EQ(read(kept), "edited");
  // Nor is anything lost with the folder.
  std::filesystem::remove_all(out_ + "/inputs");
  expect_text(20, false);
  expect_text(21, true);
}

TEST_F(Studies, ChangedInputsAreRefusedWhereTheyWouldBeUsed) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --budget 20").code, 0);
  std::ofstream(out_ + "/inputs/slide.yaml") << "edited";
  ASSERT_EQ(run("design " + out_ + " 1").code, 0);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out_)) {
    if (entry.path().filename() == "slide.yaml") std::ofstream(entry.path()) << "edited";
  }
  const CommandOutcome refused = run("design " + out_ + " 1");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("slide.yaml: it is not what"), std::string::npos) << refused.err;
}

TEST_F(Studies, TolerancesOfADesignAreTold) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --budget 30").code, 0);
  const CommandOutcome none = run("study tolerances " + out_ + " 1");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("--study"), std::string::npos) << none.err;
  const std::string with = write(
      "with.yaml", std::string(kStudy) + "tolerances: {samples: 5, parameters: {mass: 1 g}}\n");
  const std::string csv = (folder_ / "samples.csv").string();
  const CommandOutcome told =
      run("study tolerances " + out_ + " 1 --samples 9 --study " + with + " --out " + csv);
  ASSERT_EQ(told.code, 0) << told.err;
  EXPECT_NE(told.out.find("of 9 samples are feasible"), std::string::npos) << told.out;
  const std::string text = read(csv);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10) << text;
  EXPECT_EQ(text.substr(0, 31), "sample,state,time,stroke,weak\n0");
}

TEST_F(Studies, BadUseIsOneLine) {
  const auto refuse = [&](const std::string& line, const std::string& message) {
    const CommandOutcome o = run(line);
    EXPECT_EQ(o.code, 2) << line;
    EXPECT_NE(o.err.find(message), std::string::npos) << o.err;
    EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  };
  refuse("optimize " + folder_.string() + "/none.yaml", "none.yaml");
  refuse("study show " + folder_.string(), "study");
  refuse("study export " + study_, "study.yaml");
  refuse("optimize " + study_ + " --out /proc/no", "/proc/no");
  for (const char* time : {"0", "'-1 s'", "'0 min'"}) {
    refuse("optimize " + study_ + " --out " + out_ + " --time " + time, "--time");
  }
  std::string listed = kStudy;
  listed.replace(listed.find("population: 20"), 14, "algorithm: sobol");
  refuse("optimize " + write("list.yaml", listed) + " --out " + out_ + " --budget 100000000",
         "a list of 100000000");
  EXPECT_FALSE(std::filesystem::exists(out_ + "/study.sqlite"));
  write("bad.yaml", "globaldyn_study: 1\nname: x\nmachine: slide.yaml\nvariables: [a]\n");
  refuse("optimize " + folder_.string() + "/bad.yaml", "bad.yaml:4:");
}

// Kills a process some time after its start unless it has ended; returns whether it has.
bool run_and_kill(const std::vector<std::string>& arguments, double seconds, int signal) {
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    std::vector<char*> argv;
    for (const std::string& one : arguments) argv.push_back(const_cast<char*>(one.c_str()));
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Fifty kills at random instants: the final set is that of a study that ran without interruption.
TEST_F(Studies, SurviveFiftyKills) {
  std::string longer = kStudy;
  longer.replace(longer.find("budget: 100"), 11, "budget: 2000");
  study_ = write("study.yaml", longer);
  const std::string whole = (folder_ / "whole").string();
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(run("optimize " + study_ + " --out " + whole + " --threads 1").code, 0);
  const double took =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::vector<std::string> line{GLOBALDYN_COMMAND, "optimize",  study_, "--out",  out_,
                                      "--resume",        "--threads", "2",    "--quiet"};
  std::mt19937 random(7);
  int kills = 0;
  for (; kills < 50; ++kills) {
    const double share = std::generate_canonical<double, 30>(random);
    if (run_and_kill(line, share * took / 20.0, SIGKILL)) break;
  }
  EXPECT_GE(kills, 25);  // the study must not end before it was killed often
  const CommandOutcome last = run("optimize " + study_ + " --out " + out_ + " --resume");
  ASSERT_EQ(last.code, 0) << last.err;
  EXPECT_EQ(designs(out_), designs(whole));
}

TEST_F(Studies, EndCleanlyWhenInterrupted) {
  std::string longer = kStudy;
  longer.replace(longer.find("budget: 100"), 11, "budget: 100000");
  study_ = write("study.yaml", longer);
  const CommandOutcome o =
      run_line("'" + std::string(GLOBALDYN_COMMAND) + "' optimize " + study_ + " --out " + out_ +
               " & until [ -s " + out_ +
               "/study.sqlite ]; do sleep 0.02; done; sleep 0.3; kill -INT $!; "
               "wait $!");
  EXPECT_EQ(o.code, 130) << o.err;
  EXPECT_NE(o.err.find("--resume goes on"), std::string::npos) << o.err;
  EXPECT_NE(run("study show " + out_).out.find("interrupted"), std::string::npos);
}

// No room on the disk: a limit on the size of files, which the shell sets in blocks.
TEST_F(Studies, AFullDiskIsOneLineAndTheStoreStaysWhole) {
  std::string longer = kStudy;
  longer.replace(longer.find("budget: 100"), 11, "budget: 3000");
  study_ = write("study.yaml", longer);
  const CommandOutcome o =
      run_line("trap '' XFSZ; ulimit -f 200; '" + std::string(GLOBALDYN_COMMAND) + "' optimize " +
               study_ + " --out " + out_);
  EXPECT_EQ(o.code, 1) << o.err;
  EXPECT_EQ(std::count(o.err.begin(), o.err.end(), '\n'), 1) << o.err;
  EXPECT_NE(o.err.find("study.sqlite"), std::string::npos) << o.err;
  const CommandOutcome on =
      run("optimize " + study_ + " --out " + out_ + " --resume --budget 2500 --quiet");
  EXPECT_EQ(on.code, 0) << on.err;
}

}  // namespace
}  // namespace globaldyn::inside
