// Robot files in and out by the command, manual pages and what completes it.
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

class ExchangeCommand : public Command {};

// The kind of file follows from its name, and what comes back is planned.
TEST_F(ExchangeCommand, ARobotOutAndIn) {
  const std::string machine = GLOBALDYN_SOURCE_DIR "/machines/arm_2r/arm_2r.yaml";
  for (const char* name : {"arm.urdf", "arm.sdf", "arm.xml"}) {
    const std::string file = (folder_ / name).string(), back = file + ".yaml";
    const CommandOutcome out = run("export " + machine + " --out " + file);
    ASSERT_EQ(out.code, 0) << out.err;
    EXPECT_NE(out.out.find("robot file: " + file), std::string::npos) << out.out;
    const CommandOutcome in = run("import " + file + " --out " + back);
    ASSERT_EQ(in.code, 0) << in.err;
    const CommandOutcome plan = run("plan " + back + " --path sweep --tolerance 1e-3");
    EXPECT_EQ(plan.code, 0) << plan.err;
    EXPECT_NE(plan.out.find("optimal"), std::string::npos) << name << plan.out;
  }
  // URDF hangs down along z: told, because the arm's gravity is along y.
  EXPECT_NE(
      run("export " + machine + " --format urdf").out.find("gravity of 0 -9.81 0 m/s^2: not told"),
      std::string::npos);
}

TEST_F(ExchangeCommand, MistakesAreTold) {
  const std::string star = GLOBALDYN_SOURCE_DIR "/machines/sliding_star/sliding_star.yaml";
  const CommandOutcome loops = run("export " + star + " --format urdf");
  EXPECT_EQ(loops.code, 2);
  EXPECT_NE(loops.err.find("loops; expected what URDF can say: SDFormat or MJCF can"),
            std::string::npos)
      << loops.err;
  EXPECT_EQ(run("export " + star).code, 2);
  EXPECT_NE(run("export " + star + " --format sdff").err.find("did you mean 'sdf'"),
            std::string::npos);
  EXPECT_EQ(run("manual plam").code, 2);
  EXPECT_NE(run("manual plam").err.find("did you mean 'plan'"), std::string::npos);
  EXPECT_EQ(run("completion tcsh").code, 2);
}

TEST_F(ExchangeCommand, ManualPagesHaveEveryOption) {
  const std::string page = run("manual plan").out;
  EXPECT_EQ(page.rfind(".TH GLOBALDYN\\-PLAN 1", 0), 0U) << page.substr(0, 80);
  for (const char* part :
       {".SH NAME", ".SH SYNOPSIS", "\\-\\-path", "\\-\\-tolerance", ".SH NOTES"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  ASSERT_EQ(run("manual --out " + (folder_ / "man").string()).code, 0);
  for (const char* name : {"globaldyn.1", "globaldyn-plan.1", "globaldyn-study-tolerances.1"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / "man" / name)) << name;
  }
}

// As bash calls it after two letters, and after two hyphens.
TEST_F(ExchangeCommand, BashCompletes) {
  const std::string script = write("globaldyn.bash", run("completion bash").out);
  const auto complete = [&](const std::string& words, int at) {
    const std::string shell = "source " + script + "; COMP_WORDS=(globaldyn " + words +
                              "); COMP_CWORD=" + std::to_string(at) +
                              "; _globaldyn; echo \"${COMPREPLY[@]}\"";
    const std::string file = write("try.bash", shell + "\n");
    const std::string out = (folder_ / "completed").string();
    EXPECT_EQ(std::system(("bash " + file + " > " + out).c_str()), 0);
    return read(out);
  };
  EXPECT_EQ(complete("pl", 1), "plan\n");
  EXPECT_EQ(complete("plan machine.yaml --tol", 3), "--tolerance\n");
  EXPECT_NE(complete("plan --tr", 2).find("--trade-off"), std::string::npos);
}

}  // namespace
}  // namespace globaldyn::inside
