// machine.schema.json says what the reader accepts: a JSON Schema library judges the files.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/description/document.h"
#include "globaldyn/machine/machine.h"
#include "tests/support/schema_validation.h"

namespace globaldyn::inside::test {
namespace {

const std::string kMachines = std::string(GLOBALDYN_SOURCE_DIR) + "/machines";
const std::string kFolder = std::string(GLOBALDYN_SOURCE_DIR) + "/tests/description";
const std::string kEverything = kFolder + "/every_key.yaml";
const std::string kSchema = kMachines + "/machine.schema.json";

bool is_read(const std::string& yaml) {
  try {
    (void)parse_machine(yaml, "machine.yaml", kFolder);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

TEST(Schema, EveryMachineOfTheLibraryIsValid) {
  SchemaValidation validate(kSchema);
  int count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kMachines)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".yaml" || name.find("study") != std::string::npos) continue;
    EXPECT_EQ(validate(read_text_file(entry.path().string(), kLargestFileBytes)), "")
        << entry.path();
    ++count;
  }
  EXPECT_GE(count, 7);
}

// A file with every existing key: the reader accepts it, so the schema must.
TEST(Schema, EveryKeyIsKnownToBoth) {
  const std::string text = read_text_file(kEverything, kLargestFileBytes);
  ASSERT_FALSE(text.empty());
  EXPECT_NO_THROW((void)parse_machine(text, kEverything, kFolder));
  EXPECT_EQ(SchemaValidation(kSchema)(text), "");
}

// Every key of every map misspelt, one at a time: neither accepts it. Names that the file chooses
// itself are left alone.
TEST(Schema, AMisspeltKeyIsRefusedByBoth) {
  const std::string text = read_text_file(kEverything, kLargestFileBytes);
  ASSERT_TRUE(is_read(text));
  const std::vector<std::string> keys{"globaldyn",
                                      "units",
                                      "parameters",
                                      "value",
                                      "min",
                                      "materials",
                                      "pattern",
                                      "count",
                                      "angles",
                                      "along",
                                      "bodies",
                                      "frames",
                                      "at",
                                      "axis",
                                      "cardan",
                                      "rpy",
                                      "quaternion",
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
                                      "rated",
                                      "springs",
                                      "stiffness",
                                      "rest",
                                      "damping",
                                      "gravity",
                                      "loads",
                                      "tool_wrench",
                                      "payload",
                                      "load_cases",
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
                                      "component",
                                      "cycles",
                                      "period",
                                      "repeat",
                                      "steps",
                                      "load",
                                      "through",
                                      "dwell",
                                      "hold",
                                      "reverse",
                                      "pieces",
                                      "start",
                                      "then",
                                      "arc",
                                      "fit",
                                      "turn",
                                      "of",
                                      "shape",
                                      "law",
                                      "brake",
                                      "ramp",
                                      "speed",
                                      "enabled",
                                      "free",
                                      "speed_curve",
                                      "preload",
                                      "as",
                                      "transmitted",
                                      "lift",
                                      "over",
                                      "motors",
                                      "thermal_time",
                                      "loss_weight",
                                      "power",
                                      "rate",
                                      "max_jerk"};
  SchemaValidation validate(kSchema);
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
  const std::string text = read_text_file(kEverything, kLargestFileBytes);
  ASSERT_TRUE(is_read(text));
  SchemaValidation validate(kSchema);
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
                            {"interpolation: polyline", "interpolation: linear"},
                            {"turn: at corners", "turn: at stops"},
                            {"tangential: {up: y}", "tangential: {up: y, lift: {z: 1}}"},
                            {"as: quaternion", "as: quaternions"},
                            {"as: rotation_vector", "as: quaternion"}}) {
    const std::size_t at = text.find(mistake.good);
    ASSERT_NE(at, std::string::npos) << mistake.good;
    std::string wrong = text;
    wrong.replace(at, std::string(mistake.good).size(), mistake.bad);
    EXPECT_FALSE(is_read(wrong)) << mistake.bad;
    EXPECT_NE(validate(wrong), "") << mistake.bad;
  }
}

}  // namespace
}  // namespace globaldyn::inside::test
