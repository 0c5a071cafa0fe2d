// `globaldyn generate` as a user meets it.
#include <gtest/gtest.h>

#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

TEST_F(Command, GeneratesMachinesOfAnySize) {
  const std::string file = (folder_ / "machine.yaml").string();
  struct Expected {
    const char* arguments;
    int bodies;
    int n_dof;
  };
  // Bodies and degrees of freedom: N - 1 and N - 3 of rods, 2 N + 1 and one of windows.
  for (const auto& [arguments, bodies, n_dof] :
       {Expected{"rods --count 15", 14, 12}, Expected{"rods --count 4", 3, 1},
        Expected{"four_bars --count 5", 11, 1}}) {
    SCOPED_TRACE(arguments);
    const CommandOutcome o = run(std::string("generate ") + arguments + " --out '" + file + "'");
    ASSERT_EQ(o.code, 0) << o.err;
    EXPECT_EQ(o.out, "");
    const CommandOutcome check = run("check '" + file + "'");
    ASSERT_EQ(check.code, 0) << check.err;
    expect_texts(check.out, {std::to_string(bodies) + " bodies",
                             "degrees of freedom: " + std::to_string(n_dof) + "\n"});
    EXPECT_EQ(run(std::string("generate ") + arguments).out, read(file));
  }
  // Windows can be evaluated, too.
  EXPECT_EQ(run("evaluate '" + file + "' --samples 5").code, 0);
}

TEST_F(Command, GenerateRefusesWhatIsNoMachine) {
  struct Refused {
    const char* arguments;
    const char* message;
  };
  for (const auto& [arguments, message] :
       {Refused{"rod --count 15", "no family 'rod'"}, Refused{"rods --count 3", "expected 4 to"},
        Refused{"rods --count 100000", "expected 4 to"}, Refused{"rods", "--count is required"}}) {
    SCOPED_TRACE(arguments);
    const CommandOutcome o = run(std::string("generate ") + arguments);
    EXPECT_EQ(o.code, 2);
    expect_texts(o.err, {message});
  }
}

}  // namespace
}  // namespace globaldyn::inside
