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

std::string write_pose(const Placement& place, const std::string& relative_to = "") {
  const std::string frame =
      relative_to.empty() ? "" : fmt::format(" relative_to=\"{}\"", escape_xml(relative_to));
  return fmt::format("<pose{}>{} {}</pose>", frame, join_numbers(place.at),
                     join_numbers(find_rpy(place.axes)));
}

std::string write_geometry(const RobotShape& shape) {
  const std::string radius = join_numbers({shape.radius}), length = join_numbers({shape.length});
  switch (shape.kind) {
    case RobotShape::Kind::sphere:
      return fmt::format("<sphere><radius>{}</radius></sphere>", radius);
    case RobotShape::Kind::cylinder:
    case RobotShape::Kind::capsule:
      return fmt::format("<{0}><radius>{1}</radius><length>{2}</length></{0}>",
                         shape.kind == RobotShape::Kind::cylinder ? "cylinder" : "capsule", radius,
                         length);
    case RobotShape::Kind::ellipsoid:
      return fmt::format("<ellipsoid><radii>{}</radii></ellipsoid>",
                         join_numbers(Vector3d(0.5 * shape.size)));
    case RobotShape::Kind::box:
      break;
  }
  return fmt::format("<box><size>{}</size></box>", join_numbers(shape.size));
}

class SdfWriter {
 public:
  SdfWriter(Robot robot, const std::string& source) : robot_(std::move(robot)), source_(source) {}

  ExportedRobot write() {
    make_mimics(robot_);
    for (const RobotCoupling& one : robot_.couplings) {
      throw InputError(whole_place(source_),
                       "coupling '" + one.name + "' of more than two coordinates",
                       "expected what SDFormat can say: MJCF can");
    }
    for (const RobotJoint& one : robot_.joints) {
      if (one.kind != Kind::free) continue;
      throw InputError(whole_place(source_), "body '" + one.child + "', which no joint holds",
                       "expected what SDFormat can say: MJCF can");
    }
    if (make_tree(robot_).closing.empty()) {
      place_at_zero(robot_);
    } else {
      robot_.remarks.push_back("joints are at zero where the machine's guesses lead to");
      shift_to_shown(robot_);
    }
    tell_what_it_cannot_say();
    std::string parts;
    for (const RobotLink& one : robot_.links) parts += write_link(one);
    // The world is nobody's child.
    for (const RobotJoint& one : robot_.joints) {
      parts += write_joint(one.child == robot_.root ? turn_round(one) : one);
    }
    return {write_head(robot_, source_) +
                fmt::format("<sdf version=\"1.10\">\n  <world name=\"globaldyn\">\n"
                            "    <gravity>{}</gravity>\n    <model name=\"{}\">\n{}    </model>\n"
                            "  </world>\n</sdf>\n",
                            join_numbers(robot_.gravity), escape_xml(robot_.name), parts),
            robot_.remarks};
  }

 private:
  void tell(const std::string& what) { robot_.remarks.push_back(what + ": not told"); }

  void tell_what_it_cannot_say() {
    tell_drives_of_joints(robot_);
    for (const RobotSpring& one : robot_.springs) tell("spring '" + one.name + "'");
    for (const RobotJoint& one : robot_.joints) {
      if (one.armature != 0.0) tell("rotor on '" + one.name + "'");
    }
  }

  [[nodiscard]] std::string write_link(const RobotLink& link) const {
    if (link.name == robot_.root) return write_frames(link, "world");
    std::string text = fmt::format("      <link name=\"{}\">\n        {}\n", escape_xml(link.name),
                                   write_pose(link.shown));
    const Matrix3d& i = link.inertia;
    text += fmt::format(
        "        <inertial>{}<mass>{}</mass><inertia><ixx>{}</ixx><ixy>{}</ixy><ixz>{}</ixz>"
        "<iyy>{}</iyy><iyz>{}</iyz><izz>{}</izz></inertia></inertial>\n",
        write_pose({link.com, Matrix3d::Identity()}), join_numbers({link.mass}),
        join_numbers({i(0, 0)}), join_numbers({i(0, 1)}), join_numbers({i(0, 2)}),
        join_numbers({i(1, 1)}), join_numbers({i(1, 2)}), join_numbers({i(2, 2)}));
    for (const char* kind : {"visual", "collision"}) {
      for (std::size_t k = 0; k < link.shapes.size(); ++k) {
        text += fmt::format("        <{0} name=\"{0}{1}\">{2}<geometry>{3}</geometry></{0}>\n",
                            kind, k + 1, write_pose(link.shapes[k].placement),
                            write_geometry(link.shapes[k]));
      }
    }
    return text + "      </link>\n" + write_frames(link, link.name);
  }

  [[nodiscard]] static std::string write_frames(const RobotLink& link, const std::string& name) {
    std::string text;
    if (name == "world") return text;
    for (const RobotFrame& one : link.frames) {
      text += fmt::format("      <frame name=\"{}\" attached_to=\"{}\">{}</frame>\n",
                          escape_xml(one.name), escape_xml(name), write_pose(one.placement));
    }
    return text;
  }

  [[nodiscard]] std::string name_link(const std::string& link) const {
    return link == robot_.root ? "world" : link;
  }

  [[nodiscard]] std::string write_axis(const RobotJoint& joint) const {
    const JointMotor motor = find_motor(robot_, joint.name);
    std::string limit;
    const auto add = [&](const char* key, double value) {
      if (std::isfinite(value)) limit += fmt::format("<{0}>{1}</{0}>", key, join_numbers({value}));
    };
    if (joint.lower) add("lower", *joint.lower);
    if (joint.upper) add("upper", *joint.upper);
    if (motor.effort) add("effort", *motor.effort);
    if (motor.velocity) add("velocity", *motor.velocity);
    std::string text = fmt::format("        <axis><xyz>{}</xyz>", join_numbers(joint.axis));
    if (!limit.empty()) text += fmt::format("<limit>{}</limit>", limit);
    if (joint.damping != 0.0 || joint.friction != 0.0 || joint.stiffness != 0.0) {
      text += fmt::format(
          "<dynamics><damping>{}</damping><friction>{}</friction><spring_reference>{}"
          "</spring_reference><spring_stiffness>{}</spring_stiffness></dynamics>",
          join_numbers({joint.damping}), join_numbers({joint.friction}), join_numbers({joint.rest}),
          join_numbers({joint.stiffness}));
    }
    if (joint.mimic) {
      text += fmt::format(
          "<mimic joint=\"{}\"><multiplier>{}</multiplier><offset>{}</offset>"
          "<reference>0</reference></mimic>",
          escape_xml(joint.mimic->joint), join_numbers({joint.mimic->multiplier}),
          join_numbers({joint.mimic->offset}));
    }
    text += "</axis>\n";
    if (joint.kind == Kind::universal) {
      text +=
          fmt::format("        <axis2><xyz>{}</xyz></axis2>\n", join_numbers(joint.second_axis));
    }
    if (joint.kind == Kind::screw) {
      text += fmt::format("        <screw_thread_pitch>{}</screw_thread_pitch>\n",
                          join_numbers({joint.lead}));
    }
    return text;
  }

  [[nodiscard]] std::string write_joint(const RobotJoint& joint) const {
    const char* type = "fixed";
    switch (joint.kind) {
      case Kind::prismatic:
        type = "prismatic";
        break;
      case Kind::universal:
        type = "universal";
        break;
      case Kind::spherical:
        type = "ball";
        break;
      case Kind::screw:
        type = "screw";
        break;
      case Kind::revolute:
        type = joint.lower ? "revolute" : "continuous";
        break;
      case Kind::fixed:
      case Kind::free:
        break;
    }
    const std::string pose = write_pose(joint.in_child);
    const bool has_axis = joint.kind != Kind::fixed && joint.kind != Kind::spherical;
    return fmt::format(
        "      <joint name=\"{}\" type=\"{}\">\n        <parent>{}</parent><child>{}</child>{}\n{}"
        "      </joint>\n",
        escape_xml(joint.name), type, escape_xml(name_link(joint.parent)),
        escape_xml(name_link(joint.child)), pose, has_axis ? write_axis(joint) : "");
  }

  Robot robot_;
  const std::string& source_;
};

}  // namespace

ExportedRobot write_sdf(Robot robot, const std::string& source) {
  return SdfWriter(std::move(robot), source).write();
}

}  // namespace exchange
}  // namespace globaldyn::inside
