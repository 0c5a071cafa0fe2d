// docs/cli.md says what every option of every command is for.
#include <gtest/gtest.h>

#include <regex>

#include "tests/app/command.h"

namespace globaldyn {
namespace {

// Those that stand at the beginning of a line of a help page.
std::vector<std::string> list_options(const std::string& help) {
  static const std::regex option(R"((?:^|\n)  (?:-[a-z],)?(--[a-z-]+))");
  std::vector<std::string> names;
  for (std::sregex_iterator at(help.begin(), help.end(), option), end; at != end; ++at) {
    names.push_back((*at)[1]);
  }
  return names;
}

// The manual without the tables of options of other commands.
std::string read_manual_of(const std::string& command) {
  std::istringstream manual(read(std::string(GLOBALDYN_SOURCE_DIR) + "/docs/cli.md"));
  std::string text;
  bool is_of_another = false;
  for (std::string line; std::getline(manual, line);) {
    if (line.rfind("| option of `", 0) == 0) {
      is_of_another = line.find('`' + command + '`') == std::string::npos;
    } else if (line.empty() || line[0] != '|') {
      is_of_another = false;
    }
    if (!is_of_another) text += line + "\n";
  }
  return text;
}

TEST_F(Command, EveryOptionIsDocumented) {
  std::size_t count = 0;
  for (const std::string command :
       {"", "check", "evaluate", "map", "plan", "optimize", "study list", "study show",
        "study best", "study compare", "study tolerances", "study export", "design", "generate",
        "simulate", "report", "explore"}) {
    const std::string text = read_manual_of(command);
    ASSERT_GT(text.size(), 1000u);
    const CommandOutcome help = run(command + " --help");
    EXPECT_EQ(help.code, 0) << command;
    for (const std::string& name : list_options(help.out)) {
      // Not as the beginning of a longer name.
      EXPECT_TRUE(std::regex_search(text, std::regex(name + "(?![a-z-])")))
          << command << " " << name;
      ++count;
    }
  }
  EXPECT_GT(count, 50u);
}

}  // namespace
}  // namespace globaldyn
