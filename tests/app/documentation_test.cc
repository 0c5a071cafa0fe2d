// docs/cli.md says what every option of every command is for, the manuals of files what every key
// is.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "core/expression/expression.h"
#include "tests/app/command.h"

namespace globaldyn::inside {
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

using Json = nlohmann::json;

// All keys of maps in a schema, wherever they stand.
void list_keys(const Json& schema, std::set<std::string>& keys) {
  if (schema.is_array()) {
    for (const Json& one : schema) list_keys(one, keys);
  }
  if (!schema.is_object()) return;
  for (const auto& [name, part] : schema.items()) {
    if (name == "properties" && part.is_object()) {
      for (const auto& [key, value] : part.items()) keys.insert(key);
    }
    list_keys(part, keys);
  }
}

// What stands in `code` or in blocks of it.
std::set<std::string> list_words_of_code(const std::string& manual) {
  static const std::regex code("```[^`]*```|`[^`]+`"), word("[A-Za-z_][A-Za-z_0-9]*");
  std::set<std::string> words;
  for (std::sregex_iterator at(manual.begin(), manual.end(), code), end; at != end; ++at) {
    const std::string text = at->str();
    for (std::sregex_iterator one(text.begin(), text.end(), word); one != end; ++one) {
      words.insert(one->str());
    }
  }
  return words;
}

TEST(Manual, HasEveryKeyOfTheSchemas) {
  const std::string source = std::string(GLOBALDYN_SOURCE_DIR) + "/";
  for (const auto& [schema, manual] : std::vector<std::pair<std::string, std::string>>{
           {"machines/machine.schema.json", "docs/machine_file.md"},
           {"machines/study.schema.json", "docs/study_file.md"}}) {
    std::set<std::string> keys;
    list_keys(Json::parse(read(source + schema)), keys);
    EXPECT_GT(keys.size(), 50u);
    const std::set<std::string> words = list_words_of_code(read(source + manual));
    for (const std::string& key : keys) {
      EXPECT_EQ(words.count(key), 1u) << manual << " does not have `" << key << "`";
    }
  }
}

// Names that mean something else in formulas are told, with all units.
TEST(Manual, HasEveryReservedName) {
  const std::string manual = read(std::string(GLOBALDYN_SOURCE_DIR) + "/docs/machine_file.md");
  const std::size_t begin = manual.find("## Numbers");
  const std::string section = manual.substr(begin, manual.find("\n## ", begin + 1) - begin);
  std::set<std::string> words;
  static const std::regex word("[A-Za-z_][A-Za-z_0-9]*");
  for (std::sregex_iterator at(section.begin(), section.end(), word), end; at != end; ++at) {
    words.insert(at->str());
  }
  std::vector<std::string> names = list_reserved_names();
  for (const std::string& unit : list_unit_names()) names.push_back(unit);
  for (const std::string& name : names) EXPECT_EQ(words.count(name), 1u) << name;
}

}  // namespace
}  // namespace globaldyn::inside
