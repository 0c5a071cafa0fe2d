#include <fmt/format.h>

#include <cmath>

#include "core/base/errors.h"
#include "globaldyn/exchange/robot_tree.h"
#include "globaldyn/exchange/write_robot.h"
#include "globaldyn/exchange/xml_writer.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Kind = RobotJoint::Kind;

class UrdfWriter {
 public:
  UrdfWriter(Robot robot, const std::string& source) : robot_(std::move(robot)), source_(source) {}

  ExportedRobot write() {
    split_screws(robot_);
    make_mimics(robot_);
    refuse_what_it_cannot_say();
    const RobotTree tree = make_tree(robot_);
    for (const RobotJoint& one : tree.joints) in_joint_[one.child] = one.in_child;
    std::string parts;
    for (const RobotLink& one : robot_.links) parts += write_link(one);
    for (const RobotJoint& one : tree.joints) parts += write_joint(one);
    for (const RobotLink& one : robot_.links) {
      for (const RobotFrame& frame : one.frames) parts += write_frame(one, frame);
    }
    return {write_head(robot_, source_) +
                fmt::format("<robot name=\"{}\">\n{}</robot>\n", escape_xml(robot_.name), parts),
            robot_.remarks};
  }

 private:
  void refuse_what_it_cannot_say() {
    const auto refuse = [&](const std::string& wrong) {
      throw InputError(whole_place(source_), wrong,
                       "expected what URDF can say: SDFormat or MJCF can");
    };
    if (!make_tree(robot_).closing.empty()) refuse("loops");
    for (const RobotJoint& one : robot_.joints) {
      if (one.kind == Kind::spherical) refuse("ball '" + one.name + "'");
      if (one.kind == Kind::free) refuse("body '" + one.child + "', which no joint holds");
    }
    for (const RobotCoupling& one : robot_.couplings) {
      refuse("coupling '" + one.name + "' of more than two coordinates");
    }
    tell_drives_of_joints(robot_);
    for (const RobotSpring& one : robot_.springs) tell("spring '" + one.name + "'");
    for (const RobotJoint& one : robot_.joints) {
      if (one.stiffness != 0.0) tell("spring on '" + one.name + "'");
      if (one.armature != 0.0) tell("rotor on '" + one.name + "'");
    }
    if (robot_.gravity != Vector3d(0.0, 0.0, -9.81)) {
      tell("gravity of " + join_numbers(robot_.gravity) + " m/s^2");
    }
  }

  void tell(const std::string& what) { robot_.remarks.push_back(what + ": not told"); }

  // What is on a link, in the frame of its joint.
  [[nodiscard]] Placement from_joint(const std::string& link) const {
    const auto found = in_joint_.find(link);
    return found == in_joint_.end() ? Placement{} : found->second.inverse();
  }

  [[nodiscard]] static std::string write_origin(const Placement& place) {
    return fmt::format("<origin xyz=\"{}\" rpy=\"{}\"/>", join_numbers(place.at),
                       join_numbers(find_rpy(place.axes)));
  }

  [[nodiscard]] static std::string write_geometry(const RobotShape& shape) {
    switch (shape.kind) {
      case RobotShape::Kind::sphere:
        return fmt::format("<sphere radius=\"{}\"/>", join_numbers({shape.radius}));
      case RobotShape::Kind::cylinder:
      case RobotShape::Kind::capsule:
        return fmt::format("<cylinder radius=\"{}\" length=\"{}\"/>", join_numbers({shape.radius}),
                           join_numbers({shape.length}));
      default:
        return fmt::format("<box size=\"{}\"/>", join_numbers(shape.size));
    }
  }

  [[nodiscard]] std::string write_link(const RobotLink& link) const {
    const Placement from = from_joint(link.name);
    std::string text = fmt::format("  <link name=\"{}\">\n", escape_xml(link.name));
    if (link.name != robot_.root && link.mass > 0.0) {
      const Matrix3d i = from.axes * link.inertia * from.axes.transpose();
      text += fmt::format(
          "    <inertial>\n      <origin xyz=\"{}\"/>\n      <mass value=\"{}\"/>\n"
          "      <inertia ixx=\"{}\" ixy=\"{}\" ixz=\"{}\" iyy=\"{}\" iyz=\"{}\" izz=\"{}\"/>\n"
          "    </inertial>\n",
          join_numbers(from.at + from.axes * link.com), join_numbers({link.mass}),
          join_numbers({i(0, 0)}), join_numbers({i(0, 1)}), join_numbers({i(0, 2)}),
          join_numbers({i(1, 1)}), join_numbers({i(1, 2)}), join_numbers({i(2, 2)}));
    }
    for (const char* kind : {"visual", "collision"}) {
      for (const RobotShape& one : link.shapes) {
        text += fmt::format("    <{0}>{1}<geometry>{2}</geometry></{0}>\n", kind,
                            write_origin(from * one.placement), write_geometry(one));
      }
    }
    return text + "  </link>\n";
  }

  [[nodiscard]] std::string write_frame(const RobotLink& link, const RobotFrame& frame) const {
    return fmt::format(
        "  <link name=\"{0}\"/>\n  <joint name=\"{0}_on_{1}\" type=\"fixed\">\n    "
        "<parent link=\"{1}\"/><child link=\"{0}\"/>{2}\n  </joint>\n",
        escape_xml(frame.name), escape_xml(link.name),
        write_origin(from_joint(link.name) * frame.placement));
  }

  // At the joint; those of several drives on it together.
  [[nodiscard]] std::string write_limit(const RobotJoint& joint) const {
    const JointMotor motor = find_motor(robot_, joint.name);
    std::string text;
    if (joint.lower) {
      text += fmt::format(" lower=\"{}\" upper=\"{}\"", join_numbers({*joint.lower}),
                          join_numbers({*joint.upper}));
    }
    return fmt::format("    <limit{} effort=\"{}\" velocity=\"{}\"/>\n", text,
                       join_numbers({motor.effort.value_or(0.0)}),
                       join_numbers({motor.velocity.value_or(0.0)}));
  }

  [[nodiscard]] std::string write_joint(const RobotJoint& joint) const {
    const bool has_ends =
        joint.lower && (std::isfinite(*joint.lower) || std::isfinite(*joint.upper));
    const char* type = joint.kind == Kind::fixed       ? "fixed"
                       : joint.kind == Kind::prismatic ? "prismatic"
                       : has_ends                      ? "revolute"
                                                       : "continuous";
    const Placement origin = from_joint(joint.parent) * joint.in_parent;
    std::string text = fmt::format(
        "  <joint name=\"{}\" type=\"{}\">\n    <parent link=\"{}\"/><child link=\"{}\"/>\n    "
        "{}\n",
        escape_xml(joint.name), type, escape_xml(joint.parent), escape_xml(joint.child),
        write_origin(origin));
    if (joint.kind == Kind::fixed) return text + "  </joint>\n";
    text += fmt::format("    <axis xyz=\"{}\"/>\n", join_numbers(joint.axis));
    RobotJoint told = joint;
    if (has_ends || joint.kind == Kind::prismatic) {
      constexpr double kFar = 1e6;  // rad or m: URDF wants both ends, and of slides always
      told.lower = std::max(-kFar, joint.lower.value_or(-kFar));
      told.upper = std::min(kFar, joint.upper.value_or(kFar));
    } else {
      told.lower = told.upper = std::nullopt;
    }
    text += write_limit(told);
    if (joint.damping != 0.0 || joint.friction != 0.0) {
      text += fmt::format("    <dynamics damping=\"{}\" friction=\"{}\"/>\n",
                          join_numbers({joint.damping}), join_numbers({joint.friction}));
    }
    if (joint.mimic) {
      text += fmt::format("    <mimic joint=\"{}\" multiplier=\"{}\" offset=\"{}\"/>\n",
                          escape_xml(joint.mimic->joint), join_numbers({joint.mimic->multiplier}),
                          join_numbers({joint.mimic->offset}));
    }
    return text + "  </joint>\n";
  }

  Robot robot_;
  const std::string& source_;
  std::map<std::string, Placement> in_joint_;  // of a link, the frame of the joint it hangs on
};

}  // namespace

ExportedRobot write_urdf(Robot robot, const std::string& source) {
  return UrdfWriter(std::move(robot), source).write();
}

}  // namespace exchange
}  // namespace globaldyn::inside
