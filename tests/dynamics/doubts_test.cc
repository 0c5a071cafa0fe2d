// What `check` finds doubtful in files that can be read, and what it says of their loads. The
// oracle is what was written in the file.
#include <gtest/gtest.h>

#include "globaldyn/inspection/inspection.h"
#include "globaldyn/motion/plan_path.h"

namespace globaldyn::inside {
namespace {

// A gantry of three slides; `drives` are those of the file.
std::string make_gantry(const std::string& head, const std::string& drives) {
  return "globaldyn: 1\nname: gantry\n" + head +
         "bodies:\n  beam: {mass: 38 kg, inertia: {diag: [1, 1, 1]}}\n  cart: {mass: 11 kg}\n"
         "  ram: {mass: 6 kg}\njoints:\n"
         "  Y: {type: prismatic, a: {body: ground, axis: y}, b: {body: beam, axis: y}, travel: 1}\n"
         "  X: {type: prismatic, a: {body: beam, axis: x}, b: {body: cart, axis: x}, travel: "
         "0.55}\n"
         "  Z: {type: prismatic, a: {body: cart, axis: z}, b: {body: ram, axis: z}, travel: 0.45}\n"
         "drives:\n" +
         drives + "tool: {body: ram, at: [0, 0, -0.3]}\n";
}

const std::string kEarth = "gravity: [0, 0, -9.81]\n";
const std::string kDrives =
    "  MY: {joint: Y, limits: 900 N}\n  MX: {joint: X, limits: 900 N}\n"
    "  MZ: {joint: Z, limits: 900 N}\n";
const std::string kPath =
    "paths: {go: {position: {line: {from: [0, 0, -0.4], to: [0.2, 0, -0.3]}}}}\n";

std::string join(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + "\n";
  return all;
}

Inspection inspect_text(const std::string& text) {
  return inspect(parse_machine(text, "file.yaml", "."), "", 5);
}

TEST(Doubts, OfAPlainMachineThereAreNone) {
  const Inspection seen = inspect_text(make_gantry(kEarth, kDrives) + kPath);
  EXPECT_EQ(join(seen.remarks), "");
  EXPECT_EQ(seen.gravity, Vector3d(0.0, 0.0, -9.81));
  EXPECT_DOUBLE_EQ(seen.total_mass, 55.0);
  EXPECT_DOUBLE_EQ(seen.payload_mass, 0.0);
  EXPECT_TRUE(seen.undriven.empty());
}

TEST(Doubts, GravityThatNobodyHasMentioned) {
  const std::string silent = join(inspect_text(make_gantry("", kDrives) + kPath).remarks);
  EXPECT_NE(silent.find("nothing of gravity, though bodies move along z"), std::string::npos);
  const std::string none = "gravity: [0, 0, 0]\n";
  EXPECT_EQ(join(inspect_text(make_gantry(none, kDrives) + kPath).remarks), "");
}

TEST(Doubts, ForcesOfAThousandWeightsAndLoadsOfAHundredRotors) {
  const std::string strong =
      "  MY: {joint: Y, limits: 900 kN}\n  MX: {joint: X, limits: 900 N, rotor_inertia: 1 g}\n"
      "  MZ: {joint: Z, limits: 900 N, rotor_inertia: 1 kg}\n";
  const Inspection seen = inspect_text(make_gantry(kEarth, strong) + kPath);
  const std::string told = join(seen.remarks);
  // 900 kN over 56.001 kg of bodies and rotors.
  EXPECT_NE(told.find("drive MY of 900000 N is 1.6e+03 times"), std::string::npos) << told;
  // 17 kg over 1 g.
  EXPECT_NE(told.find("drive MX moves 1.7e+04 times"), std::string::npos) << told;
  EXPECT_EQ(told.find("MZ"), std::string::npos) << told;
}

TEST(Doubts, LoadsAndPayloadsAreListed) {
  const std::string loads = "loads: {payload: {mass: 4 kg}, tool_wrench: {force: [0, 0, -5 N]}}\n";
  const Inspection seen = inspect_text(make_gantry(kEarth, kDrives) + loads + kPath);
  EXPECT_DOUBLE_EQ(seen.total_mass, 59.0);
  EXPECT_DOUBLE_EQ(seen.payload_mass, 4.0);
  ASSERT_EQ(seen.loads.size(), 1u);
  EXPECT_EQ(seen.loads[0].what, "force [0, 0, -5 N], in global axes");
}

// Not a dead point, nor a matter of memory: a drive is missing.
TEST(Doubts, JointsThatNoDriveMovesAreNamed) {
  const std::string two = "  MY: {joint: Y, limits: 900 N}\n  MX: {joint: X, limits: 900 N}\n";
  const std::string text = make_gantry(kEarth, two) + kPath;
  EXPECT_EQ(inspect_text(text).undriven, std::vector<std::string>{"Z"});
  const Machine machine = parse_machine(text, "file.yaml", ".");
  const PathPlan plan = plan_path(machine, machine.paths[0]);
  EXPECT_FALSE(plan.has_motion());
  EXPECT_NE(plan.reason.find("no drive moves Z:"), std::string::npos) << plan.reason;
}

// Places in mm that were written as m.
TEST(Doubts, PlacesFarBeyondTheMachineAreToldAsSuch) {
  const std::string text =
      make_gantry(kEarth, kDrives) +
      "paths: {out: {position: {line: {from: [-400, -200, -450], to: [400, 300, -250]}}}}\n";
  EXPECT_EQ(inspect_text(text).mobility.n_dof, 3);
  const Machine machine = parse_machine(text, "file.yaml", ".");
  try {
    const PathPlan plan = plan_path(machine, machine.paths[0]);
    EXPECT_EQ(plan.failure.status, SampleStatus::out_of_travel) << plan.reason;
  } catch (const InputError& error) {
    const std::string told = error.what();
    EXPECT_NE(told.find("X = -400 m, beyond -0.55 m"), std::string::npos) << told;
    EXPECT_NE(told.find("mm"), std::string::npos) << told;
  }
}

}  // namespace
}  // namespace globaldyn::inside
