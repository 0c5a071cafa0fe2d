// Machine files of robots as a person would have written them: angles in degrees where they are,
// no rounding errors, parameters for what is meant to be alike, what was left out, mistakes with
// their lines. That nothing is lost by it is told by random robots, whose numbers the test has.
#include <fmt/format.h>
#include <globaldyn/error.h>
#include <globaldyn/evaluation.h>
#include <globaldyn/robot_files.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <random>

namespace globaldyn::robot_text {
namespace {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

ImportedMachine import_text(const std::string& text, const std::string& name) {
  const auto folder = std::filesystem::temp_directory_path() /
                      fmt::format("robot_text_{}", std::hash<std::string>()(text + name));
  std::filesystem::create_directory(folder);
  const std::string file = (folder / name).string();
  std::ofstream(file) << text;
  return import_robot(file);
}

std::string complain(const std::string& text, const std::string& name) {
  try {
    static_cast<void>(import_text(text, name));
    return "nothing";
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(what.find(name));
  }
}

void expect_lines(const std::string& text, const std::vector<std::string>& lines) {
  for (const std::string& one : lines) {
    EXPECT_NE(text.find(one + "\n"), std::string::npos) << one << " in\n" << text;
  }
}

constexpr const char* kInertia =
    R"(<inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0" ixz="-0" iyz="1e-18"/>)";

// An arm of two links on a wall, by what stands in its joints.
std::string make_arm(const std::string& first, const std::string& second,
                     const std::string& more = "") {
  const std::string inertia = kInertia;
  return "<robot name=\"arm\">\n<link name=\"wall\"/>\n<link name=\"upper\"><inertial><origin "
         "xyz=\"0.1 1.2246e-16 -0\"/><mass value=\"2\"/>" +
         inertia +
         "</inertial></link>\n<link name=\"lower\"><inertial><mass value=\"2\"/>"
         "<inertia ixx=\"0.2\" iyy=\"0.3\" izz=\"0.4\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/>"
         "</inertial></link>\n<joint name=\"hip\" type=\"revolute\"><parent link=\"wall\"/>"
         "<child link=\"upper\"/>" +
         first +
         "</joint>\n<joint name=\"knee\" type=\"revolute\"><parent link=\"upper\"/>"
         "<child link=\"lower\"/>" +
         second + "</joint>\n" + more + "</robot>\n";
}

TEST(RobotText, AnglesAreDegreesWhereTheyAreShort) {
  const std::string text =
      import_text(
          make_arm(
              R"(<origin xyz="0 0 0.3" rpy="1.5707963267948966 0 -0.78539816339744828"/><axis xyz="0 0 1"/>
                 <limit lower="-1.5707963267948966" upper="2" effort="5" velocity="1"/>)",
              // Whole degrees told by eleven decimals, and by fewer.
              R"(<origin xyz="0.5 0 0" rpy="1.57079632679 1.5708 0.3"/><axis xyz="0 0 1"/>
                 <limit lower="-0.1" upper="0.7853981633974483" effort="5" velocity="1"/>)",
              R"(<link name="tip"/><link name="side"/><link name="back"/>
                 <joint name="f" type="fixed"><parent link="lower"/><child link="tip"/>
                 <origin xyz="0.4 0 1e-15" rpy="0 3.141592653589793 1e-17"/></joint>
                 <joint name="g" type="fixed"><parent link="tip"/><child link="side"/>
                 <origin xyz="0 0 0" rpy="0 -1.5707963267948966 0"/></joint>
                 <joint name="h" type="fixed"><parent link="lower"/><child link="back"/></joint>)"),
          "arm.urdf")
          .text;
  expect_lines(
      text, {"    a: {body: ground, at: [0, 0, 0.3], rpy: [90 deg, 0, -45 deg]}", "    b: upper",
             "    travel: [-90 deg, 2 rad]",
             "    a: {body: upper, at: [0.5, 0, 0], rpy: [90 deg, 1.5708 rad, 0.3 rad]}",
             "    travel: [-0.1 rad, 45 deg]", "      tip: {at: [0.4, 0, 0], rpy: [0, 180 deg, 0]}",
             "      side: {at: [0.4, 0, 0], rpy: [0, 90 deg, 0]}", "      back: [0, 0, 0]",
             "    com: [0.1, 0, 0]", "    inertia: {xx: 0.02, yy: 0.03, zz: 0.04}"});
  for (const char* one : {"e-1", "-0,", "-0]", "-0}"}) {
    EXPECT_EQ(text.find(one), std::string::npos) << one << " in\n" << text;
  }
}

// Joints about x, y or backwards along axes of the file need no angles.
TEST(RobotText, DirectionsAreLettersWhereTheyAre) {
  const std::string limit = R"(<limit lower="-1" upper="1" effort="5" velocity="1"/>)";
  const std::string text =
      import_text(make_arm(R"(<axis xyz="0 1 0"/>)" + limit,
                           R"(<origin rpy="0 0 0.7853981633974483"/><axis xyz="0 -1 0"/>)" + limit),
                  "arm.urdf")
          .text;
  expect_lines(text, {"    a: {body: ground, axis: y, x_axis: x}",
                      "    b: {body: upper, axis: y, x_axis: x}",
                      "    a: {body: upper, rpy: [90 deg, 0, 45 deg]}",
                      "    b: {body: lower, axis: -y, x_axis: x}"});
}

TEST(RobotText, ParametersAreWhatIsMeantToBeAlike) {
  // Links of 2 kg that are no equal parts; 5 N m of both drives, and 2 rad/s of one.
  const std::string text =
      import_text(
          make_arm(R"(<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="2"/>)",
                   R"(<axis xyz="0 1 0"/><limit lower="-2" upper="2" effort="5" velocity="5"/>)"),
          "arm.urdf")
          .text;
  expect_lines(text, {"parameters:\n  torque: 5 N m  # of M_hip, M_knee", "    mass: 2 kg"});
  EXPECT_EQ(text.find("mass:", text.find("parameters:")), text.find("mass: 2 kg")) << text;

  // Two kinds of motors, and fingers that are equal parts.
  std::string hand = "<robot name=\"hand\"><link name=\"base\"/>";
  const auto add = [&](const char* name, double effort, double mass) {
    hand += fmt::format(
        "<link name=\"{0}\"><inertial><mass value=\"{2}\"/>{3}</inertial></link>"
        "<joint name=\"{0}_joint\" type=\"revolute\"><parent link=\"base\"/><child link=\"{0}\"/>"
        "<limit lower=\"-1\" upper=\"1\" effort=\"{1}\" velocity=\"0\"/></joint>",
        name, effort, mass, kInertia);
  };
  add("arm_shoulder", 9.0, 1.0);
  add("arm_elbow", 9.0, 2.0);
  add("arm_wrist_1", 3.0, 3.0);
  add("arm_wrist_2", 3.0, 4.0);
  add("finger_left", 1.0, 0.1);
  add("finger_right", 1.0, 0.1);
  expect_lines(import_text(hand + "</robot>", "hand.urdf").text,
               {"  finger_mass: 0.1 kg  # of finger_left, finger_right",
                "  arm_torque: 9 N m  # of M_arm_shoulder_joint, M_arm_elbow_joint",
                "  arm_wrist_torque: 3 N m  # of M_arm_wrist_1_joint, M_arm_wrist_2_joint",
                "  finger_torque: 1 N m  # of M_finger_left_joint, M_finger_right_joint"});
}

// 10 N m of an arm and a leg, which turn as fast as nothing else, are a chance; 4 rad/s of both
// arms are not.
TEST(RobotText, MotorsThatShareOneNumberOnlyAreOthers) {
  std::string text = "<robot name=\"r\"><link name=\"base\"/>";
  const auto add = [&](const std::string& name, double effort, double velocity) {
    text += fmt::format(
        "<link name=\"{0}\"/><joint name=\"{0}Joint\" type=\"revolute\"><parent "
        "link=\"base\"/><child link=\"{0}\"/>"
        "<limit lower=\"-1\" upper=\"1\" effort=\"{1}\" velocity=\"{2}\"/></joint>",
        name, effort, velocity);
  };
  add("LArmYaw", 10.0, 4.0);
  add("RArmYaw", 10.0, 4.0);
  add("LLegYaw", 10.0, 3.0);
  add("Head2", 7.0, 3.0);
  const std::string made = import_text(text + "</robot>", "r.urdf").text;
  expect_lines(made,
               {"parameters:\n  arm_yaw_torque: 10 N m  # of M_LArmYawJoint, M_RArmYawJoint\n"
                "  arm_yaw_speed: 4 rad/s  # of M_LArmYawJoint, M_RArmYawJoint\n",
                "  M_LLegYawJoint: {joint: LLegYawJoint, limits: 10 N m, max_speed: 3 rad/s}"});
}

TEST(RobotText, WhatIsLeftOutIsCounted) {
  const std::string axis =
      R"(<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="1"/>)";
  const std::string urdf = make_arm(
      axis + "<safety_controller/>", axis,
      "<gazebo/><gazebo><plugin name=\"a\"/></gazebo><sensor name=\"s\"/><ros2_control/>"
      "<transmission name=\"d\"><joint name=\"hip\"/><joint name=\"knee\"/><actuator name=\"m\"/>"
      "</transmission>");
  expect_lines(import_text(urdf, "arm.urdf").text,
               {"# left out: 2 times <gazebo>, <ros2_control>, <safety_controller>, <sensor>, "
                "<transmission>."});
  const std::string sdf =
      "<sdf version=\"1.9\"><world name=\"w\"><light/><plugin/><physics/><model name=\"m\">"
      "<plugin/><link name=\"a\"><inertial/><sensor name=\"i\"/><sensor name=\"k\"/></link>"
      "<joint name=\"j\" type=\"revolute\"><parent>world</parent><child>a</child><sensor/>"
      "<axis><xyz>0 0 1</xyz></axis></joint></model></world></sdf>";
  expect_lines(import_text(sdf, "m.sdf").text,
               {"# left out: <light>, <physics>, 2 times <plugin>, 3 times <sensor>."});
  const std::string mjcf =
      "<mujoco><worldbody><light/><camera/><body name=\"b\"><joint name=\"j\"/>"
      "<geom size=\"0.1\"/><camera/></body></worldbody>"
      "<sensor><jointpos joint=\"j\"/><jointpos joint=\"j\"/><clock/></sensor>"
      "<keyframe><key/></keyframe><extension/></mujoco>";
  expect_lines(import_text(mjcf, "m.xml").text,
               {"# left out: 2 times <camera>, <extension>, <keyframe, key>, <light>, "
                "<sensor, clock>, 2 times <sensor, jointpos>."});
}

// The motor is in front of the gear: 50 N m and 2 rad/s of the joint are 0.5 N m and 200 rad/s.
TEST(RobotText, TransmissionsAreGears) {
  const std::string axis =
      R"(<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="50" velocity="2"/>)";
  const auto transmission = [](const char* joint) {
    return fmt::format(
        "<transmission name=\"t\"><joint name=\"{}\"/><actuator name=\"m\">"
        "<mechanicalReduction>100</mechanicalReduction></actuator></transmission>",
        joint);
  };
  const std::string text =
      import_text(make_arm(axis, axis, transmission("hip") + transmission("nobody")), "arm.urdf")
          .text;
  expect_lines(text,
               {"# left out: <transmission>.",
                "  M_hip: {joint: hip, limits: 0.5 N m, gear: {ratio: 100}, max_speed: 200 rad/s}",
                "  M_knee: {joint: knee, limits: 50 N m, max_speed: 2 rad/s}"});
}

// A line for each of few names that are others here; one for many that follow a rule.
TEST(RobotText, NamesThatChangeAreListed) {
  for (const int count : {1, 3}) {
    std::string text = "<robot name=\"r\"><link name=\"base\"/>", listed;
    for (int i = 1; i <= count; ++i) {
      text += fmt::format(
          "<link name=\"l-{0}\"/><joint name=\"j-{0}\" type=\"continuous\"><parent link=\"base\"/>"
          "<child link=\"l-{0}\"/></joint>",
          i);
      listed += fmt::format("{}l-{}", i == 1 ? "" : ", ", i);
    }
    for (int i = 1; i <= count; ++i) listed += fmt::format(", j-{}", i);
    text +=
        "<link name=\"3\"/><joint name=\"f\" type=\"fixed\"><parent link=\"base\"/>"
        "<child link=\"3\"/></joint></robot>";
    const std::string made = import_text(text, "r.urdf").text;
    expect_lines(made, {"# name: link '3' is link_3."});
    if (count == 1) {
      expect_lines(made, {"# bodies without mass: l_1.", "# name: link 'l-1' is l_1.",
                          "# name: joint 'j-1' is j_1."});
    } else {
      expect_lines(made, {"# bodies without mass: l_1, l_2, l_3.",
                          "# names with underscores for other characters: " + listed + "."});
    }
  }
}

// "FILE:LINE:COLUMN" of the last element before a mistake.
std::string find_place(const std::string& text, const std::string& mistake,
                       const std::string& name) {
  const std::size_t at = text.find(mistake);
  EXPECT_NE(at, std::string::npos) << mistake;
  const std::size_t begin = text.rfind('<', at);
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  return fmt::format("{}:{}:{}: ", name, line, begin - text.rfind('\n', begin));
}

TEST(RobotText, MistakesHaveTheirPlaces) {
  const std::string axis =
      R"(<axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="5" velocity="1"/>)";
  const std::string arm =
      "<!-- <joint> -->\n" +
      make_arm(axis, axis,
               "<link name=\"tip\"/>\n\n  <joint name=\"slide\" type=\"prismatic\"><parent "
               "link=\"lower\"/>\n<child link=\"tip\"/>" +
                   axis + "<mimic joint=\"knee\" multiplier=\"2\"/>\n</joint>");
  const auto swap = [&](const std::string& what, const std::string& by) {
    std::string text = arm;
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
  };
  struct Case {
    std::string what, by, mistake, says;
  };
  for (const Case& one :
       {Case{"<child link=\"tip\"/>", "<child link=\"tap\"/>", "name=\"slide\"",
             "joint 'slide': no link 'tap'; did you mean 'tip'?"},
        Case{"mimic joint=\"knee\"", "mimic joint=\"slide\"", "name=\"slide\"",
             "joint 'slide' mimics itself; expected one that moves on its own at the end"},
        Case{"<mass value=\"2\"/>", "<mass value=\"-2\"/>", "<mass value=\"-2\"",
             "link 'upper', inertial, mass: a mass below 0; expected >= 0"},
        Case{"multiplier=\"2\"", "multiplier=\"2x\"", "multiplier=\"2x\"",
             "joint 'slide', mimic: multiplier is '2x'; expected a number"},
        Case{"<link name=\"tip\"/>", "<link name=\"tip\"/>\n<link name=\"loose\"/>",
             "name=\"loose\"",
             "links 'wall' and 'loose' hang on no joint; expected a tree: one link that stands"},
        Case{"<link name=\"tip\"/>", "<link name=\"tip\" a='>'/>\n <link name=\"tip\" />",
             "name=\"tip\" />", "link 'tip' twice; expected names of their own"},
        Case{"<child link=\"tip\"/>", "<child link=\"lower\"/>", "name=\"slide\"",
             "link 'lower' hangs on two joints; expected a tree"}}) {
    const std::string text = swap(one.what, one.by);
    EXPECT_EQ(complain(text, "arm.urdf"), find_place(text, one.mistake, "arm.urdf") + one.says);
  }

  const std::string sdf =
      "<sdf version=\"1.9\">\n<model name=\"m\">\n <link name=\"a\"><inertial>\n"
      "<mass>MASS</mass></inertial></link>\n"
      "<joint name=\"j\" type=\"revolute\"><parent>world</parent><child>CHILD</child>"
      "<axis><xyz>0 0 1</xyz>\n<mimic joint=\"MIMIC\"/></axis></joint>"
      "<link name=\"b\"/><joint name=\"k\" type=\"revolute\"><parent>a</parent><child>b</child>"
      "</joint></model></sdf>";
  const auto say = [&](const std::string& mass, const std::string& child, const std::string& mimic,
                       const std::string& mistake) {
    std::string text = sdf;
    for (const auto& [what, by] :
         {std::pair{"MASS", mass}, std::pair{"CHILD", child}, std::pair{"MIMIC", mimic}}) {
      text.replace(text.find(what), std::string(what).size(), by);
    }
    const std::string place = find_place(text, mistake, "m.sdf"), told = complain(text, "m.sdf");
    EXPECT_EQ(told.substr(0, place.size()), place) << told;
    return told.substr(std::min(place.size(), told.size()));
  };
  EXPECT_EQ(say("2 kg", "a", "k", "2 kg"),
            "link 'a', inertial, mass: its text is '2 kg'; expected a number");
  EXPECT_EQ(say("-2", "a", "k", "inertial>\n"),
            "link 'a', inertial: a mass below 0; expected >= 0");
  EXPECT_EQ(say("2", "aa", "k", "name=\"j\"").substr(0, 25), "joint 'j': no link 'aa'; ");
  EXPECT_EQ(say("2", "a", "j", "name=\"j\""),
            "joint 'j' mimics itself; expected one that moves on its own at the end");

  // Of an included file, its own lines.
  const auto folder = std::filesystem::temp_directory_path() / "robot_text_include";
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "inner.xml") << "<mujoco>\n<worldbody>\n <body name=\"b\"><joint "
                                         "type=\"hing\"/></body></worldbody></mujoco>";
  std::ofstream(folder / "outer.xml") << "<mujoco><include file=\"inner.xml\"/></mujoco>";
  try {
    static_cast<void>(import_robot((folder / "outer.xml").string()));
    ADD_FAILURE() << "nothing is said";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("inner.xml:3:17: body 'b', joint: type 'hing'"),
              std::string::npos)
        << error.what();
  }
}

// ---------------------------------------------------------------------------------------------
// Random robots: an open chain, whose inertia matrix and weights are found here from the numbers
// of the file, and its tool.

Matrix3d turn(const Vector3d& rpy) {
  return (AngleAxisd(rpy.z(), Vector3d::UnitZ()) * AngleAxisd(rpy.y(), Vector3d::UnitY()) *
          AngleAxisd(rpy.x(), Vector3d::UnitX()))
      .toRotationMatrix();
}

struct Solid {
  double mass;
  Vector3d at, rpy, moments;
};

struct Link {
  Vector3d at, rpy, axis;  // of its joint in the link before
  bool slides, moves;      // or is fixed
  double value, speed;
  Solid solid;
};

class Random {
 public:
  explicit Random(unsigned seed) : random_(seed) {}

  std::vector<Link> make() {
    std::vector<Link> links;
    const int count = 3 + static_cast<int>(random_() % 5);
    for (int i = 0; i < count; ++i) {
      const bool moves = i == 0 || i + 1 == count ? i == 0 : random_() % 3 != 0;
      const Vector3d moments = Vector3d(draw(0.02, 0.03), draw(0.02, 0.03), draw(0.02, 0.03));
      links.push_back({point(),
                       angles(),
                       axis(),
                       random_() % 4 == 0,
                       moves,
                       draw(-1, 1),
                       draw(-1, 1),
                       {draw(0.5, 3.0), point(), angles(), moments}});
    }
    return links;
  }

 private:
  double draw(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() % 1000) / 1e3;
  }
  Vector3d point() {
    return {draw(-0.3, 0.3), random_() % 2 == 0 ? 0.0 : draw(-0.3, 0.3), draw(-0.3, 0.3)};
  }
  // What files have: quarters of turns, exactly or to some digits, and anything else.
  double angle() {
    const double quarter = 0.5 * std::numbers::pi * (static_cast<double>(random_() % 5) - 2.0);
    switch (random_() % 5) {
      case 0:
        return 0.0;
      case 1:
        return std::round(quarter * 1e11) / 1e11;
      case 2:
        return std::numbers::pi / 180.0 * std::round(draw(-180, 180));
      case 3:
        return draw(-3, 3);
      default:
        return quarter;
    }
  }
  Vector3d angles() { return {angle(), angle(), angle()}; }
  Vector3d axis() {
    Vector3d along = Vector3d::Zero();
    along[static_cast<Eigen::Index>(random_() % 3)] = random_() % 2 == 0 ? 1.0 : -1.0;
    if (random_() % 3 == 0) along = Vector3d(draw(-1, 1), draw(-1, 1), 1.0);
    return along;
  }

  std::mt19937 random_;
};

std::string write(const Vector3d& v) {
  return fmt::format("{} {} {}", v.x(), v.y(), v.z());
}

std::string write_urdf(const std::vector<Link>& links) {
  std::string text = "<robot name=\"chain\"><link name=\"l0\"/>\n";
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& one = links[i];
    const char* type = !one.moves ? "fixed" : one.slides ? "prismatic" : "revolute";
    text += fmt::format(
        "<joint name=\"j{1}\" type=\"{2}\"><parent link=\"l{0}\"/><child link=\"l{1}\"/>"
        "<origin xyz=\"{3}\" rpy=\"{4}\"/><axis xyz=\"{5}\"/>"
        "<limit lower=\"-1.5\" upper=\"1.5\" effort=\"9\" velocity=\"0\"/></joint>\n",
        i, i + 1, type, write(one.at), write(one.rpy), write(one.axis));
    const Solid& solid = one.solid;
    text += fmt::format(
        "<link name=\"l{}\"><inertial><origin xyz=\"{}\" rpy=\"{}\"/><mass value=\"{}\"/>"
        "<inertia ixx=\"{}\" iyy=\"{}\" izz=\"{}\" ixy=\"0\" ixz=\"0\" "
        "iyz=\"0\"/></inertial></link>\n",
        i + 1, write(solid.at), write(solid.rpy), solid.mass, solid.moments.x(), solid.moments.y(),
        solid.moments.z());
  }
  return text + "</robot>\n";
}

struct Expected {
  VectorXd C, D;  // forces at rest, and for accelerations by the speeds
  Vector3d tool;
  Matrix3d tool_axes;
};

Expected calculate(const std::vector<Link>& links) {
  struct Joint {
    Vector3d at, axis;
    bool slides;
  };
  std::vector<Joint> joints;
  std::vector<double> speeds;
  Expected expected;
  Vector3d at = Vector3d::Zero();
  Matrix3d axes = Matrix3d::Identity();
  MatrixXd M = MatrixXd::Zero(8, 8);
  VectorXd C = VectorXd::Zero(8);
  for (const Link& one : links) {
    at += axes * one.at;
    axes = axes * turn(one.rpy);
    if (one.moves) {
      const Vector3d axis = one.axis.normalized();
      if (one.slides) at += axes * axis * one.value;
      joints.push_back({at, axes * axis, one.slides});
      speeds.push_back(one.speed);
      if (!one.slides) axes = axes * AngleAxisd(one.value, axis).toRotationMatrix();
    }
    const Vector3d com = at + axes * one.solid.at;
    const Matrix3d solid_axes = axes * turn(one.solid.rpy);
    const Matrix3d inertia = solid_axes * one.solid.moments.asDiagonal() * solid_axes.transpose();
    MatrixXd v = MatrixXd::Zero(3, 8), w = MatrixXd::Zero(3, 8);
    for (std::size_t k = 0; k < joints.size(); ++k) {
      const auto column = static_cast<Eigen::Index>(k);
      const Joint& joint = joints[k];
      v.col(column) = joint.slides ? joint.axis : Vector3d(joint.axis.cross(com - joint.at));
      if (!joint.slides) w.col(column) = joint.axis;
    }
    M += one.solid.mass * v.transpose() * v + w.transpose() * inertia * w;
    C += one.solid.mass * 9.81 * v.row(2).transpose();
  }
  const auto n = static_cast<Eigen::Index>(joints.size());
  expected.D = M.topLeftCorner(n, n) * Eigen::Map<VectorXd>(speeds.data(), n);
  expected.C = C.head(n);
  expected.tool = at;
  expected.tool_axes = axes;
  return expected;
}

// Up to what numbers of 15 digits lose: the chain has some ten of them one behind another, on
// forces of some 100.
TEST(RobotText, RandomRobotsLoseNothing) {
  constexpr double kDigits = 1e-11;
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const std::vector<Link> links = Random(seed).make();
    const std::string urdf = write_urdf(links);
    const std::string made = import_text(urdf, "chain.urdf").text;
    SCOPED_TRACE(fmt::format("seed {}\n{}\n{}", seed, urdf, made));
    std::string joints;
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (!links[i].moves) continue;
      joints += fmt::format("{}j{}: {} + {}*p", joints.empty() ? "" : ", ", i + 1, links[i].value,
                            links[i].speed);
    }
    const Machine machine =
        parse_machine(made.substr(0, made.find("\npaths:")) + "\npaths: {way: {joints: {" + joints +
                          "}, p_max: 1}}\n",
                      "chain.yaml", ".");
    const Evaluation evaluation = evaluate(machine, {.at = {0.0}});
    const Sample& sample = evaluation.paths()[0].samples[0];
    ASSERT_EQ(sample.status, SampleStatus::ok) << sample.reason;
    const Expected expected = calculate(links);
    ASSERT_EQ(sample.D.size(), expected.D.size());
    EXPECT_LT((sample.D - expected.D).cwiseAbs().maxCoeff(), kDigits * 100.0);
    EXPECT_LT((sample.C - expected.C).cwiseAbs().maxCoeff(), kDigits * 100.0);
    ASSERT_TRUE(sample.tool);
    EXPECT_LT((sample.tool->position - expected.tool).cwiseAbs().maxCoeff(), kDigits);
    EXPECT_LT((sample.tool->rotation - expected.tool_axes).cwiseAbs().maxCoeff(), kDigits);
  }
}

}  // namespace
}  // namespace globaldyn::robot_text
