// Lists of the program are whole in the schema of machine files and in the manual.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/base/fallbacks.h"
#include "core/description/document.h"
#include "core/formulations/registry/formulations.h"
#include "core/joints/joint_type.h"
#include "globaldyn/criteria/registry/registry.h"
#include "globaldyn/limits/read_drive_limits.h"

namespace globaldyn::inside::test {
namespace {

using Json = nlohmann::json;
using Names = std::set<std::string>;

std::string read_source(const std::string& file) {
  return read_text_file(std::string(GLOBALDYN_SOURCE_DIR) + "/" + file, kLargestFileBytes);
}

Json read_definitions() {
  return Json::parse(read_source("machines/machine.schema.json")).at("definitions");
}

TEST(Lists, TheSchemaHasEveryKindOfJoint) {
  Names names;
  for (const JointType* type : list_joint_types()) names.insert(type->key);
  EXPECT_EQ(read_definitions()["joint"]["properties"]["type"]["enum"].get<Names>(), names);
}

TEST(Lists, TheSchemaHasEveryCriterionOfPoses) {
  Names names;
  for (const Criterion& criterion : list_criteria()) {
    if (criterion.of_pose() != nullptr) names.insert(criterion.name);
  }
  EXPECT_EQ(read_definitions()["pose_criterion"]["enum"].get<Names>(), names);
}

TEST(Lists, TheSchemaHasEveryLimitOfDrives) {
  const Json known = read_definitions()["drive"]["properties"];
  for (const std::string& key : list_drive_limit_keys()) EXPECT_TRUE(known.contains(key)) << key;
}

TEST(Lists, TheManualHasEveryFormulation) {
  const std::string manual = read_source("docs/cli.md"), equations = read_source("docs/math.md");
  const std::size_t begin = manual.find("`--formulation cardan");
  ASSERT_NE(begin, std::string::npos);
  const std::string listed = manual.substr(begin, manual.find('`', begin + 1) - begin);
  for (const Formulation& one : list_formulations()) {
    EXPECT_NE(listed.find(" " + one.key), std::string::npos) << one.key;
    EXPECT_NE(equations.find("`" + one.key + "`"), std::string::npos) << one.key;
  }
}

TEST(Lists, TheManualHasEveryFallback) {
  const std::string manual = read_source("docs/files.md");
  for (std::size_t i = 0; i < kFallbacks; ++i) {
    const std::string name = to_string(static_cast<Fallback>(i));
    EXPECT_NE(manual.find("`" + name + "`"), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
