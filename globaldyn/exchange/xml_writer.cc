#include "globaldyn/exchange/xml_writer.h"

#include <fmt/format.h>

#include <cmath>

#include "globaldyn/exchange/robot_tree.h"

namespace globaldyn::inside {
inline namespace exchange {

std::string join_numbers(std::initializer_list<double> numbers) {
  std::string text;
  for (const double one : numbers) {
    constexpr double kNone = 1e-15;  // rounding errors of rotations
    text += fmt::format("{}{:.15g}", text.empty() ? "" : " ", std::abs(one) < kNone ? 0.0 : one);
  }
  return text;
}

std::string join_numbers(const Vector3d& vector) {
  return join_numbers({vector.x(), vector.y(), vector.z()});
}

Vector3d find_rpy(const Matrix3d& axes) {
  const double across = std::hypot(axes(0, 0), axes(1, 0));
  constexpr double kUpright = 1e-12;  // where roll and yaw are about one axis
  if (across < kUpright) {
    return {std::atan2(-axes(1, 2), axes(1, 1)), std::atan2(-axes(2, 0), across), 0.0};
  }
  return {std::atan2(axes(2, 1), axes(2, 2)), std::atan2(-axes(2, 0), across),
          std::atan2(axes(1, 0), axes(0, 0))};
}

std::string escape_xml(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string write_head(const Robot& robot, const std::string& source) {
  // Two hyphens would end the comment.
  const auto plain = [](std::string text) {
    for (std::size_t at = text.find("--"); at != std::string::npos; at = text.find("--")) {
      text.replace(at, 2, "-");
    }
    return text;
  };
  std::string text =
      fmt::format("<?xml version=\"1.0\"?>\n<!-- {} from {}.\n", plain(robot.name), plain(source));
  for (const std::string& one : robot.remarks) text += "  " + plain(one) + ".\n";
  return text + "-->\n";
}

void place_at_zero(Robot& robot) {
  std::map<std::string, Placement> places{{robot.root, {}}};
  for (const RobotJoint& one : make_tree(robot).joints) {
    places[one.child] = places.at(one.parent) * one.in_parent * one.in_child.inverse();
  }
  for (RobotLink& one : robot.links) one.shown = places.at(one.name);
  for (RobotJoint& one : robot.joints) one.start.reset();
}

}  // namespace exchange
}  // namespace globaldyn::inside
