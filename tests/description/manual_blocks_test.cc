// Every key of machine and study files stands in an example of its manual, and the examples are
// what the schemas accept. Whole files are read, too.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/schema_validation.h"

namespace globaldyn::inside::test {
namespace {

using Json = nlohmann::json;

struct Page {
  std::string manual, schema;
  std::vector<std::string> required;  // lines that a whole file cannot do without
};

const std::vector<Page>& list_pages() {
  static const std::vector<Page> kPages{
      {"docs/machine_file.md",
       "machines/machine.schema.json",
       {"globaldyn: 1", "name: example", "bodies: {part: {mass: 1 kg}}"}},
      {"docs/study_file.md",
       "machines/study.schema.json",
       {"globaldyn_study: 1", "name: example", "machine: example.yaml",
        "variables: {length: {from: 1 m, to: 2 m}}", "objectives: {time: {minimize: time}}"}}};
  return kPages;
}

std::string read_page(const std::string& file) {
  return read_text_file(std::string(GLOBALDYN_SOURCE_DIR) + "/" + file, kLargestFileBytes);
}

// The examples; one block has several if lines of --- part them.
std::vector<std::string> list_examples(const std::string& manual) {
  std::vector<std::string> examples;
  std::istringstream lines(read_page(manual));
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    const bool begins = line == "```yaml" || (is_inside && line == "---");
    if (begins) examples.emplace_back();
    if (line.rfind("```", 0) == 0) {
      is_inside = begins;
    } else if (is_inside && !begins) {
      examples.back() += line + "\n";
    }
  }
  return examples;
}

// A part of a file with what the rest of it needs.
std::string complete(std::string example, const std::vector<std::string>& required) {
  const YAML::Node given = YAML::Load(example);
  for (const std::string& line : required) {
    if (!given[line.substr(0, line.find(':'))]) example += line + "\n";
  }
  return example;
}

void list_schema_keys(const Json& schema, std::set<std::string>& keys) {
  if (schema.is_array()) {
    for (const Json& one : schema) list_schema_keys(one, keys);
  }
  if (!schema.is_object()) return;
  for (const auto& [name, part] : schema.items()) {
    if (name == "properties") {
      for (const auto& [key, value] : part.items()) keys.insert(key);
    }
    list_schema_keys(part, keys);
  }
}

void list_keys_of(const YAML::Node& node, std::set<std::string>& keys) {
  for (const auto& entry : node) {
    if (node.IsMap()) keys.insert(entry.first.Scalar());
    list_keys_of(node.IsMap() ? entry.second : entry, keys);
  }
}

TEST(ManualBlocks, AreValid) {
  for (const Page& page : list_pages()) {
    SchemaValidation validate(std::string(GLOBALDYN_SOURCE_DIR) + "/" + page.schema);
    const std::vector<std::string> examples = list_examples(page.manual);
    EXPECT_GT(examples.size(), 8u) << page.manual;
    for (const std::string& example : examples) {
      EXPECT_EQ(validate(complete(example, page.required)), "") << page.manual << ":\n" << example;
    }
  }
}

TEST(ManualBlocks, HaveEveryKeyOfTheSchemas) {
  for (const Page& page : list_pages()) {
    std::set<std::string> keys, used;
    list_schema_keys(Json::parse(read_page(page.schema)), keys);
    EXPECT_GT(keys.size(), 50u);
    for (const std::string& example : list_examples(page.manual)) {
      list_keys_of(YAML::Load(example), used);
    }
    for (const std::string& key : keys) {
      EXPECT_EQ(used.count(key), 1u) << page.manual << " has no example of `" << key << "`";
    }
  }
}

TEST(ManualBlocks, AreReadWhereTheyAreWhole) {
  int count = 0;
  for (const std::string& example : list_examples("docs/machine_file.md")) {
    if (example.rfind("globaldyn: 1\n", 0) != 0) continue;
    EXPECT_NO_THROW((void)parse_machine(example, "example.yaml", "/nonexistent")) << example;
    ++count;
  }
  EXPECT_GE(count, 1);
}

}  // namespace
}  // namespace globaldyn::inside::test
