// machine.schema.json says what the reader accepts: a JSON Schema library judges the files.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>
#include <vector>

#include "globaldyn/machine/machine.h"

namespace globaldyn::test {
namespace {

using nlohmann::json;

const std::string kMachines = std::string(GLOBALDYN_SOURCE_DIR) + "/machines";
const std::string kFolder = std::string(GLOBALDYN_SOURCE_DIR) + "/tests/description";
const std::string kEverything = kFolder + "/every_key.yaml";

std::string read(const std::string& file) {
  std::stringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

// A plain scalar as an editor takes it: number, true or false, or else text.
json to_json_scalar(const YAML::Node& node) {
  const std::string text = node.Scalar();
  if (node.Tag() == "!") return text;  // quoted
  if (text == "true" || text == "false") return text == "true";
  const json number = json::parse(text, nullptr, false);
  return number.is_number() ? number : json(text);
}

json to_json(const YAML::Node& node) {
  json result;
  if (node.IsMap()) {
    result = json::object();
    for (const auto& entry : node) result[entry.first.Scalar()] = to_json(entry.second);
  } else if (node.IsSequence()) {
    result = json::array();
    for (const auto& item : node) result.push_back(to_json(item));
  } else if (node.IsScalar()) {
    result = to_json_scalar(node);
  }
  return result;
}

// What is wrong with a machine file according to the schema; empty if nothing is.
class Validation {
 public:
  Validation() {
    const json text = json::parse(read(kMachines + "/machine.schema.json"));
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(text), schema_);
  }

  std::string operator()(const std::string& yaml) {
    const json document = to_json(YAML::Load(yaml));
    valijson::ValidationResults results;
    if (validator_.validate(schema_, valijson::adapters::NlohmannJsonAdapter(document), &results)) {
      return "";
    }
    valijson::ValidationResults::Error error;
    std::string text;
    while (results.popError(error)) {
      for (const std::string& part : error.context) text += part;
      text += ": " + error.description + "\n";
    }
    return text.empty() ? "invalid" : text;
  }

 private:
  valijson::Schema schema_;
  valijson::Validator validator_{valijson::Validator::kStrongTypes};
};

bool is_read(const std::string& yaml) {
  try {
    (void)parse_machine(yaml, "machine.yaml", kFolder);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

TEST(Schema, EveryMachineOfTheLibraryIsValid) {
  Validation validate;
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kMachines)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".yaml" || name.find("study") != std::string::npos) continue;
    EXPECT_EQ(validate(read(entry.path().string())), "") << entry.path();
    ++count;
  }
  EXPECT_GE(count, 7);
}

// A file with every key there is: the reader takes it, so the schema must.
TEST(Schema, EveryKeyIsKnownToBoth) {
  const std::string text = read(kEverything);
  ASSERT_FALSE(text.empty());
  EXPECT_NO_THROW((void)parse_machine(text, kEverything, kFolder));
  EXPECT_EQ(Validation()(text), "");
}

// Every key of every map misspelt, one at a time: neither takes it. Names that the file chooses
// itself are left alone.
TEST(Schema, AMisspeltKeyIsRefusedByBoth) {
  const std::string text = read(kEverything);
  ASSERT_TRUE(is_read(text));
  const std::vector<std::string> keys{"globaldyn",
                                      "parameters",
                                      "value",
                                      "min",
                                      "materials",
                                      "bodies",
                                      "frames",
                                      "at",
                                      "axis",
                                      "cardan",
                                      "in",
                                      "mass",
                                      "com",
                                      "inertia",
                                      "diag",
                                      "matrix",
                                      "plate",
                                      "rod",
                                      "about",
                                      "measured",
                                      "solids",
                                      "from",
                                      "diameter",
                                      "material",
                                      "wall",
                                      "size",
                                      "thickness",
                                      "density",
                                      "pose",
                                      "joints",
                                      "type",
                                      "a",
                                      "travel",
                                      "guess",
                                      "cone",
                                      "lead",
                                      "length",
                                      "drives",
                                      "joint",
                                      "limits",
                                      "gear",
                                      "ratio",
                                      "efficiency",
                                      "rotor_inertia",
                                      "viscous",
                                      "coulomb",
                                      "springs",
                                      "stiffness",
                                      "rest",
                                      "damping",
                                      "gravity",
                                      "loads",
                                      "tool_wrench",
                                      "force",
                                      "torque",
                                      "frame",
                                      "tool",
                                      "assembly",
                                      "restarts",
                                      "branch",
                                      "range",
                                      "positive",
                                      "negative",
                                      "paths",
                                      "position",
                                      "circle",
                                      "center",
                                      "radius",
                                      "normal",
                                      "first_axis",
                                      "axes",
                                      "rose",
                                      "r0",
                                      "k",
                                      "line",
                                      "polyline",
                                      "points",
                                      "knots",
                                      "blend",
                                      "spline",
                                      "closed",
                                      "p_max",
                                      "prescribe",
                                      "orientation",
                                      "phi",
                                      "rotation",
                                      "angle",
                                      "tangential",
                                      "offset",
                                      "up",
                                      "interpolate",
                                      "to",
                                      "x_axis",
                                      "max_speed",
                                      "speed_line",
                                      "stall",
                                      "no_load_speed",
                                      "reactions",
                                      "component"};
  Validation validate;
  for (const std::string& key : keys) {
    std::size_t at = std::string::npos;
    for (const char* before : {"{", ", ", "  ", "\n"}) {
      at = text.find(before + key + ":");
      if (at != std::string::npos) {
        at += std::string(before).size();
        break;
      }
    }
    ASSERT_NE(at, std::string::npos) << key << " is not in " << kEverything;
    std::string wrong = text;
    wrong.insert(at + key.size(), "_");
    EXPECT_FALSE(is_read(wrong)) << key;
    EXPECT_NE(validate(wrong), "") << key;
  }
}

struct Mistake {
  const char* good;
  const char* bad;
};

// Mistakes of form that an editor can show, and that the reader refuses as well.
TEST(Schema, MistakesOfFormAreRefusedByBoth) {
  const std::string text = read(kEverything);
  ASSERT_TRUE(is_read(text));
  Validation validate;
  for (const Mistake& mistake :
       std::vector<Mistake>{{"globaldyn: 1", "globaldyn: 2"},
                            {"type: prismatic", "type: sliding"},
                            {"size: [0.1, 0.2, 0.3]", "size: [0.1, 0.2]"},
                            {"com: [0.01, 0]", "com: [0.01]"},
                            {"gravity: [0, 0, -9.81]", "gravity: -9.81"},
                            {"frame: tool", "frame: body"},
                            {"closed: true", "closed: often"},
                            {"type: cable", "type: rope"},
                            {"diag: [1, 1, 1]", "diag: [1, 1]"},
                            {"limits: [none, 100 N]", "limits: [1, 2, 3]"},
                            {"lead: 5 mm", "length: 5 mm"},
                            {"about: origin", "about: tip"},
                            {"interpolation: polyline", "interpolation: linear"}}) {
    const std::size_t at = text.find(mistake.good);
    ASSERT_NE(at, std::string::npos) << mistake.good;
    std::string wrong = text;
    wrong.replace(at, std::string(mistake.good).size(), mistake.bad);
    EXPECT_FALSE(is_read(wrong)) << mistake.bad;
    EXPECT_NE(validate(wrong), "") << mistake.bad;
  }
}

}  // namespace
}  // namespace globaldyn::test
