// Robots of URDF files as machine files: a double pendulum by hand, what is fixed, mimicked and
// left out, and mistakes.
#include <globaldyn/error.h>
#include <globaldyn/evaluation.h>
#include <globaldyn/robot_files.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

namespace globaldyn {
namespace {

constexpr const char* kPendulum = R"(<?xml version="1.0"?>
<!-- Two rods that hang about y, the second's motor geared to a gripper that mimics it. -->
<robot name="double pendulum">
  <link name="world"/>
  <joint name="stand" type="fixed">
    <parent link="world"/><child link="base"/><origin xyz="0 0 1" rpy="0 0 0"/>
  </joint>
  <link name="base"><visual><geometry><box size="0.1 0.1 0.02"/></geometry></visual></link>
  <joint name="hip-joint" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0.1 0 0" rpy="0 0 0"/>
    <axis xyz="0 2 0"/><limit lower="-1" upper="2" effort="30" velocity="4"/>
    <dynamics damping="0.2" friction="0.1"/>
  </joint>
  <link name="upper">
    <inertial><origin xyz="0 0 -0.2" rpy="0 0 1.2"/><mass value="3"/>
      <inertia ixx="0.04" iyy="0.04" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 -0.2"/><geometry><cylinder radius="0.02" length="0.4"/></geometry></collision>
  </link>
  <joint name="knee" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.4" rpy="0.3 0 0"/><axis xyz="0 1 0"/>
    <limit effort="0" velocity="0"/>
  </joint>
  <link name="lower">
    <inertial><origin xyz="0 0.01 -0.1" rpy="0 0 0"/><mass value="1"/>
      <inertia ixx="0.004" iyy="0.005" izz="0.002" ixy="0" ixz="0.0001" iyz="0"/></inertial>
  </link>
  <joint name="flange" type="fixed">
    <parent link="lower"/><child link="tool0"/><origin xyz="0 0 -0.2" rpy="0 1.5707963267948966 0"/>
  </joint>
  <link name="tool0">
    <inertial><mass value="0.5"/><inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="package://hand.stl"/></geometry></visual>
  </link>
  <joint name="finger" type="prismatic">
    <parent link="tool0"/><child link="jaw"/><axis xyz="1 0 0"/><limit lower="0" upper="0.05" effort="5"/>
    <mimic joint="knee" multiplier="0.01" offset="0.02"/>
  </joint>
  <link name="jaw"><inertial><mass value="0.1"/>
    <inertia ixx="1e-5" iyy="1e-5" izz="2.1e-5" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <transmission name="t1"/>
</robot>
)";

using Eigen::Vector3d;

ImportedMachine read(const std::string& text) {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("urdf_" + std::to_string(std::hash<std::string>()(text)));
  std::filesystem::create_directory(folder);
  const std::string file = (folder / "robot.urdf").string();
  std::ofstream(file) << text;
  return import_robot(file);
}

std::string replace(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

std::string say(const std::string& text) {
  try {
    static_cast<void>(read(text));
    return "nothing";
  } catch (const InputError& error) {
    // Without its place in the file, which robot_text_test.cc is about.
    return "robot.urdf" +
           (": " + std::string(error.what()).substr(to_string(error.place()).size() + 2));
  }
}

TEST(Urdf, PendulumIsReadAsItIs) {
  const ImportedMachine made = read(kPendulum);
  const Machine machine = parse_machine(made.text, "robot.yaml", ".");
  EXPECT_EQ(machine.name(), "double_pendulum");
  ASSERT_EQ(machine.joints().size(), 3U);
  ASSERT_EQ(machine.drives().size(), 2U);
  const Drive& hip = machine.drives()[0];
  EXPECT_EQ(hip.name, "M_hip_joint");
  EXPECT_EQ(machine.drive_limits()[0].force, (Interval{-30.0, 30.0}));
  EXPECT_EQ(machine.drive_limits()[0].speed, 4.0);
  EXPECT_EQ(hip.viscous, 0.2);
  EXPECT_EQ(hip.coulomb, 0.1);
  EXPECT_TRUE(std::isinf(machine.drive_limits()[1].force.high));
  const std::vector<std::string> told{"effort of knee",
                                      "the tool is 'tool0'",
                                      "meshes of tool0",
                                      "<transmission>",
                                      "joint 'hip-joint' is hip_joint",
                                      "body jaw: its largest principal moment"};
  for (const std::string& one : told) {
    EXPECT_NE(made.text.find(one), std::string::npos) << one << "\n" << made.text;
  }
  EXPECT_EQ(made.text.find("travel of"), std::string::npos);
}

// Torques at rest by hand: every mass about both axes; the jaw sits where the mimicked knee puts
// it.
TEST(Urdf, WeightsAreByHand) {
  std::string text = read(kPendulum).text;
  text = text.substr(0, text.find("paths:")) +
         "paths: {rest: {joints: {hip_joint: 0.3 + 0*p, knee: 0.5 + 0*p}, p_max: 1}}\n";
  const Machine machine = parse_machine(text, "robot.yaml", ".");
  const Evaluation evaluation = evaluate(machine, {.at = {0.0}});
  const Sample& sample = evaluation.paths()[0].samples[0];
  ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason;
  constexpr double g = 9.81;
  const auto turn = [](double angle, const Vector3d& r) {
    return Vector3d(Eigen::AngleAxisd(angle, Vector3d::UnitY()) * r);
  };
  const Eigen::Matrix3d tilt = Eigen::AngleAxisd(0.3, Vector3d::UnitX()).toRotationMatrix();
  const Eigen::Matrix3d flange =
      Eigen::AngleAxisd(0.5 * std::numbers::pi, Vector3d::UnitY()).toRotationMatrix();
  const double jaw = 0.02 + 0.01 * 0.5;
  // From the knee, in its axes turned by the knee.
  const auto beyond = [&](const Vector3d& r) { return Vector3d(tilt * turn(0.5, r)); };
  const std::vector<std::pair<double, Vector3d>> lower{
      {1.0, {0.0, 0.01, -0.1}},
      {0.5, {0.0, 0.0, -0.2}},
      {0.1, Vector3d(0.0, 0.0, -0.2) + flange * Vector3d(jaw, 0.0, 0.0)}};
  double hip = 3.0 * g * -turn(0.3, {0.0, 0.0, -0.2}).x(), knee = 0.0;
  const Vector3d axis = turn(0.3, tilt * Vector3d::UnitY());
  for (const auto& [mass, place] : lower) {
    const Vector3d from_knee = turn(0.3, beyond(place));
    const Vector3d from_hip = turn(0.3, {0.0, 0.0, -0.4}) + from_knee;
    const Vector3d weight(0.0, 0.0, -mass * g);
    hip -= from_hip.cross(weight).y();
    knee -= from_knee.cross(weight).dot(axis);
  }
  // The hip's 3 kg by the same rule; and the jaw's weight along its slide, by the mimicked ratio.
  hip = hip - 3.0 * g * -turn(0.3, {0.0, 0.0, -0.2}).x() -
        turn(0.3, {0.0, 0.0, -0.2}).cross(Vector3d(0.0, 0.0, -3.0 * g)).y();
  const Vector3d slide = turn(0.3, beyond(flange * Vector3d::UnitX()));
  knee -= 0.01 * slide.dot(Vector3d(0.0, 0.0, -0.1 * g));
  EXPECT_NEAR(sample.C[0], hip, 1e-9);
  EXPECT_NEAR(sample.C[1], knee, 1e-9);
}

TEST(Urdf, MistakesAreTold) {
  const std::string pendulum = kPendulum;
  EXPECT_NE(say("<robot").find("robot.urdf: no XML"), std::string::npos) << say("<robot");
  EXPECT_EQ(say("<machine/>"),
            "robot.urdf: no <robot>, <sdf> or <mujoco>; expected a robot: URDF, SDFormat or MJCF");
  EXPECT_EQ(say(replace(pendulum, "type=\"continuous\"", "type=\"floating\"")),
            "robot.urdf: joint 'knee': type 'floating'; expected fixed, revolute, continuous or "
            "prismatic: a robot that stands on the ground");
  EXPECT_EQ(say(replace(pendulum, "<mass value=\"3\"/>", "<mass value=\"3 kg\"/>")),
            "robot.urdf: link 'upper', inertial, mass: value is '3 kg'; expected a number");
  EXPECT_EQ(
      say(replace(pendulum, "<mass value=\"3\"/>", "<mass value=\"${m}\"/>")),
      "robot.urdf: link 'upper', inertial, mass: '${m}'; expected what xacro makes of it: run "
      "xacro first");
  EXPECT_EQ(say(replace(pendulum, "<child link=\"upper\"/>", "<child link=\"uper\"/>")),
            "robot.urdf: joint 'hip-joint': no link 'uper'; did you mean 'upper'?");
  EXPECT_EQ(say(replace(pendulum, "<axis xyz=\"0 2 0\"/>", "<axis xyz=\"0 0 0\"/>")),
            "robot.urdf: joint 'hip-joint', axis: an axis of length 0; expected a direction");
  EXPECT_EQ(say(replace(pendulum, "<parent link=\"base\"/>", "<parent link=\"lower\"/>")),
            "robot.urdf: link 'upper' hangs on itself; expected a tree");
  EXPECT_EQ(say(replace(pendulum, "<transmission name=\"t1\"/>", "<xacro:hand/>")),
            "robot.urdf: <xacro:hand>; expected what xacro makes of it: run xacro first");
  EXPECT_EQ(say(replace(pendulum, "<mass value=\"3\"/>", "<mass value=\"3 -\"/>")),
            "robot.urdf: link 'upper', inertial, mass: value is '3 -'; expected a number");
  EXPECT_EQ(say(replace(pendulum, "<link name=\"world\"/>", "<link name=\"\"/>")),
            "robot.urdf: link '': no name; expected name=\"…\"");
  EXPECT_EQ(
      say(replace(pendulum, "mimic joint=\"knee\"", "mimic joint=\"finger\"")),
      "robot.urdf: joint 'finger' mimics itself; expected one that moves on its own at the end");
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  EXPECT_EQ(say("<robot>" + deep), "robot.urdf: elements nested too deeply; expected a robot");
  // What stands is fixed there; a name that files cannot have is another one.
  const std::string locked =
      read(replace(replace(pendulum, "lower=\"-1\" upper=\"2\"", "lower=\"0.5\" upper=\"0.5\""),
                   "<link name=\"jaw\">", "<link name=\"jaw\">"))
          .text;
  EXPECT_NE(locked.find("joint 'hip-joint' stands at 0.5: its links are fixed"), std::string::npos);
  // A mimicked joint that is not there is left out, and told.
  const ImportedMachine alone =
      read(replace(pendulum, "mimic joint=\"knee\"", "mimic joint=\"k\""));
  EXPECT_NE(alone.text.find("joint 'finger' mimics 'k', which does not move"), std::string::npos);
  EXPECT_NE(alone.text.find("M_finger: {joint: finger, limits: 5 N}"), std::string::npos);
}

}  // namespace
}  // namespace globaldyn
