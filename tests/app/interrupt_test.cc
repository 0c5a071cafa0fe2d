// Every command, interrupted at any instant: it ends soon, with exit code 130 if it was still
// running, and leaves only complete files and no process.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "tests/app/studies.h"
#include "tests/support/sanitizers.h"

namespace globaldyn::inside {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// ThreadSanitizer makes everything some ten times slower.
constexpr double kSlowness = test::kHasThreadSanitizer ? 10.0 : 1.0;
// Ten times what is promised, as tests share the machine's cores with other work.
constexpr double kLongest = 2.0 * kSlowness;  // s
// When the program watches for signals, at the latest.
constexpr double kStart = 0.3 * kSlowness;  // s

struct Ended {
  int code;        // -1: it had to be killed
  double seconds;  // from the signal
};

class Interrupts : public Studies {
 protected:
  // Orphans are adopted by this process, so that they are seen.
  Interrupts() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

  // Runs the command and sends these signals a tenth of the grace period apart, the first after
  // `after` seconds.
  Ended run_and_interrupt(const std::string& line, double after, const std::vector<int>& signals) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string err = (folder_ / "stderr").string();
      dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
      dup2(open(err.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0666), STDERR_FILENO);
      const std::string all = std::string("exec '") + GLOBALDYN_COMMAND + "' " + line;
      execl("/bin/sh", "sh", "-c", all.c_str(), nullptr);
      _exit(127);
    }
    std::this_thread::sleep_for(std::chrono::duration<double>(after));
    const auto begin = Clock::now();
    for (const int signal : signals) {
      kill(child, signal);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    int status = 0;
    while (waitpid(child, &status, WNOHANG) == 0) {
      if (seconds_since(begin) > 10.0 * kLongest) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        return {-1, seconds_since(begin)};
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, seconds_since(begin)};
  }

  // The command to plan ten thousand turns of a circle, closely: it takes longer than any machine
  // of today needs to be interrupted.
  std::string plan_for_hours() {
    const std::string circle =
        "  circles:\n    p_max: 20000*pi\n    orientation: {phi: 0}\n"
        "    position: {x: 0.1 m * cos(p), y: 0.1 m * sin(p)}\n";
    std::string text = read(star_);
    text.insert(text.find("  circle_a:"), circle);
    return "plan " + write("turns.yaml", text) +
           " --path circles --tolerance 1e-10 --memory '20 GB'";
  }

  static bool has_orphans() {
    for (const auto begin = Clock::now(); seconds_since(begin) < 0.5;) {
      const pid_t orphan = waitpid(-1, nullptr, WNOHANG);
      if (orphan < 0) return false;  // no child at all
      // One that has just ended and waits to be reaped does not count.
      if (orphan == 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
  }

  [[nodiscard]] std::string list_parts() const {
    std::string found;
    for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
      if (entry.path().extension() == ".part") found += entry.path().string() + " ";
      if (entry.path().extension() == ".json") {
        EXPECT_TRUE(Json::accept(read(entry.path()))) << entry.path();
      }
    }
    return found;
  }

  // At random instants of its run; how often it was interrupted.
  int interrupt_often(const std::string& line, int times) {
    const auto begin = Clock::now();
    EXPECT_EQ(run(line + " --out " + (folder_ / "whole").string()).code, 0);
    const double took = seconds_since(begin);
    std::mt19937 random(11);
    int count = 0;
    for (int i = 0; i < times; ++i) {
      const fs::path out = folder_ / "out";
      fs::remove_all(out);
      const double at = std::generate_canonical<double, 30>(random) * took;
      const Ended ended =
          run_and_interrupt(line + " --out " + out.string(), at, {i % 2 == 0 ? SIGINT : SIGTERM});
      if (ended.code == 130) ++count;
      // Before the program has started to watch, a signal ends it like any program.
      EXPECT_TRUE(ended.code == 130 || ended.code == 0 || (ended.code == -1 && at < kStart))
          << ended.code << " at " << at << " s: " << read(folder_ / "stderr");
      EXPECT_LT(ended.seconds, kLongest) << "at " << at << " s of " << took;
      EXPECT_EQ(list_parts(), "");
      EXPECT_FALSE(has_orphans()) << "at " << at << " s";
    }
    return count;
  }
};

// A test each, so that others run beside them.
class InterruptedCommands
    : public Interrupts,
      public testing::WithParamInterface<std::pair<const char*, const char*>> {};

TEST_P(InterruptedCommands, EndAtAnyInstant) {
  const auto& [command, options] = GetParam();
  EXPECT_GE(interrupt_often(std::string(command) + " " + star_ + " " + options, 8), 3);
}

INSTANTIATE_TEST_SUITE_P(All, InterruptedCommands,
                         testing::Values(std::pair("evaluate", "--samples 2001"),
                                         std::pair("plan", "--path circle_a"),
                                         std::pair("map", "--map workspace --no-pictures"),
                                         std::pair("check", "")),
                         [](const auto& info) { return std::string(info.param.first); });

TEST_F(Interrupts, EndAPlanOfHours) {
  const std::string line = plan_for_hours() + " --out " + (folder_ / "out").string();
  for (const int signal : {SIGINT, SIGTERM}) {
    const Ended ended = run_and_interrupt(line, 0.5, {signal});
    EXPECT_EQ(ended.code, 130);
    EXPECT_LT(ended.seconds, kLongest);
    EXPECT_NE(read(folder_ / "stderr").find("globaldyn: interrupted"), std::string::npos);
  }
}

// gnuplot takes arbitrarily long here, and has started to write.
TEST_F(Interrupts, EndPicturesWithTheirProgram) {
  const fs::path bin = folder_ / "bin";
  fs::create_directories(bin);
  std::ofstream(bin / "gnuplot")
      << "#!/bin/sh\necho begun >speeds.svg.part\necho $$ >../drawing\nsleep 600\n";
  fs::permissions(bin / "gnuplot", fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", (bin.string() + ":" + path).c_str(), 1);
  for (const std::vector<int>& signals : {std::vector{SIGINT}, {SIGTERM}, {SIGINT, SIGINT}}) {
    const Ended ended = run_and_interrupt(
        "evaluate " + star_ + " --samples 2 --out " + (folder_ / "out").string(), 1.0, signals);
    EXPECT_EQ(ended.code, 130) << read(folder_ / "stderr");
    EXPECT_LT(ended.seconds, kLongest);
    ASSERT_TRUE(fs::exists(folder_ / "drawing"));  // it was drawing by then
    EXPECT_FALSE(has_orphans());
    EXPECT_NE(kill(std::stoi(read(folder_ / "drawing")), 0), 0);
    EXPECT_TRUE(fs::exists(folder_ / "out" / "evaluation.json"));  // what was finished stays
    fs::remove(folder_ / "drawing");
  }
  setenv("PATH", path.c_str(), 1);
}

// Nor does a gnuplot that never ends hold the program: numbers are there at once, and then a
// message.
TEST_F(Interrupts, PicturesWithoutEndAreGivenUp) {
  const fs::path bin = folder_ / "bin";
  fs::create_directories(bin);
  std::ofstream(bin / "gnuplot") << "#!/bin/sh\necho begun >speeds.svg.part\nsleep 600\n";
  fs::permissions(bin / "gnuplot", fs::perms::owner_all);
  const CommandOutcome o = run_line(
      "PATH='" + bin.string() + "':\"$PATH\" GLOBALDYN_PICTURE_SECONDS=0.5 '" + GLOBALDYN_COMMAND +
      "' evaluate " + star_ + " --samples 2 --out " + (folder_ / "out").string());
  EXPECT_EQ(o.code, 1);
  EXPECT_NE(o.out.find("results: "), std::string::npos) << o.out;
  EXPECT_NE(o.err.find("gnuplot did not end within 0.5 s"), std::string::npos) << o.err;
  EXPECT_FALSE(has_orphans());
  EXPECT_TRUE(fs::exists(folder_ / "out" / "evaluation.json"));
}

// Both ways to end: by itself in time, and not.
TEST_F(Interrupts, EndStudiesThatGoOn) {
  std::string longer = kStudy;
  longer.replace(longer.find("budget: 100"), 11, "budget: 5000");
  study_ = write("study.yaml", longer);
  const std::string whole = (folder_ / "whole").string();
  const auto begin = Clock::now();
  ASSERT_EQ(run("optimize " + study_ + " --out " + whole).code, 0);
  const double took = seconds_since(begin);
  int count = 0;
  for (int i = 0; i < 12; ++i) {
    const std::vector<int> signals =
        i % 3 == 2 ? std::vector{SIGINT, SIGTERM} : std::vector{i % 3 == 0 ? SIGINT : SIGTERM};
    // Not before the program has started to watch: until then a signal ends it like any program.
    const double at = std::max(0.3, (0.1 + 0.05 * i) * took);
    const Ended ended =
        run_and_interrupt("optimize " + study_ + " --out " + out_ + " --resume", at, signals);
    EXPECT_TRUE(ended.code == 130 || ended.code == 0) << read(folder_ / "stderr");
    EXPECT_LT(ended.seconds, kLongest);
    if (ended.code == 0) break;
    ++count;
  }
  EXPECT_GE(count, 2);
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_ + " --resume").code, 0);
  EXPECT_EQ(designs(out_), designs(whole));
}

TEST_F(Interrupts, EndTolerancesOfAStudy) {
  ASSERT_EQ(run("optimize " + study_ + " --out " + out_).code, 0);
  const std::string with = write(
      "with.yaml", std::string(kStudy) + "tolerances: {samples: 5, parameters: {mass: 1 g}}\n");
  const fs::path csv = folder_ / "samples.csv";
  const Ended ended = run_and_interrupt(
      "study tolerances " + out_ + " 1 --samples 100000 --study " + with + " --out " + csv.string(),
      0.5, {SIGINT});
  EXPECT_EQ(ended.code, 130) << read(folder_ / "stderr");
  EXPECT_LT(ended.seconds, kLongest);
  EXPECT_FALSE(fs::exists(csv));
  EXPECT_EQ(list_parts(), "");
}

// Shells make background processes ignore Ctrl-C; a signal must still work.
TEST_F(Interrupts, EndWhatWasBegunDeafToThem) {
  const CommandOutcome o = run_line("trap '' INT TERM; '" + std::string(GLOBALDYN_COMMAND) + "' " +
                                    plan_for_hours() + " & sleep 0.5; kill -INT $!; wait $!");
  EXPECT_EQ(o.code, 130) << o.err;
}

}  // namespace
}  // namespace globaldyn::inside
