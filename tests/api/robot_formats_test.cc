// One robot told in three languages is one machine; machines written in each come back as they
// were: a double pendulum, machines of the repository, random trees.
#include <fmt/format.h>
#include <globaldyn/error.h>
#include <globaldyn/evaluation.h>
#include <globaldyn/robot_files.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "api/dynamics/machine_impl.h"

namespace globaldyn {
namespace {

std::string write(const std::string& text, const std::string& name) {
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("formats_{}", std::hash<std::string>()(text + name));
  std::filesystem::create_directory(folder);
  const std::string file = (folder / name).string();
  std::ofstream(file) << text;
  return file;
}

std::string import_text(const std::string& text, const std::string& name) {
  return import_robot(write(text, name)).text;
}

std::string complain(const std::string& text, const std::string& name) {
  try {
    static_cast<void>(import_text(text, name));
    return "nothing";
  } catch (const InputError& error) {
    // Without its place in the file, which robot_text_test.cc is about.
    return name + ": " + std::string(error.what()).substr(to_string(error.place()).size() + 2);
  }
}

std::string swap_text(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

// The machine with another path, of joint coordinates.
Machine make_machine(const std::string& text, const std::string& joints) {
  const std::string head = text.substr(0, text.find("\npaths:"));
  return parse_machine(head + "\npaths: {way: {joints: {" + joints + "}, p_max: 1}}\n",
                       "robot.yaml", ".");
}

Sample find_sample(const Machine& machine) {
  const Evaluation evaluation = evaluate(machine, {.at = {0.0}});
  return evaluation.paths()[0].samples[0];
}

// Differences of the coefficients of drives, by their names in either.
void expect_equal(const Machine& a, const Machine& b,
                  const std::vector<std::pair<std::string, std::string>>& drives, double bound) {
  const Sample x = find_sample(a), y = find_sample(b);
  ASSERT_EQ(x.status, SampleStatus::ok) << x.reason;
  ASSERT_EQ(y.status, SampleStatus::ok) << y.reason;
  const auto find = [](const Machine& machine, const std::string& name) {
    for (std::size_t i = 0; i < machine.drives().size(); ++i) {
      if (machine.drives()[i].name == name) return static_cast<Eigen::Index>(i);
    }
    ADD_FAILURE() << "no drive " << name;
    return Eigen::Index{0};
  };
  for (const auto& [first, second] : drives) {
    const Eigen::Index i = find(a, first), j = find(b, second);
    for (const auto& [one, other] : {std::pair{&x.A, &y.A}, std::pair{&x.B, &y.B},
                                     std::pair{&x.C, &y.C}, std::pair{&x.D, &y.D}}) {
      const double scale = std::max(1.0, one->lpNorm<Eigen::Infinity>());
      EXPECT_NEAR((*one)[i], (*other)[j], bound * scale) << first;
    }
  }
}

constexpr const char* kUrdf = R"(<robot name="two">
  <link name="base"/>
  <joint name="hip" type="revolute">
    <parent link="base"/><child link="upper"/><origin xyz="0.1 0 1" rpy="0 0 0.3"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="30" velocity="4"/>
    <dynamics damping="0.2" friction="0.1"/>
  </joint>
  <link name="upper"><inertial><origin xyz="0 0 -0.2" rpy="0.1 0.2 0.3"/><mass value="3"/>
    <inertia ixx="0.04" iyy="0.05" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="knee" type="continuous">
    <parent link="upper"/><child link="lower"/><origin xyz="0 0 -0.4" rpy="0.3 0.2 0.1"/>
    <axis xyz="0 0.6 0.8"/><limit effort="12" velocity="0"/>
  </joint>
  <link name="lower"><inertial><origin xyz="0 0.01 -0.1"/><mass value="1"/>
    <inertia ixx="0.004" iyy="0.005" izz="0.002" ixy="0.0002" ixz="0.0001" iyz="0"/></inertial></link>
  <joint name="slide" type="prismatic">
    <parent link="lower"/><child link="tip"/><origin xyz="0 0 -0.2"/><axis xyz="0 0 -1"/>
    <limit lower="0" upper="0.1" effort="50" velocity="1"/><mimic joint="knee" multiplier="0.05" offset="0.02"/>
  </joint>
  <link name="tip"><inertial><mass value="0.5"/>
    <inertia ixx="0.001" iyy="0.001" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial></link>
</robot>)";

// The same with poses of the model, degrees, axes in another frame, a frame of its own.
constexpr const char* kSdf = R"(<?xml version="1.0"?>
<sdf version="1.10"><model name="two"><pose>0 0 1 0 0 0</pose>
  <link name="base"><inertial><mass>7</mass></inertial></link>
  <joint name="stand" type="fixed"><parent>world</parent><child>base</child></joint>
  <frame name="turned"><pose degrees="true">0 0 0 0 0 90</pose></frame>
  <link name="upper"><pose>0.1 0 0 0 0 0.3</pose>
    <inertial><pose>0 0 -0.2 0.1 0.2 0.3</pose><mass>3</mass>
      <inertia><ixx>0.04</ixx><iyy>0.05</iyy><izz>0.02</izz></inertia></inertial></link>
  <joint name="hip" type="revolute"><parent>base</parent><child>upper</child>
    <axis><xyz expressed_in="turned">0.955336489125606 0.29552020666134 0</xyz>
      <limit><lower>-1</lower><upper>2</upper><effort>30</effort><velocity>4</velocity></limit>
      <dynamics><damping>0.2</damping><friction>0.1</friction></dynamics></axis></joint>
  <link name="lower"><pose relative_to="upper">0 0 -0.4 0.3 0.2 0.1</pose>
    <inertial><pose>0 0.01 -0.1 0 0 0</pose><mass>1</mass><inertia><ixx>0.004</ixx><iyy>0.005</iyy>
      <izz>0.002</izz><ixy>0.0002</ixy><ixz>0.0001</ixz></inertia></inertial></link>
  <joint name="knee" type="continuous"><parent>upper</parent><child>lower</child>
    <axis><xyz>0 3 4</xyz><limit><effort>12</effort></limit></axis></joint>
  <link name="tip"><pose relative_to="lower" rotation_format="quat_xyzw">0 0 -0.2 0 0 0 1</pose>
    <inertial><mass>0.5</mass><inertia><ixx>0.001</ixx><iyy>0.001</iyy><izz>0.001</izz></inertia></inertial></link>
  <joint name="slide" type="prismatic"><parent>lower</parent><child>tip</child>
    <axis><xyz>0 0 -1</xyz><mimic joint="knee"><multiplier>0.05</multiplier><offset>0.025</offset>
      <reference>0.1</reference></mimic></axis></joint>
</model></sdf>)";

// The same with classes, degrees, a reference, a tendon that a motor pulls.
constexpr const char* kMjcf = R"(<mujoco model="two">
  <compiler eulerseq="XYZ" angle="degree"/>
  <option gravity="0 0 -9.81"/>
  <default><joint axis="0 1 0"/><default class="heavy"><joint damping="0.2" frictionloss="0.1"/></default></default>
  <worldbody>
    <body name="upper" pos="0.1 0 1" euler="0 0 17.188733853924695" childclass="heavy">
      <joint name="hip" range="-57.29577951308232 114.59155902616465" actuatorfrcrange="-30 30"/>
      <inertial pos="0 0 -0.2" euler="5.729577951308232 11.459155902616464 17.188733853924695"
        mass="3" diaginertia="0.04 0.05 0.02"/>
      <frame pos="0 0 -0.4"><body name="lower" euler="17.188733853924695 11.459155902616464 5.729577951308232" childclass="main">
        <joint name="knee" axis="0 3 4"/>
        <inertial pos="0 0.01 -0.1" mass="1" fullinertia="0.004 0.005 0.002 0.0002 0.0001 0"/>
        <body name="tip" pos="0 0 -0.2">
          <joint name="slide" type="slide" axis="0 0 -1"/>
          <inertial pos="0 0 0" mass="0.5" diaginertia="0.001 0.001 0.001"/>
        </body>
      </body></frame>
    </body>
  </worldbody>
  <tendon><fixed name="pull"><joint joint="knee" coef="2"/></fixed></tendon>
  <equality><joint joint1="slide" joint2="knee" polycoef="0.02 0.05 0 0 0"/></equality>
  <actuator>
    <motor name="M_hip" joint="hip" gear="3"/>
    <motor name="M_knee" tendon="pull" ctrlrange="-6 6" gear="1"/>
  </actuator>
</mujoco>)";

constexpr const char* kJoints = "hip: 0.3 + 0.7*p + 0.2*p^2, knee: 0.5 - 0.4*p + 0.6*p^2";

TEST(RobotFormats, OneRobotInThreeLanguages) {
  const Machine urdf = make_machine(import_text(kUrdf, "two.urdf"), kJoints);
  const Machine sdf = make_machine(import_text(kSdf, "two.sdf"), kJoints);
  const Machine mjcf = make_machine(import_text(kMjcf, "two.xml"), kJoints);
  const std::vector<std::pair<std::string, std::string>> drives{{"M_hip", "M_hip"},
                                                                {"M_knee", "M_knee"}};
  expect_equal(urdf, sdf, drives, 1e-12);
  expect_equal(urdf, mjcf, drives, 1e-12);
  for (const Machine* one : {&urdf, &sdf, &mjcf}) {
    EXPECT_NEAR(one->drive_limits()[0].force.high, 30.0, 1e-12);
    EXPECT_NEAR(one->drive_limits()[1].force.high, 12.0, 1e-12);
    EXPECT_NEAR(one->joints()[0].coordinates[0].travel.high, 2.0, 1e-12);
    EXPECT_EQ(one->drives()[0].viscous, 0.2);
    EXPECT_EQ(one->drives()[0].coulomb, 0.1);
  }
}

// A slide in the reference of its body: 10 N on a body of 2 kg that a spring pulls back.
TEST(RobotFormats, ReferencesAndSpringsOfMjcf) {
  const std::string text =
      R"(<mujoco><option gravity="0 0 0"/><worldbody><body name="b" pos="1 0 0">
      <joint name="x" type="slide" axis="1 0 0" ref="0.4" stiffness="10" springref="0.1"
        damping="3" armature="0.5"/>
      <geom type="box" size="0.1 0.1 0.1" density="250"/></body></worldbody>
    <actuator><motor name="f" joint="x" ctrlrange="-10 10"/></actuator></mujoco>)";
  const Machine machine = make_machine(import_text(text, "cart.xml"), "x: 0.6 + 0.7*p + 0.15*p^2");
  const Sample sample = find_sample(machine);
  ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason;
  EXPECT_NEAR(sample.A[0], 0.3 * 2.5, 1e-12);           // M d²x/dp²
  EXPECT_NEAR(sample.B[0], 0.7 * 3.0, 1e-12);           // damping
  EXPECT_NEAR(sample.C[0], 10.0 * (0.6 - 0.1), 1e-12);  // spring
  EXPECT_NEAR(sample.D[0], 0.7 * (2.0 + 0.5), 1e-12);   // mass and rotor
}

// A four-bar linkage of MJCF, closed by a ball: a parallelogram, whose coupler does not turn.
TEST(RobotFormats, LoopsOfMjcfClose) {
  const std::string text = R"(<mujoco><option gravity="0 0 -9.81"/>
    <default><geom type="capsule" size="0.01" mass="0"/></default>
    <worldbody>
      <body name="left"><joint name="a" axis="0 1 0"/><inertial pos="0 0 0.1" mass="1" diaginertia="0.01 0.01 0.001"/>
        <body name="coupler" pos="0 0 0.2"><joint name="b" axis="0 1 0"/>
          <inertial pos="0.15 0 0" mass="2" diaginertia="0.001 0.02 0.02"/></body></body>
      <body name="right" pos="0.3 0 0"><joint name="c" axis="0 1 0"/><inertial pos="0 0 0.1" mass="1" diaginertia="0.01 0.01 0.001"/></body>
    </worldbody>
    <equality><connect body1="coupler" body2="right" anchor="0.3 0 0"/></equality>
    <actuator><motor name="m" joint="a" ctrlrange="-20 20"/></actuator></mujoco>)";
  const std::string made = import_text(text, "bars.xml");
  const Machine machine = make_machine(made, "a: 0.4 + 1*p");
  const Sample sample = find_sample(machine);
  ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason;
  // Two cranks about their hinges, and a coupler that goes in a circle.
  EXPECT_NEAR(sample.D[0], 2.0 * (0.01 + 0.01) + 2.0 * 0.04, 1e-10);
  EXPECT_NEAR(sample.C[0], -9.81 * std::sin(0.4) * (0.1 + 0.1 + 2.0 * 0.2), 1e-9);
  EXPECT_EQ(machine.drives().size(), 1U);
  EXPECT_NE(made.find("      a: 0 + 0.1*p\n    p_max"), std::string::npos) << made;
}

TEST(RobotFormats, MistakesAreTold) {
  EXPECT_EQ(complain(swap_text(kSdf, "relative_to=\"upper\"", "relative_to=\"uper\""), "two.sdf"),
            "two.sdf: link 'lower': no frame 'uper'; did you mean 'upper'?");
  EXPECT_EQ(complain(swap_text(kSdf, "<parent>upper</parent>", "<parent>uper</parent>"), "two.sdf"),
            "two.sdf: joint 'knee': no link 'uper'; did you mean 'upper'?");
  EXPECT_EQ(complain(swap_text(kSdf, "type=\"prismatic\"", "type=\"gearbox\""), "two.sdf"),
            "two.sdf: joint 'slide': type 'gearbox'; expected fixed, revolute, continuous, "
            "prismatic, universal, ball or screw");
  EXPECT_EQ(complain(swap_text(kSdf, "<mass>3</mass>", "<mass>3 kg</mass>"), "two.sdf"),
            "two.sdf: link 'upper', inertial, mass: its text is '3 kg'; expected a number");
  EXPECT_EQ(complain(swap_text(kSdf, "<frame name=\"turned\"",
                               "<frame attached_to=\"turned\" name=\"turned\""),
                     "two.sdf"),
            "two.sdf: joint 'hip', axis: frame 'turned' is given by itself; expected another one");
  EXPECT_EQ(complain(swap_text(kMjcf, "childclass=\"heavy\"", "childclass=\"heavi\""), "two.xml"),
            "two.xml: body 'upper', joint: no class 'heavi'; did you mean 'heavy'?");
  EXPECT_EQ(complain(swap_text(kMjcf, "joint=\"hip\" gear", "joint=\"hop\" gear"), "two.xml"),
            "two.xml: actuator 'M_hip': no joint 'hop'; did you mean 'hip'?");
  EXPECT_EQ(complain(swap_text(kMjcf, "type=\"slide\"", "type=\"screw\""), "two.xml"),
            "two.xml: body 'tip', joint: type 'screw'; expected hinge, slide, ball or free");
  EXPECT_EQ(
      complain(swap_text(kMjcf, "<worldbody>", "<worldbody><replicate count=\"2\"/>"), "two.xml"),
      "two.xml: mujoco, worldbody, replicate: <replicate>; expected bodies: MuJoCo saves "
      "files that have them");
  EXPECT_EQ(complain("<html/>", "two.xml"),
            "two.xml: no <robot>, <sdf> or <mujoco>; expected a robot: URDF, SDFormat or MJCF");
}

// Files that mean the same.
struct Alike {
  const char* what;
  std::string first, second;
  std::string joints;  // the path
  const char* name{"alike.xml"};
};

std::string in_mujoco(const std::string& bodies, const std::string& rest = "",
                      const std::string& before = "") {
  return "<mujoco><compiler angle=\"radian\"/>" + before + "<worldbody>" + bodies + "</worldbody>" +
         rest + "</mujoco>";
}

const std::string kMass = R"(<inertial pos="0.1 0.02 0.03" mass="2" diaginertia="0.1 0.2 0.25"/>)";

std::string in_sdf(const std::string& model, const std::string& more = "",
                   const std::string& world = "") {
  return "<sdf version=\"1.10\"><world name=\"w\"><gravity>0 0 -9.81</gravity>" + world +
         "<model name=\"m\"" + more + ">" + model + "</model></world></sdf>";
}

std::string sdf_link(const std::string& name, const std::string& inside) {
  return "<link name=\"" + name + "\">" + inside +
         "<inertial><pose>0.1 0 0.2 0 0 0</pose><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.2</iyy>"
         "<izz>0.25</izz></inertia></inertial></link>";
}

std::vector<Alike> list_alike() {
  const auto motor = [](const std::string& joint) {
    return "<actuator><motor name=\"M_" + joint + "\" joint=\"" + joint + "\"/></actuator>";
  };
  const std::string two = R"(<body name="a"><joint name="x" type="slide" axis="0 0 1"/>)" + kMass +
                          R"(<body name="b"><joint name="y" type="slide" axis="0 0 1"/>)" + kMass +
                          "</body></body>";
  const std::string hinge = R"(<joint name="k" axis="0 1 0"/>)";
  const std::string box =
      R"(<geom type="box" size="0.1 0.2 0.3" pos="0.1 0 0" euler="0.3 0.2 0.1"/>)";
  const std::string hung = R"(<site name="s" pos="0 0 1"/><body name="a">)" + kMass;
  const std::string on_b =
      "<joint name=\"j\" type=\"revolute\"><parent>world</parent><child>b</child>"
      "<axis><xyz>0 1 0</xyz></axis></joint>";
  const std::string solid = "<geometry><box><size>0.1 0.2 0.3</size></box></geometry></collision>";
  return {
      {"a joint and an inertial in a frame",
       in_mujoco("<body name=\"a\"><frame pos=\"0.3 0 0\" euler=\"0 0.5 0\"><joint name=\"k\" "
                 "pos=\"0 0 0.1\" "
                 "axis=\"1 0 0\"/>" +
                     kMass + "</frame></body>",
                 motor("k")),
       in_mujoco(
           "<body name=\"o\" pos=\"0.3 0 0\" euler=\"0 0.5 0\"><body name=\"a\"><joint name=\"k\" "
           "pos=\"0 0 0.1\" axis=\"1 0 0\"/>" +
               kMass + "</body></body>",
           motor("k")),
       "k: 0.3 + 0.7*p"},
      {"an orientation goes before all of a class",
       in_mujoco("<body name=\"a\">" + hinge + box + "</body>", motor("k"),
                 "<default><geom quat=\"0.5 0.5 0.5 0.5\"/></default>"),
       in_mujoco("<body name=\"a\">" + hinge + box + "</body>", motor("k")), "k: 0.3 + 0.7*p"},
      {"coefficients that are not told",
       in_mujoco(two, R"(<equality><joint joint1="y" joint2="x" polycoef="0.1"/></equality>)" +
                          motor("x")),
       in_mujoco(two, R"(<equality><joint joint1="y" joint2="x" polycoef="0.1 1"/></equality>)" +
                          motor("x")),
       "x: 0.3 + 0.7*p"},
      {"an equality called like a joint",
       in_mujoco(two,
                 R"(<equality><joint name="x" joint1="y" joint2="x"/></equality>)" + motor("x")),
       in_mujoco(two, R"(<equality><joint joint1="y" joint2="x"/></equality>)" + motor("x")),
       "x: 0.3 + 0.7*p"},
      {"a joint that stands, and one that it follows",
       in_mujoco(
           two + R"(<body name="c"><joint name="z" type="slide"/>)" + kMass + "</body>",
           R"(<equality><joint joint1="y" polycoef="0.3"/><joint joint1="y" joint2="x" polycoef="0 2"/></equality>)" +
               motor("z")),
       in_mujoco(R"(<body name="c"><joint name="z" type="slide"/>)" + kMass + "</body>",
                 motor("z")),
       "z: 0.3 + 0.7*p"},
      {"a range of no width limits nothing",
       in_mujoco("<body name=\"a\"><joint name=\"x\" type=\"slide\" range=\"0.3 0.3\"/>" + kMass +
                     "</body>",
                 motor("x")),
       in_mujoco("<body name=\"a\"><joint name=\"x\" type=\"slide\"/>" + kMass + "</body>",
                 motor("x")),
       "x: 0.3 + 0.7*p"},
      {"sums of sums that share a joint",
       in_mujoco(two, R"(<tendon><fixed name="t"><joint joint="y" coef="1"/></fixed>
                         <fixed name="u"><joint joint="x" coef="1"/><joint joint="y" coef="0.5"/></fixed></tendon>
                         <equality><tendon tendon1="t" tendon2="u"/></equality>)" +
                          motor("x")),
       in_mujoco(two, R"(<equality><joint joint1="y" joint2="x" polycoef="0 2"/></equality>)" +
                          motor("x")),
       "x: 0.3 + 0.7*p"},
      {"a ball between what is one body",
       in_mujoco(
           "<body name=\"a\">" + hinge + kMass + "<body name=\"b\" pos=\"0.1 0 0\">" + kMass +
               "</body></body>",
           R"(<equality><connect body1="a" body2="b" anchor="0.1 0 0"/></equality>)" + motor("k")),
       in_mujoco("<body name=\"a\">" + hinge + kMass + "<body name=\"b\" pos=\"0.1 0 0\">" + kMass +
                     "</body></body>",
                 motor("k")),
       "k: 0.3 + 0.7*p"},
      {"two floating bodies that are welded to each other stand",
       in_mujoco("<body name=\"a\">" + hinge + kMass + "</body><body name=\"f\"><freejoint/>" +
                     kMass + "</body><body name=\"g\" pos=\"1 0 0\"><freejoint/>" + kMass +
                     "</body>",
                 R"(<equality><weld body1="f" body2="g"/></equality>)" + motor("k")),
       in_mujoco("<body name=\"a\">" + hinge + kMass + "</body>", motor("k")), "k: 0.3 + 0.7*p"},
      {"a length of a spring below 0",
       in_mujoco("<body name=\"a\"><joint name=\"x\" type=\"slide\" stiffness=\"40\" "
                 "springref=\"-0.2\"/>" +
                     kMass + "</body>",
                 motor("x")),
       in_mujoco(
           "<body name=\"a\"><joint name=\"x\" type=\"slide\"/>" + kMass + "</body>",
           R"(<tendon><fixed name="t" stiffness="10" springlength="-0.4"><joint joint="x" coef="2"/></fixed></tendon>)" +
               motor("x")),
       "x: 0.3 + 0.7*p"},
      {"springs that are switched off",
       in_mujoco(
           "<body name=\"a\"><joint name=\"x\" type=\"slide\" stiffness=\"40\" damping=\"3\"/>" +
               kMass + "</body>",
           motor("x"), "<option><flag spring=\"disable\" damper=\"disable\"/></option>"),
       in_mujoco("<body name=\"a\"><joint name=\"x\" type=\"slide\"/>" + kMass + "</body>",
                 motor("x")),
       "x: 0.3 + 0.7*p"},
      {"a straight spring is at rest where those of joints are",
       in_mujoco(
           hung +
               R"(<joint name="k" axis="0 1 0" ref="0.7"/><site name="t" pos="0.3 0 0"/></body>)",
           R"(<tendon><spatial name="T" stiffness="100"><site site="s"/><site site="t"/></spatial></tendon>)" +
               motor("k")),
       // At -0.7 from where it is shown: from (0, 0, 1) to 0.3 (cos 0.7, 0, sin 0.7).
       in_mujoco(
           hung +
               R"(<joint name="k" axis="0 1 0" ref="0.7"/><site name="t" pos="0.3 0 0"/></body>)",
           fmt::format("<tendon><spatial name=\"T\" stiffness=\"100\" springlength=\"{}\"><site "
                       "site=\"s\"/>"
                       "<site site=\"t\"/></spatial></tendon>",
                       std::hypot(0.3 * std::cos(0.7), 1.0 - 0.3 * std::sin(0.7))) +
               motor("k")),
       "k: 0.3 + 0.7*p"},
      {"a floating body that is welded to an arm is a part of it",
       in_mujoco("<body name=\"a\">" + hinge + kMass +
                     "</body><body name=\"tool\" pos=\"0.5 0 0.3\"><freejoint/>" + kMass +
                     "</body>",
                 R"(<equality><weld body1="a" body2="tool"/></equality>)" + motor("k")),
       in_mujoco("<body name=\"a\">" + hinge + kMass + "<body name=\"tool\" pos=\"0.5 0 0.3\">" +
                     kMass + "</body></body>",
                 motor("k")),
       "k: 0.3 + 0.7*p"},
      {"an anchor of a weld",
       in_mujoco(
           "<body name=\"a\">" + hinge + kMass + "</body><body name=\"tool\"><freejoint/>" + kMass +
               "</body>",
           R"(<equality><weld body1="a" body2="tool" relpose="0.5 0 0.3 1 0 0 0" anchor="0.1 0.05 0"/></equality>)" +
               motor("k")),
       in_mujoco("<body name=\"a\">" + hinge + kMass +
                     "<body name=\"tool\" pos=\"0.4 -0.05 0.3\">" + kMass + "</body></body>",
                 motor("k")),
       "k: 0.3 + 0.7*p"},
      {"a placement frame",
       in_sdf(
           "<pose>0.3 0.2 0 0.5 0.3 0.1</pose>" + sdf_link("a", "") +
               sdf_link("b", "<pose>0.4 0 0 0.5 0 0</pose>") +
               "<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child><axis><xyz>0 "
               "1 0</xyz></axis></joint>",
           " placement_frame=\"b\""),
       in_sdf(sdf_link("b", "<pose>0.3 0.2 0 0.5 0.3 0.1</pose>") + on_b), "j: 0.3 + 0.7*p",
       "alike.sdf"},
      {"a frame of the world",
       in_sdf("<pose relative_to=\"F\">0.3 0.2 0 0.5 0.3 0.1</pose>" + sdf_link("b", "") + on_b, "",
              "<frame name=\"F\"><pose>0 0 0 0 0.4 0</pose></frame>"),
       in_sdf("<frame name=\"F\"><pose>0 0 0 0 0.4 0</pose></frame>" +
              sdf_link("b", "<pose relative_to=\"F\">0.3 0.2 0 0.5 0.3 0.1</pose>") + on_b),
       "j: 0.3 + 0.7*p", "alike.sdf"},
      {"a collision in another frame",
       in_sdf("<frame name=\"F\"><pose>0.1 0.2 0.3 0.4 0 0</pose></frame><link "
              "name=\"b\"><inertial auto=\"true\"/>"
              "<collision name=\"c\"><pose relative_to=\"F\">0.1 0 0 0 0 0.5</pose>" +
              solid + "</link>" + on_b),
       in_sdf("<link name=\"b\"><inertial auto=\"true\"/><collision name=\"c\">"
              "<pose rotation_format=\"quat_xyzw\">0.2 0.2 0.3 0.192493 -0.0491516 0.242472 "
              "0.949599</pose>" +
              solid + "</link>" + on_b),
       "j: 0.3 + 0.7*p", "alike.sdf"},
  };
}

TEST(RobotFormats, FilesThatMeanTheSame) {
  for (const Alike& one : list_alike()) {
    SCOPED_TRACE(one.what);
    const std::string first = import_text(one.first, one.name);
    SCOPED_TRACE(first);
    const Machine a = make_machine(first, one.joints);
    const Machine b = make_machine(import_text(one.second, one.name), one.joints);
    ASSERT_EQ(a.drives().size(), 1U);
    ASSERT_EQ(b.drives().size(), 1U);
    // Quaternions of the last are told by six digits.
    const bool is_rounded = one.first.find("auto=") != std::string::npos;
    expect_equal(a, b, {{a.drives()[0].name, b.drives()[0].name}}, is_rounded ? 1e-5 : 1e-12);
  }
}

// Angles are known up to full turns: guesses of what is coupled have to fit.
TEST(RobotFormats, GuessesKeepCouplings) {
  const std::string text = in_mujoco(
      R"(<body name="b"><joint name="j1" axis="1 0 0"/><joint name="j2" type="slide" axis="0 0 1"/>
         <geom size="0.05" pos=".1 .2 .3"/></body>)",
      R"(<equality><joint joint1="j2" joint2="j1" polycoef="0.1 0.012 0 0 0"/></equality>)");
  const Sample sample = find_sample(make_machine(import_text(text, "far.xml"), "j1: 0.1 + 0*p"));
  ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason;
  // A point mass at height z = (0.3 + d) cos a + 0.2 sin a with d = 0.1 + 0.012 a: m g dz/da.
  const double mass = 1000.0 * 4.0 / 3.0 * 3.14159265358979324 * 1.25e-4, a = 0.1;
  const double d = 0.3 + 0.1 + 0.012 * a;
  const double slope = 0.2 * std::cos(a) - d * std::sin(a) + 0.012 * std::cos(a);
  EXPECT_NEAR(sample.C[0], mass * 9.81 * slope, 1e-9);
}

// Couplings that hang on each other, and fine ratios, which turns would blur.
TEST(RobotFormats, GuessesOfWholeChains) {
  const std::string three = R"(<body name="a"><joint name="A" axis="0 1 0"/>)" + kMass +
                            R"(<body name="b" pos="0.2 0 0"><joint name="B" axis="1 0 0"/>)" +
                            kMass +
                            R"(<body name="c" pos="0.1 0.1 0"><joint name="C" axis="0 0 1"/>)" +
                            kMass + "</body></body></body>";
  const std::string chain =
      R"(<tendon><fixed name="t"><joint joint="A" coef="1"/><joint joint="B" coef="-1.3"/></fixed>
         <fixed name="u"><joint joint="B" coef="1"/><joint joint="C" coef="-8.3"/></fixed></tendon>
         <equality><tendon tendon1="t"/><tendon tendon1="u"/></equality>
         <actuator><motor name="m" joint="C"/></actuator>)";
  // The same by mimics: B = 8.3 C, A = 1.3 B.
  const std::string mimics =
      R"(<equality><joint joint1="A" joint2="B" polycoef="0 1.3"/><joint joint1="B" joint2="C" polycoef="0 8.3"/></equality>
         <actuator><motor name="m" joint="C"/></actuator>)";
  for (const char* path : {"C: -0.2 + 0.3*p", "C: 0.25 + 0.3*p"}) {
    const Machine a = make_machine(import_text(in_mujoco(three, chain), "a.xml"), path);
    const Machine b = make_machine(import_text(in_mujoco(three, mimics), "b.xml"), path);
    expect_equal(a, b, {{"m", "m"}}, 1e-9);
  }
  // By hand: A turns by 0.602 of B, a pendulum of 2 kg about y: m g r'(angle).
  const std::string two =
      R"(<body name="b"><joint name="B" axis="1 0 0"/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body>
      <body name="a"><joint name="A" axis="0 1 0"/><inertial pos="0.3 0 0" mass="2" diaginertia="1 1 1"/></body>)";
  const std::string fine =
      R"(<equality><joint joint1="A" joint2="B" polycoef="0 0.602"/></equality><actuator><motor name="m" joint="B"/></actuator>)";
  for (const double angle : {-0.1, 0.0, 0.3, 1.0}) {
    const Sample sample = find_sample(make_machine(import_text(in_mujoco(two, fine), "fine.xml"),
                                                   fmt::format("B: {} + 0*p", angle)));
    ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason;
    EXPECT_NEAR(sample.C[0], -0.602 * 2.0 * 9.81 * 0.3 * std::cos(0.602 * angle), 1e-9) << angle;
  }
}

// What refers to joints that stand, or are merged, is thinned out or told; nothing ends the
// program.
TEST(RobotFormats, WhatIsLeftIsWhole) {
  const std::string two = R"(<body name="a"><joint name="s" type="slide"/><joint name="h"/>)" +
                          kMass + R"(<body name="b"><joint name="y" type="slide"/>)" + kMass +
                          "</body></body>";
  const std::string screw = R"(<joint joint1="s" joint2="h" polycoef="0 0.01 0 0 0"/>)";
  for (
      const std::string& rest :
      {"<equality>" + screw + R"(<joint joint1="y" joint2="s"/></equality>)",
       R"(<tendon><fixed name="t" stiffness="5"><joint joint="s" coef="1"/></fixed></tendon><equality>)" +
           screw + "</equality>",
       std::string(
           R"(<equality><joint joint1="s" joint2="y" polycoef="0.3 0 0 0 0"/></equality><actuator><motor joint="s"/></actuator>)"),
       std::string(
           R"(<tendon><fixed name="t" stiffness="5"><joint joint="s" coef="1"/></fixed></tendon><equality><joint joint1="s" polycoef="0.3 0 0 0 0"/></equality>)"),
       std::string(
           R"(<equality><joint joint1="y" joint2="s"/><joint joint1="s" polycoef="0.1 0 0 0 0"/></equality>)"),
       std::string(
           R"(<tendon><fixed name="t" stiffness="5"><joint joint="h" coef="0.7312"/><joint joint="s" coef="-1.3371"/></fixed></tendon>)")}) {
    SCOPED_TRACE(rest);
    const std::string made = import_text(in_mujoco(two, rest), "whole.xml");
    EXPECT_NO_THROW(static_cast<void>(parse_machine(made, "whole.yaml", "."))) << made;
  }
  EXPECT_EQ(complain(in_mujoco(R"(<body name="a" pos="inf 0 0"><joint/></body>)"), "far.xml"),
            "far.xml: body 'a': pos is 'inf 0 0'; expected finite numbers");
  const std::string universal = in_sdf(
      sdf_link("a", "") + sdf_link("b", "") +
      R"(<joint name="u" type="universal"><parent>world</parent><child>a</child><axis><xyz>1 0 0</xyz>
         <dynamics><damping>2</damping></dynamics></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
         <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz>
         <mimic joint="u" axis="axis2"><multiplier>0.5</multiplier></mimic></axis></joint>)");
  const Machine machine = parse_machine(import_text(universal, "u.sdf"), "u.yaml", ".");
  ASSERT_EQ(machine.drives().size(), 2U);
  EXPECT_EQ(machine.drives()[0].viscous, 2.0);
}

// A box of a mesh, whose volume is its mass over its density.
TEST(RobotFormats, MeshesAreBoxes) {
  const std::string box =
      "v 0 0 0\nv 2 0 0\nv 2 3 0\nv 0 3 0\nv 0 0 4\nv 2 0 4\nv 2 3 4\nv 0 3 4\n"
      "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
  const std::string text =
      R"(<mujoco><asset><mesh name="m" file="box.obj" scale="0.1 0.1 0.1"/></asset>
    <worldbody><body name="b"><joint name="z" type="slide"/><geom type="mesh" mesh="m" density="100"/></body>
    </worldbody><actuator><motor name="f" joint="z" ctrlrange="-1 1"/></actuator></mujoco>)";
  const std::string file = write(text, "solid.xml");
  std::ofstream(std::filesystem::path(file).parent_path() / "box.obj") << box;
  const std::string made = import_robot(file).text;
  EXPECT_NE(made.find("box: {size: [0.2, 0.3, 0.4], at: [0.1, 0.15, 0.2]}"), std::string::npos)
      << made;
  const Machine machine = make_machine(made, "z: 1*p");
  const Sample sample = find_sample(machine);
  EXPECT_NEAR(sample.D[0], 100.0 * 0.024, 1e-12);
  // Moments of a cuboid of 2.4 kg about its middle.
  EXPECT_NE(made.find("com: [0.1, 0.15, 0.2]"), std::string::npos);
  EXPECT_NE(made.find("inertia: {xx: 0.05, yy: 0.04, zz: 0.026}"), std::string::npos) << made;
}

// The smallest capsule found around a mesh has all of its points inside, and fits a rod well.
TEST(RobotFormats, MeshesAreCapsules) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 40; ++round) {
    // Points on a rod with round ends that lies somewhere.
    const double radius = 0.02 + 0.05 * std::abs(normal(random));
    const double length = round % 4 == 0 ? 0.0 : radius * (2.5 + 9.0 * std::abs(normal(random)));
    const Eigen::Matrix3d axes =
        Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random))
            .normalized()
            .toRotationMatrix();
    const Eigen::Vector3d at(normal(random), normal(random), normal(random));
    std::string mesh;
    std::vector<Eigen::Vector3d> points;
    for (int i = 0; i < 400; ++i) {
      const Eigen::Vector3d out(normal(random), normal(random), normal(random));
      const double along = (i % 2 == 0 ? 0.5 : -0.5) * length;
      points.emplace_back(at + axes * (radius * out.normalized() + Eigen::Vector3d(along, 0, 0)));
      mesh += fmt::format("v {} {} {}\n", points.back()[0], points.back()[1], points.back()[2]);
    }
    for (int i = 1; i + 1 < 400; ++i) mesh += fmt::format("f 1 {} {}\n", i + 1, i + 2);
    const std::string file = write(R"(<robot name="r"><link name="base"/>
      <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision><geometry><mesh filename="rod.obj"/></geometry></collision></link>
      <joint name="j" type="continuous"><parent link="base"/><child link="b"/><axis xyz="0 0 1"/>
      <limit effort="1" velocity="1"/></joint></robot>)",
                                   "rod.urdf");
    std::ofstream(std::filesystem::path(file).parent_path() / "rod.obj") << mesh;
    const Machine machine =
        parse_machine(import_robot(file, MeshShape::capsule).text, "r.yaml", "");
    const inside::Body& body = machine.impl().machine.mechanism.bodies.items().at(1);
    ASSERT_EQ(body.solids.size(), 1u);
    const inside::Solid& solid = body.solids[0];
    // z is along a rod, which counts as a capsule.
    const bool is_ball = solid.shape == inside::Solid::Shape::sphere;
    const Eigen::Vector3d line = is_ball
                                     ? Eigen::Vector3d(Eigen::Vector3d::Zero())
                                     : Eigen::Vector3d(solid.size.z() * solid.frame.axes.col(2));
    const Eigen::Vector3d from = solid.frame.origin - 0.5 * line;
    const double found = 0.5 * solid.size.x();
    for (const Eigen::Vector3d& one : points) {
      const double share = line.isZero(0.0)
                               ? 0.0
                               : std::clamp((one - from).dot(line) / line.squaredNorm(), 0.0, 1.0);
      EXPECT_LE((one - from - share * line).norm(), found * (1.0 + 1e-9)) << round;
    }
    // Not much larger than the rod: points are dense, and its direction is nearly found.
    EXPECT_LT(found, 1.25 * radius) << round << ' ' << length;
    EXPECT_LT(line.norm(), length + 0.1 * radius) << round;
  }
}

// What parts have alike is one parameter, which changes all of them.
TEST(RobotFormats, ValuesThatRepeatAreParameters) {
  std::string text = "<robot name=\"r\"><link name=\"base\"/>";
  for (int i = 1; i <= 4; ++i) {
    const char* effort = i == 4 ? "7" : "5";
    text += fmt::format(
        "<link name=\"l{0}\"><inertial><mass value=\"{1}\"/>"
        "<inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>"
        "<joint name=\"j{0}\" type=\"prismatic\"><parent link=\"{2}\"/><child link=\"l{0}\"/>"
        "<axis xyz=\"0 0 1\"/><limit lower=\"0\" upper=\"1\" effort=\"{3}\" "
        "velocity=\"2\"/></joint>",
        i, i % 2 == 0 ? 3 : i, i == 1 ? "base" : fmt::format("l{}", i - 1), effort);
  }
  const ImportedMachine made = import_robot(write(text + "</robot>", "chain.urdf"));
  const Machine machine = parse_machine(made.text, "chain.yaml", "");
  std::map<std::string, double> found;
  for (const Parameter& one : machine.parameters()) found[one.name] = one.quantity.value;
  const std::map<std::string, double> expected{{"link_mass", 3.0}, {"force", 5.0}, {"speed", 2.0}};
  EXPECT_EQ(found, expected) << made.text;
  const Machine other = machine.with({{"link_mass", "9"}, {"force", "6"}});
  std::vector<double> masses, limits;
  for (const Body& one : other.bodies()) masses.push_back(one.mass);
  for (const DriveLimit& one : other.drive_limits()) limits.push_back(one.force.high);
  EXPECT_EQ(limits, (std::vector<double>{6, 6, 6, 7}));
  // l1 has 1 kg; l2, l3 and l4 have 3 kg in the file.
  masses.erase(std::remove(masses.begin(), masses.end(), 0.0), masses.end());
  EXPECT_EQ(masses, (std::vector<double>{1, 9, 9, 9}));
}

// Machines of the repository, out and in again, in the formats that can say them.
TEST(RobotFormats, MachinesComeBack) {
  struct Case {
    const char* file;
    std::vector<RobotFormat> formats;
  };
  const std::vector<RobotFormat> both{RobotFormat::sdf, RobotFormat::mjcf};
  const std::string root = GLOBALDYN_SOURCE_DIR "/machines/";
  for (const Case& one :
       {Case{"rps3/rps3.yaml", both}, Case{"slider_crank/slider_crank.yaml", {RobotFormat::mjcf}},
        Case{"spatial_slider_crank/spatial_slider_crank.yaml", both},
        Case{"hexapod_6ups/hexapod_6ups.yaml", both}, Case{"sliding_star/sliding_star.yaml", both},
        Case{"bevel_wrist/bevel_wrist.yaml", {RobotFormat::mjcf}},
        Case{"andrews/andrews.yaml", {RobotFormat::mjcf}}}) {
    const Machine machine = load_machine(root + one.file);
    const Evaluation expected =
        evaluate(machine, {.paths = {machine.paths()[0].name}, .at = {0.0}});
    for (const RobotFormat format : one.formats) {
      const ExportedRobot made = export_robot(machine, format);
      const bool is_mjcf = format == RobotFormat::mjcf;
      const std::string text = import_text(made.text, is_mjcf ? "out.xml" : "out.sdf");
      // The path is the machine's own: its text from "paths:" on, with its parameters.
      const std::string source = machine.text();
      const std::size_t from = source.find("\nparameters:");
      const std::size_t to = source.find("\n\n", from);
      const std::string parameters =
          from == std::string::npos ? "" : source.substr(from, to - from);
      const std::string paths = source.substr(source.find("\npaths:"));
      std::string whole = text.substr(0, text.find("\npaths:"));
      // Below those that several parts share.
      constexpr std::string_view kHead = "\nparameters:";
      const std::size_t shared = whole.find(kHead);
      if (shared == std::string::npos) {
        whole += parameters;
      } else if (!parameters.empty()) {
        // What both call alike is the machine's: "force" of its drives.
        for (std::size_t at = shared + kHead.size(); whole.compare(at, 3, "\n  ") == 0;) {
          const std::string key = whole.substr(at, whole.find(':', at) + 1 - at);
          const std::size_t end = whole.find('\n', at + 1);
          if (parameters.find(key) != std::string::npos) {
            whole.erase(at, end - at);
          } else {
            at = end;
          }
        }
        whole.insert(shared + kHead.size(), parameters.substr(kHead.size()));
      }
      whole += paths.substr(0, paths.find("\n\n", 1)) + "\n";
      const Machine back = parse_machine(whole, "back.yaml", ".");
      const Evaluation found = evaluate(back, {.paths = {machine.paths()[0].name}, .at = {0.0}});
      const Sample &x = expected.paths()[0].samples[0], &y = found.paths()[0].samples[0];
      ASSERT_EQ(x.status, SampleStatus::ok);
      ASSERT_EQ(y.status, SampleStatus::ok) << one.file << ": " << y.reason;
      ASSERT_EQ(x.C.size(), y.C.size()) << one.file;
      const double scale = std::max(1.0, x.D.lpNorm<Eigen::Infinity>());
      EXPECT_LT((x.D - y.D).lpNorm<Eigen::Infinity>(), 1e-9 * scale) << one.file;
      EXPECT_LT((x.C - y.C).lpNorm<Eigen::Infinity>(), 1e-9 * scale) << one.file;
      EXPECT_LT((x.A - y.A).lpNorm<Eigen::Infinity>(), 1e-9 * scale) << one.file;
    }
  }
}

// A random tree of bodies, and its coordinates: as the machine calls them, and as robots do.
struct RandomTree {
  std::string text;
  std::string joints;                                       // a path in the machine's words
  std::map<RobotFormat, std::string> told;                  // and in those of what comes back
  std::vector<std::pair<std::string, std::string>> drives;  // names, and those of their joints
};

class TreeMaker {
 public:
  explicit TreeMaker(unsigned seed) : random_(seed) {}

  RandomTree make() {
    const int count = 2 + static_cast<int>(random_() % 4);
    std::string bodies = "bodies:\n", joints = "joints:\n", drives = "drives:\n";
    for (int i = 1; i <= count; ++i) {
      bodies +=
          fmt::format("  B{}: {{mass: {}, com: {}, inertia: {{diag: [{}, {}, {}], cardan: {}}}}}\n",
                      i, draw(0.5, 3.0), vector(0.2), draw(0.02, 0.03), draw(0.02, 0.03),
                      draw(0.02, 0.03), vector(2.0));
      const int parent = i == 1 ? 0 : static_cast<int>(random_() % static_cast<unsigned>(i));
      const char* types[]{"revolute", "prismatic", "universal", "cylindrical", "screw", "planar"};
      const std::string type = types[random_() % 6];
      joints += fmt::format("  J{}: {{type: {}, a: {}, b: {}{}}}\n", i, type,
                            end(parent == 0 ? "ground" : fmt::format("B{}", parent)),
                            end(fmt::format("B{}", i)),
                            type == "screw" ? fmt::format(", lead: {}", draw(-0.1, 0.1)) : "");
      add_coordinates(fmt::format("J{}", i), type, drives);
    }
    tree_.text = "globaldyn: 1\nname: tree\ngravity: [0, 0, -9.81]\n" + bodies + joints + drives +
                 fmt::format("tool: B{}\n", count);
    return tree_;
  }

 private:
  double draw(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() % 100000) / 1e5;
  }
  std::string vector(double size) {
    return fmt::format("[{}, {}, {}]", draw(-size, size), draw(-size, size), draw(-size, size));
  }
  std::string end(const std::string& body) {
    return fmt::format("{{body: {}, at: {}, cardan: {}}}", body, vector(0.3), vector(2.0));
  }

  void add_coordinates(const std::string& joint, const std::string& type, std::string& drives) {
    struct Coordinate {
      const char* own;     // of the machine's joint
      const char* suffix;  // of the joint that robots have for it
    };
    static const std::map<std::string, std::vector<Coordinate>> kCoordinates{
        {"revolute", {{"", ""}}},
        {"prismatic", {{"", ""}}},
        {"universal", {{".angle_a", "_a"}, {".angle_b", "_b"}}},
        {"cylindrical", {{".displacement", "_displacement"}, {".angle", "_angle"}}},
        {"screw", {{".angle", ""}}},
        {"planar", {{".x", "_x"}, {".y", "_y"}, {".angle", "_angle"}}}};
    for (const auto& [own, suffix] : kCoordinates.at(type)) {
      const std::string path =
          fmt::format(": {} + {}*p + {}*p^2", draw(-1.0, 1.0), draw(-1.0, 1.0), draw(-1.0, 1.0));
      const auto add = [&](std::string& to, const std::string& name) {
        to += (to.empty() ? "" : ", ") + name + path;
      };
      add(tree_.joints, joint + own);
      for (const RobotFormat format : {RobotFormat::urdf, RobotFormat::sdf, RobotFormat::mjcf}) {
        add(tree_.told[format], joint + (type == "screw" ? ".angle" : suffix));
      }
      const std::string drive = fmt::format("D{}", tree_.drives.size() + 1);
      drives += fmt::format("  {}: {{joint: {}{}, limits: {}, viscous: {}, gear: {{ratio: {}}}}}\n",
                            drive, joint, own, draw(5.0, 50.0), draw(0.0, 1.0), draw(1.0, 5.0));
      tree_.drives.emplace_back(drive, "M_" + joint + suffix);
    }
  }

  std::mt19937 random_;
  RandomTree tree_;
};

TEST(RobotFormats, RandomTreesComeBack) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const RandomTree tree = TreeMaker(seed).make();
    const Machine machine = make_machine(tree.text, tree.joints);
    for (const auto& [format, name] :
         {std::pair{RobotFormat::urdf, "tree.urdf"}, std::pair{RobotFormat::sdf, "tree.sdf"},
          std::pair{RobotFormat::mjcf, "tree.xml"}}) {
      SCOPED_TRACE(fmt::format("seed {}, {}\n{}", seed, name, tree.text));
      const std::string text = import_text(export_robot(machine, format).text, name);
      const Machine back = make_machine(text, tree.told.at(format));
      auto drives = tree.drives;
      if (format == RobotFormat::mjcf) {
        for (auto& [first, second] : drives) second = first;
      }
      expect_equal(machine, back, drives, 1e-9);
      for (const auto& [first, second] : drives) {
        for (std::size_t i = 0; i < machine.drives().size(); ++i) {
          for (std::size_t k = 0; k < back.drives().size(); ++k) {
            if (machine.drives()[i].name != first || back.drives()[k].name != second) continue;
            const double expected = machine.drive_limits()[i].force.high;
            EXPECT_NEAR(back.drive_limits()[k].force.high, expected, 1e-12 * expected);
          }
        }
      }
    }
  }
}

// Travel with one end, and points, in every format.
TEST(RobotFormats, OneSidedTravelComesBack) {
  const std::string text =
      "globaldyn: 1\nname: one\ngravity: [0, 0, -9.81]\nbodies: {b: {mass: 2, com: [0.3, 0, 0]}, "
      "c: {mass: 1}}\n"
      "joints: {A: {type: revolute, a: {body: ground, axis: y}, b: {body: b, axis: y}, travel: "
      "[-1, none]},\n"
      "  B: {type: prismatic, a: b, b: c, travel: [none, 0.5]}}\n"
      "drives: {M: {joint: A, limits: 6}, N: {joint: A}, O: {joint: B, limits: [1, 2]}}\ntool: c\n";
  const Machine machine = make_machine(text, "A: 0.2 + 0*p, B: 0.1 + 0*p");
  for (const auto& [format, name] :
       {std::pair{RobotFormat::urdf, "one.urdf"}, std::pair{RobotFormat::sdf, "one.sdf"},
        std::pair{RobotFormat::mjcf, "one.xml"}}) {
    SCOPED_TRACE(name);
    const ExportedRobot made = export_robot(machine, format);
    const Machine back = parse_machine(import_text(made.text, name), "one.yaml", ".");
    const Interval a = back.joints()[0].coordinates[0].travel,
                   b = back.joints()[1].coordinates[0].travel;
    EXPECT_NEAR(a.low, -1.0, 1e-12);
    EXPECT_TRUE(std::isinf(a.high));
    EXPECT_TRUE(std::isinf(b.low));
    EXPECT_NEAR(b.high, 0.5, 1e-12);
    if (format == RobotFormat::mjcf) continue;
    // Two motors of which one is unlimited, and one that must push.
    EXPECT_TRUE(std::isinf(back.drive_limits()[0].force.high));
    EXPECT_NE(made.text.find("drive 'N' without limits"), std::string::npos);
    EXPECT_NE(made.text.find("limits of drive 'O', which leave out 0: not told"),
              std::string::npos);
  }
}

// URDF has no loops, nor balls.
TEST(RobotFormats, WhatAFormatCannotSayIsRefused) {
  const Machine star =
      load_machine(GLOBALDYN_SOURCE_DIR "/machines/sliding_star/sliding_star.yaml");
  EXPECT_THROW(static_cast<void>(export_robot(star, RobotFormat::urdf)), InputError);
  const Machine wrist = load_machine(GLOBALDYN_SOURCE_DIR "/machines/bevel_wrist/bevel_wrist.yaml");
  EXPECT_THROW(static_cast<void>(export_robot(wrist, RobotFormat::sdf)), InputError);
}

}  // namespace
}  // namespace globaldyn
