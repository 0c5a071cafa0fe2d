// Templates as their users find them: each is a machine whose paths or cycles are planned.
#include <gtest/gtest.h>

#include <cctype>
#include <map>
#include <sstream>

#include "globaldyn/generation/templates.h"
#include "globaldyn/machine/machine.h"
#include "tests/app/command.h"

namespace globaldyn::inside {
namespace {

class NewCommand : public Command {};

TEST_F(NewCommand, EveryTemplateIsAMachine) {
  for (const MachineTemplate& one : list_templates()) {
    const std::string file = (folder_ / (one.key + ".yaml")).string();
    const CommandOutcome made = run("new " + one.key + " --name mine --out " + file);
    ASSERT_EQ(made.code, 0) << made.err;
    const Machine machine = load_machine(file);
    EXPECT_EQ(machine.mechanism.name, "mine");
    ASSERT_FALSE(machine.paths.empty()) << one.key;
    const std::string what = machine.cycles.empty() ? "--path " + machine.paths.front().name
                                                    : "--cycle " + machine.cycles.front().name;
    const CommandOutcome planned = run("plan " + file + " " + what + " --tolerance 1e-3");
    EXPECT_EQ(planned.code, 0) << one.key << planned.err;
    // The press goes as its motor makes it.
    const char* status = one.key == "press" ? "given" : "optimal";
    EXPECT_NE(planned.out.find(status), std::string::npos) << one.key << ":\n" << planned.out;
  }
}

// Whoever edits one is told what to change first, and something about every part.
TEST_F(NewCommand, EveryTemplateExplainsItself) {
  for (const MachineTemplate& one : list_templates()) {
    EXPECT_NE(one.text.find("# Change first: "), std::string::npos) << one.key;
    std::istringstream lines(one.text);
    std::string part;
    bool is_above = false;  // a comment between the part before and the next one's name
    std::map<std::string, bool> is_explained;
    for (std::string line; std::getline(lines, line);) {
      const bool has_comment = line.find("# ") != std::string::npos;
      if (!line.empty() && std::isalpha(line[0]) != 0) {
        part = line.substr(0, line.find(':'));
        is_explained[part] = is_above;
      }
      is_above = has_comment && line[0] == '#';
      if (has_comment && !is_above) is_explained[part] = true;
    }
    for (const char* key : {"parameters", "bodies", "joints", "drives", "paths"}) {
      ASSERT_EQ(is_explained.count(key), 1u) << one.key << " " << key;
      EXPECT_TRUE(is_explained[key]) << one.key << " does not explain its " << key;
    }
  }
}

TEST_F(NewCommand, NothingIsLost) {
  const std::string file = write("mine.yaml", "my work\n");
  const CommandOutcome made = run("new arm --out " + file);
  EXPECT_EQ(made.code, 2);
  EXPECT_NE(made.err.find("is there already; expected a new file"), std::string::npos) << made.err;
  EXPECT_EQ(read(file), "my work\n");
  EXPECT_EQ(run("new arms").code, 2);
  EXPECT_NE(run("new arms").err.find("did you mean 'arm'"), std::string::npos);
  EXPECT_NE(run("new arm --name 'my arm'").err.find("is no name"), std::string::npos);
}

// What people type first: the file without --out.
TEST_F(NewCommand, TheFileNeedsNoOption) {
  const std::string file = (folder_ / "mine.yaml").string();
  const CommandOutcome made = run("new arm " + file);
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(read(file), run("new arm").out);
  const std::string robot = (folder_ / "mine.urdf").string();
  const std::string back = (folder_ / "back.yaml").string();
  ASSERT_EQ(run("export " + file + " --out " + robot).code, 0);
  ASSERT_EQ(run("import " + robot + " " + back).code, 0);
  EXPECT_EQ(read(back), run("import " + robot).out);
  EXPECT_EQ(run("new arm " + back + "2 --out " + back + "3").code, 2);
}

TEST_F(NewCommand, DoctorTellsWhatThereIs) {
  const CommandOutcome told = run("doctor");
  EXPECT_EQ(told.code, 0);
  for (const char* one : {"program", "globaldyn ", "page", "pictures", "temporary"}) {
    EXPECT_NE(told.out.find(one), std::string::npos) << told.out;
  }
  const CommandOutcome bare =
      run_line(std::string("PATH=/nowhere '") + GLOBALDYN_COMMAND + "' doctor");
  EXPECT_NE(bare.out.find("gnuplot-nox"), std::string::npos) << bare.out;
  EXPECT_EQ(bare.code, 0);
}

}  // namespace
}  // namespace globaldyn::inside
