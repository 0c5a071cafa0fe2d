// What is read of accelerations' limits, and what is refused in one line.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "globaldyn/record/fingerprint.h"
#include "tests/limits/point_table.h"

namespace globaldyn::inside::test {
namespace {

std::string write_path(const std::string& keys) {
  return "  go: {position: {line: {from: [0, 0], to: [3, 0]}}" + keys + "}\n";
}

// The message, or nothing if the file is read.
std::string refuse(const std::string& text) {
  try {
    (void)parse_machine(text, "table.yaml", ".");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::string refuse_path(const std::string& keys) {
  return refuse(write_x_y_table("drives:\n" + kStrongDrives + "paths:\n" + write_path(keys)));
}

std::string refuse_drive(const std::string& keys) {
  return refuse(
      write_x_y_table("drives:\n  FX: {joint: X" + keys + "}\npaths:\n" + write_path("")));
}

void expect_refused(const std::string& message, const std::string& part) {
  EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  EXPECT_NE(message.find("table.yaml:"), std::string::npos) << message;
}

TEST(AccelerationInput, OfDrives) {
  EXPECT_EQ(refuse_drive(", max_acceleration: 2 m/s^2"), "");
  EXPECT_EQ(refuse_drive(", gear: {ratio: 3 rad/m}, max_acceleration: 2 rad/s^2"), "");
  expect_refused(refuse_drive(", max_acceleration: -2 m/s^2"), "max_acceleration");
  expect_refused(refuse_drive(", max_acceleration: 0"), "max_acceleration");
  expect_refused(refuse_drive(", max_acceleration: 2 m/s"), "m/s");
  expect_refused(refuse_drive(", gear: {ratio: 3 rad/m}, max_acceleration: 2 m/s^2"), "m/s");
  expect_refused(refuse_drive(", max_accelaration: 2"), "max_accelaration");
}

TEST(AccelerationInput, OfPaths) {
  const Machine machine =
      make_point_table(kStrongDrives, write_path(", acceleration_limit: [{to: 0.5, limit: 2}, "
                                                 "{from: 0.25, limit: {along: 1, across: 3}}]"));
  const std::vector<PathAccelerationLimit>& limits = machine.paths[0].acceleration_limits;
  ASSERT_EQ(limits.size(), 2u);
  EXPECT_EQ(limits[0].from, 0.0);
  EXPECT_EQ(limits[0].to, 0.5);
  EXPECT_EQ(limits[0].all, 2.0);
  EXPECT_EQ(limits[0].along, kInfinity);
  EXPECT_EQ(limits[1].from, 0.25);
  EXPECT_EQ(limits[1].to, 1.0);
  EXPECT_EQ(limits[1].along, 1.0);
  EXPECT_EQ(limits[1].across, 3.0);
  EXPECT_EQ(limits[1].all, kInfinity);
  expect_refused(refuse_path(", acceleration_limit: -1"), "acceleration_limit");
  expect_refused(refuse_path(", acceleration_limit: 1 m/s"), "m/s");
  expect_refused(refuse_path(", acceleration_limit: {along: 1 N}"), "N");
  expect_refused(refuse_path(", acceleration_limit: {}"), "expected 'along', 'across' or 'all'");
  expect_refused(refuse_path(", acceleration_limit: {alone: 1}"), "alone");
  expect_refused(refuse_path(", acceleration_limit: [{from: 0, limit: {speed: 1}}]"), "speed");
  expect_refused(refuse_path(", acceleration_limit: [{from: 0}]"), "limit");
  expect_refused(refuse_path(", acceleration_limit: [{from: 0.5, to: 0.4, limit: 1}]"),
                 "an acceleration limit from p = 0.5 to 0.4");
  expect_refused(refuse_path(", acceleration_limit: [{to: 2, limit: 1}]"), "from p = 0 to 2");
  expect_refused(refuse_path(", acceleration_limit: [{till: 1, limit: 1}]"), "till");
}

TEST(AccelerationInput, OfPathsWithoutAToolThatMoves) {
  std::string text =
      write_x_y_table("paths: {go: {joints: {X: p}, p_max: 1, acceleration_limit: 1}}\n");
  EXPECT_EQ(refuse(text), "");
  text.erase(text.find("tool:"), text.find("paths:") - text.find("tool:"));
  expect_refused(refuse(text), "an acceleration limit without a tool");
  const std::string turning =
      "position: {x: 0.1, y: 0.2, z: 0}, orientation: {cardan: [0, 0, p]}, p_max: 1, ";
  expect_refused(refuse(write_x_y_table("paths: {go: {" + turning + "acceleration_limit: 1}}\n")),
                 "on which the tool stays where it is");
}

TEST(AccelerationInput, OfJoints) {
  const auto refuse_joint = [](const std::string& type, const std::string& most) {
    return refuse(
        "globaldyn: 1\nname: joint\nbodies: {b: {mass: 1, inertia: {plate: 1}}}\n"
        "joints: {J: {type: " +
        type + ", a: ground, b: b, max_acceleration: " + most + "}}\n");
  };
  EXPECT_EQ(refuse_joint("revolute", "2 rad/s^2"), "");
  EXPECT_EQ(refuse_joint("planar", "{x: 2 m/s^2, angle: 3}"), "");
  const auto refuse_in_one_line = [](const std::string& message) {
    EXPECT_NE(message, "");
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  };
  refuse_in_one_line(refuse_joint("revolute", "2 m/s^2"));
  refuse_in_one_line(refuse_joint("revolute", "-2"));
  refuse_in_one_line(refuse_joint("planar", "2"));
  refuse_in_one_line(refuse_joint("planar", "{z: 2}"));
  refuse_in_one_line(refuse_joint("spherical", "2"));
  refuse_in_one_line(refuse_joint("weld", "2"));
}

// A plan made under other limits is not one of this machine.
TEST(AccelerationInput, FingerprintsKnowThem) {
  const auto print = [](const std::string& of_drive, const std::string& of_path) {
    const Machine machine = make_point_table("  FX: {joint: X" + of_drive + "}\n  FY: {joint: Y}\n",
                                             write_path(of_path));
    return make_fingerprint(machine, machine.paths[0]);
  };
  const std::string none = print("", "");
  EXPECT_NE(print(", max_acceleration: 2", ""), none);
  EXPECT_NE(print(", max_acceleration: 2", ""), print(", max_acceleration: 3", ""));
  EXPECT_NE(print("", ", acceleration_limit: 2"), none);
  EXPECT_NE(print("", ", acceleration_limit: 2"), print("", ", acceleration_limit: {along: 2}"));
}

}  // namespace
}  // namespace globaldyn::inside::test
