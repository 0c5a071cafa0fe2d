// `mpirun -np N globaldyn optimize`: the same study on several processes.
#include <gtest/gtest.h>

#include "tests/app/studies.h"

namespace globaldyn::inside {
namespace {

class StudiesOnRanks : public Studies {
 protected:
  // A command line that runs `line` on `count` ranks. As root, because containers are.
  static std::string on_ranks(int count, const std::string& line) {
    return "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
           "OMPI_MCA_rmaps_base_oversubscribe=1 "
           "mpirun -np " +
           std::to_string(count) + " sh -c \"" + line + "\"";
  }

  std::string optimize(const std::string& out) const {
    return std::string("'") + GLOBALDYN_COMMAND + "' optimize " + study_ + " --out " + out;
  }
};

TEST_F(StudiesOnRanks, FindTheSameDesigns) {
  const std::string alone = (folder_ / "alone").string();
  ASSERT_EQ(run_line(optimize(alone)).code, 0);
  for (const int count : {2, 3}) {
    const std::string out = out_ + std::to_string(count);
    const CommandOutcome o = run_line(on_ranks(count, optimize(out)));
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_NE(o.out.find("100 designs"), std::string::npos) << o.out;
    EXPECT_EQ(designs(out), designs(alone));
  }
}

TEST_F(StudiesOnRanks, FindTheSameDesignsInASteadyState) {
  std::string steady = kStudy;
  steady.replace(steady.find("search: {"), 9, "search: {algorithm: steady_state, lag: 8, ");
  study_ = write("study.yaml", steady);
  const std::string alone = (folder_ / "alone").string();
  ASSERT_EQ(run_line(optimize(alone) + " --threads 1").code, 0);
  ASSERT_EQ(run_line(on_ranks(2, optimize(out_))).code, 0);
  EXPECT_EQ(designs(out_), designs(alone));
}

TEST_F(StudiesOnRanks, FindTheSameDesignsWithSeveralSeeds) {
  std::string several = kStudy;
  several.replace(several.find("seed: 3"), 7, "seed: 3, seeds: 3");
  study_ = write("study.yaml", several);
  const std::string alone = (folder_ / "alone").string();
  ASSERT_EQ(run_line(optimize(alone) + " --threads 1").code, 0);
  const CommandOutcome o = run_line(on_ranks(2, optimize(out_)));
  ASSERT_EQ(o.code, 0) << o.err;
  EXPECT_NE(o.out.find("300 designs"), std::string::npos) << o.out;
  EXPECT_EQ(designs(out_), designs(alone));
}

TEST_F(StudiesOnRanks, BadUseIsToldOnce) {
  const CommandOutcome o = run_line(on_ranks(2, optimize("/proc/no")));
  EXPECT_EQ(o.code, 2);
  const std::size_t first = o.err.find("/proc/no");
  ASSERT_NE(first, std::string::npos) << o.err;
  EXPECT_EQ(o.err.find("/proc/no", first + 20), std::string::npos) << o.err;
}

// A killed rank ends the job, which reports it; the study continues with what was stored.
TEST_F(StudiesOnRanks, ADeadRankEndsTheJobAndTheStudyGoesOn) {
  std::string longer = kStudy;
  longer.replace(longer.find("budget: 100"), 11, "budget: 20000");
  study_ = write("study.yaml", longer);
  const std::string pid = (folder_ / "pid").string();
  const CommandOutcome o = run_line(
      on_ranks(2, "echo \\$\\$ > " + pid + ".\\$OMPI_COMM_WORLD_RANK; exec " + optimize(out_)) +
      " & until [ -s " + out_ + "/study.sqlite ]; do sleep 0.02; done; sleep 1; " +
      "kill -KILL $(cat " + pid + ".1); wait $!");
  EXPECT_NE(o.code, 0);
  EXPECT_NE(o.err.find("rank 1"), std::string::npos) << o.err;
  const CommandOutcome list = run("study list " + folder_.string());
  EXPECT_NE(list.out.find("slide_study"), std::string::npos) << list.out;
  ASSERT_EQ(run_line(optimize(out_) + " --resume --budget 1000").code, 0);
  const std::string whole = (folder_ / "whole").string();
  ASSERT_EQ(run_line(optimize(whole) + " --budget 1000").code, 0);
  EXPECT_EQ(designs(out_, 1000), designs(whole, 1000));
}

// mpirun forwards signals and ends with its own exit code; the ranks end together.
TEST_F(StudiesOnRanks, AnInterruptEndsAllRanksAndTheStudyGoesOn) {
  std::string longer = kStudy;
  longer.replace(longer.find("budget: 100"), 11, "budget: 20000");
  study_ = write("study.yaml", longer);
  for (const char* signal : {"INT", "TERM"}) {
    const CommandOutcome o =
        run_line(on_ranks(2, "exec " + optimize(out_) + " --resume") + " & until [ -s " + out_ +
                 "/study.sqlite ]; do sleep 0.02; done; sleep 1; kill -" + std::string(signal) +
                 " $!; wait $!");
    EXPECT_NE(o.code, 0);
    EXPECT_NE(o.err.find("--resume goes on"), std::string::npos) << o.err;
  }
  const CommandOutcome show = run("study show " + out_);
  EXPECT_NE(show.out.find("interrupted"), std::string::npos) << show.out;
  ASSERT_EQ(run_line(optimize(out_) + " --resume --budget 1000").code, 0);
  const std::string whole = (folder_ / "whole").string();
  ASSERT_EQ(run_line(optimize(whole) + " --budget 1000").code, 0);
  EXPECT_EQ(designs(out_, 1000), designs(whole, 1000));
}

}  // namespace
}  // namespace globaldyn::inside
