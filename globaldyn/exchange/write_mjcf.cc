#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/errors.h"
#include "globaldyn/exchange/robot_tree.h"
#include "globaldyn/exchange/write_robot.h"
#include "globaldyn/exchange/xml_writer.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Kind = RobotJoint::Kind;

constexpr double kFar = 1e6;  // rad or m: an end that is none

std::string write_quaternion(const Matrix3d& axes) {
  const Eigen::Quaterniond q(axes);
  return join_numbers({q.w(), q.x(), q.y(), q.z()});
}

class MjcfWriter {
 public:
  MjcfWriter(Robot robot, const std::string& source) : robot_(std::move(robot)), source_(source) {}

  ExportedRobot write() {
    give_own_names();
    split_screws(robot_);
    make_mimics(robot_);
    tree_ = make_tree(robot_);
    tell_what_it_cannot_say();
    add_ends();
    std::string bodies = write_inside(robot_.root, 2);
    std::string sections = write_tendons();
    sections += write_section("equality", write_equalities());
    sections += write_section("actuator", write_actuators());
    return {write_head(robot_, source_) +
                fmt::format(
                    "<mujoco model=\"{}\">\n  <compiler angle=\"radian\" autolimits=\"true\"/>\n"
                    "  <option gravity=\"{}\"/>\n  <worldbody>\n{}  </worldbody>\n{}</mujoco>\n",
                    escape_xml(robot_.name), join_numbers(robot_.gravity), bodies, sections),
            robot_.remarks};
  }

 private:
  void tell(const std::string& what) { robot_.remarks.push_back(what + ": not told"); }

  void tell_what_it_cannot_say() {
    std::vector<std::string> light, points;
    for (const RobotLink& one : robot_.links) {
      const bool is_point = one.inertia.diagonal().minCoeff() < 1e-15;
      if (one.mass > 0.0 && is_point && one.name != robot_.root) points.push_back(one.name);
    }
    if (!points.empty()) {
      robot_.remarks.push_back(
          fmt::format("bodies without moments of inertia, which MuJoCo does not have: {}: they are "
                      "spheres of a millimetre",
                      fmt::join(points, ", ")));
    }
    for (const RobotJoint& one : tree_.joints) {
      const Chain chain = find_chain(one);
      if (chain.link->mass == 0.0 && chain.joints.size() == 1) light.push_back(chain.link->name);
    }
    if (!light.empty()) {
      robot_.remarks.push_back(
          fmt::format("links without a mass, which MuJoCo does not have: {}: they have a millionth "
                      "of their neighbours'",
                      fmt::join(light, ", ")));
    }
    for (const RobotDrive& one : robot_.drives) {
      if (one.max_speed) tell("greatest speed of drive '" + one.name + "'");
      if (std::isfinite(one.low) != std::isfinite(one.high)) {
        tell("drive '" + one.name + "': its only limit");
      }
    }
  }

  static std::string write_section(const char* name, const std::string& inside) {
    return inside.empty() ? "" : fmt::format("  <{0}>\n{1}  </{0}>\n", name, inside);
  }

  // What becomes a tendon has a name of its own among them, and so have its sites.
  void give_own_names() {
    std::set<std::string> tendons, sites;
    for (const RobotLink& link : robot_.links) {
      for (const RobotFrame& one : link.frames) sites.insert(one.name);
    }
    const auto name = [&](auto& one, const char* suffix) {
      const auto is_free = [&](const std::string& as) {
        return tendons.count(as) == 0 && sites.count(as + "_from") + sites.count(as + "_to") == 0;
      };
      std::string own = one.name;
      for (int i = 1; !is_free(own); ++i) own = one.name + suffix + std::string(i > 1 ? i : 0, '_');
      tendons.insert(own);
      one.name = own;
    };
    for (RobotDrive& one : robot_.drives) {
      if (one.of.size() != 1) name(one, "_drive");
    }
    for (RobotSpring& one : robot_.springs) name(one, "_spring");
    for (RobotCoupling& one : robot_.couplings) name(one, "_coupling");
  }

  // Sites for what acts between points.
  void add_ends() {
    const auto add = [&](const std::string& name, const auto& ends) {
      for (std::size_t i = 0; i < 2; ++i) {
        for (RobotLink& link : robot_.links) {
          if (link.name != ends[i].first) continue;
          link.frames.push_back(
              {name + (i == 0 ? "_from" : "_to"), {ends[i].second, Matrix3d::Identity()}});
        }
      }
    };
    for (const RobotDrive& one : robot_.drives) {
      if (one.of.empty()) add(one.name, one.ends);
    }
    for (const RobotSpring& one : robot_.springs) {
      if (one.of.empty()) add(one.name, one.ends);
    }
  }

  [[nodiscard]] std::string write_geom(const RobotShape& shape) const {
    std::string size;
    const char* type = "box";
    switch (shape.kind) {
      case RobotShape::Kind::sphere:
        type = "sphere";
        size = join_numbers({shape.radius});
        break;
      case RobotShape::Kind::cylinder:
      case RobotShape::Kind::capsule:
        type = shape.kind == RobotShape::Kind::cylinder ? "cylinder" : "capsule";
        size = join_numbers({shape.radius, 0.5 * shape.length});
        break;
      case RobotShape::Kind::ellipsoid:
      case RobotShape::Kind::box:
        type = shape.kind == RobotShape::Kind::box ? "box" : "ellipsoid";
        size = join_numbers(Vector3d(0.5 * shape.size));
        break;
    }
    return fmt::format(
        "<geom type=\"{}\" size=\"{}\" pos=\"{}\" quat=\"{}\" contype=\"0\" "
        "conaffinity=\"0\" mass=\"0\"/>\n",
        type, size, join_numbers(shape.placement.at), write_quaternion(shape.placement.axes));
  }

  // Joints that lead from a link to the next one with a mass, and that one.
  struct Chain {
    std::vector<const RobotJoint*> joints;
    const RobotLink* link;
  };

  [[nodiscard]] std::vector<const RobotJoint*> list_children(const std::string& link) const {
    std::vector<const RobotJoint*> children;
    for (const RobotJoint& one : tree_.joints) {
      if (one.parent == link) children.push_back(&one);
    }
    return children;
  }

  [[nodiscard]] Chain find_chain(const RobotJoint& first) const {
    Chain chain{{&first}, find_link(robot_, first.child)};
    while (chain.link->mass == 0.0 && chain.joints.back()->kind != Kind::spherical &&
           chain.link->frames.empty() && !is_closed(*chain.link)) {
      const auto next = list_children(chain.link->name);
      if (next.size() != 1 || next.front()->kind == Kind::spherical) break;
      chain.joints.push_back(next.front());
      chain.link = find_link(robot_, next.front()->child);
    }
    return chain;
  }

  [[nodiscard]] bool is_closed(const RobotLink& link) const {
    return std::any_of(tree_.closing.begin(), tree_.closing.end(), [&](const RobotJoint& one) {
      return one.parent == link.name || one.child == link.name;
    });
  }

  [[nodiscard]] std::string write_inside(const std::string& link, std::size_t depth) const {
    std::string text;
    const std::string indent(2 * depth, ' ');
    const RobotLink& own = *find_link(robot_, link);
    for (const RobotShape& one : own.shapes) text += indent + write_geom(one);
    for (const RobotFrame& one : own.frames) {
      text += fmt::format("{}<site name=\"{}\" pos=\"{}\" quat=\"{}\"/>\n", indent,
                          escape_xml(one.name), join_numbers(one.placement.at),
                          write_quaternion(one.placement.axes));
    }
    for (const RobotJoint* child : list_children(link)) {
      text += write_body(own, find_chain(*child), depth);
    }
    return text;
  }

  [[nodiscard]] std::string write_body(const RobotLink& parent, const Chain& chain,
                                       std::size_t depth) const {
    const std::string indent(2 * depth, ' ');
    const RobotLink& link = *chain.link;
    const Placement place = parent.shown.inverse() * link.shown;
    std::string text =
        fmt::format("{}<body name=\"{}\" pos=\"{}\" quat=\"{}\">\n", indent, escape_xml(link.name),
                    join_numbers(place.at), write_quaternion(place.axes));
    const auto [mass, i] = find_mass(link);
    text += fmt::format("{}  <inertial pos=\"{}\" mass=\"{}\" fullinertia=\"{}\"/>\n", indent,
                        join_numbers(link.com), join_numbers({mass}),
                        join_numbers({i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)}));
    for (const RobotJoint* one : chain.joints) {
      if (one->kind == Kind::free) text += indent + "  <freejoint/>\n";
      if (one->kind != Kind::fixed && one->kind != Kind::free)
        text += indent + "  " + write_joint(*one, link);
    }
    return text + write_inside(link.name, depth + 1) + indent + "</body>\n";
  }

  // MuJoCo has no bodies that move without a mass.
  [[nodiscard]] std::pair<double, Matrix3d> find_mass(const RobotLink& link) const {
    if (link.mass > 0.0) {
      // It wants moments of inertia of points, too: those of a sphere of a millimetre.
      constexpr double kPoint = 1e-6;  // m²
      const bool is_point = link.inertia.diagonal().minCoeff() < 1e-15;
      return {link.mass, is_point
                             ? Matrix3d(link.inertia + kPoint * link.mass * Matrix3d::Identity())
                             : link.inertia};
    }
    constexpr double kShare = 1e-6;  // below what its soft constraints are exact to
    double mass = 0.0, moment = 0.0;
    for (const RobotJoint& one : robot_.joints) {
      if (one.parent != link.name && one.child != link.name) continue;
      const RobotLink& other = *find_link(robot_, one.parent == link.name ? one.child : one.parent);
      mass = std::max(mass, other.mass);
      moment = std::max(moment, other.inertia.trace() / 3.0);
    }
    const bool is_known = mass > 0.0 && moment > 0.0;
    return {kShare * (is_known ? mass : 1.0),
            kShare * (is_known ? moment : 1.0) * Matrix3d::Identity()};
  }

  // In the frame of the link where it is shown.
  [[nodiscard]] std::string write_joint(const RobotJoint& joint, const RobotLink& link) const {
    const Placement frame =
        link.shown.inverse() * find_link(robot_, joint.child)->shown * joint.in_child;
    std::string text =
        fmt::format("<joint name=\"{}\" type=\"{}\" pos=\"{}\"", escape_xml(joint.name),
                    joint.kind == Kind::spherical   ? "ball"
                    : joint.kind == Kind::prismatic ? "slide"
                                                    : "hinge",
                    join_numbers(frame.at));
    if (joint.kind == Kind::spherical) return text + "/>\n";
    text += fmt::format(" axis=\"{}\"", join_numbers(Vector3d(frame.axes * joint.axis)));
    const auto add = [&](const char* key, double value) {
      if (value != 0.0) text += fmt::format(" {}=\"{}\"", key, join_numbers({value}));
    };
    add("ref", joint.start.value_or(0.0));
    if (joint.lower && (std::isfinite(*joint.lower) || std::isfinite(*joint.upper))) {
      text +=
          fmt::format(" range=\"{}\"",
                      join_numbers({std::max(-kFar, *joint.lower), std::min(kFar, *joint.upper)}));
    }
    add("damping", joint.damping);
    add("frictionloss", joint.friction);
    add("armature", joint.armature);
    add("stiffness", joint.stiffness);
    if (joint.stiffness != 0.0) add("springref", joint.rest);
    return text + "/>\n";
  }

  [[nodiscard]] static std::string write_sum(const std::vector<RobotTerm>& of) {
    std::string text;
    for (const auto& [joint, factor] : of) {
      text += fmt::format("      <joint joint=\"{}\" coef=\"{}\"/>\n", escape_xml(joint),
                          join_numbers({factor}));
    }
    return text;
  }

  [[nodiscard]] static std::string write_straight(const std::string& name) {
    return fmt::format("      <site site=\"{0}_from\"/><site site=\"{0}_to\"/>\n",
                       escape_xml(name));
  }

  [[nodiscard]] static std::string write_tendon(const std::string& name, const std::string& more,
                                                const std::vector<RobotTerm>& of) {
    const char* kind = of.empty() ? "spatial" : "fixed";
    return fmt::format("    <{0} name=\"{1}\"{2}>\n{3}    </{0}>\n", kind, escape_xml(name), more,
                       of.empty() ? write_straight(name) : write_sum(of));
  }

  // MuJoCo takes -1 for none told.
  [[nodiscard]] static std::string write_length(double length) {
    return length == -1.0 ? "-1.0000000000000002" : join_numbers({length});
  }

  // Sums and straight ways that drives, springs and couplings act on, and their constraints.
  [[nodiscard]] std::string write_tendons() const {
    std::string text;
    for (const RobotDrive& one : robot_.drives) {
      if (one.of.size() != 1) text += write_tendon(one.name, "", one.of);
    }
    for (const RobotSpring& one : robot_.springs) {
      text += write_tendon(one.name,
                           fmt::format(" stiffness=\"{}\" springlength=\"{}\" damping=\"{}\"",
                                       join_numbers({one.stiffness}), write_length(one.rest),
                                       join_numbers({one.damping})),
                           one.of);
    }
    for (const RobotCoupling& one : robot_.couplings) text += write_tendon(one.name, "", one.of);
    return write_section("tendon", text);
  }

  [[nodiscard]] double find_start(const std::string& joint) const {
    return find_joint(robot_, joint)->start.value_or(0.0);
  }

  [[nodiscard]] std::string write_equalities() const {
    std::string text;
    for (const RobotJoint& one : tree_.closing) text += write_closing(one);
    for (const RobotJoint& one : robot_.joints) {
      if (!one.mimic) continue;
      const double multiplier = one.mimic->multiplier;
      // Both are told from where they are shown.
      const double off =
          one.mimic->offset + multiplier * find_start(one.mimic->joint) - one.start.value_or(0.0);
      text += fmt::format("    <joint joint1=\"{}\" joint2=\"{}\" polycoef=\"{} 0 0 0\"/>\n",
                          escape_xml(one.name), escape_xml(one.mimic->joint),
                          join_numbers({off, multiplier}));
    }
    for (const RobotCoupling& one : robot_.couplings) {
      double off = one.equals;
      for (const auto& [joint, factor] : one.of) off -= factor * find_start(joint);
      text += fmt::format("    <tendon tendon1=\"{}\" polycoef=\"{} 0 0 0 0\"/>\n",
                          escape_xml(one.name), join_numbers({off}));
    }
    return text;
  }

  [[nodiscard]] std::string write_closing(const RobotJoint& joint) const {
    const std::string bodies =
        fmt::format("body1=\"{}\" body2=\"{}\"", name_body(joint.parent), name_body(joint.child));
    if (joint.kind == Kind::fixed) {
      const Placement pose =
          find_link(robot_, joint.parent)->shown.inverse() * find_link(robot_, joint.child)->shown;
      return fmt::format("    <weld {} relpose=\"{} {}\"/>\n", bodies, join_numbers(pose.at),
                         write_quaternion(pose.axes));
    }
    std::vector<Vector3d> anchors{joint.in_parent.at};
    if (joint.kind == Kind::revolute) {
      constexpr double kApart = 0.1;  // m
      anchors.push_back(joint.in_parent.at + kApart * joint.in_parent.axes * joint.axis);
    } else if (joint.kind != Kind::spherical) {
      throw InputError(whole_place(source_), "a loop of slides without a hinge to close it by",
                       "expected what MJCF can say: SDFormat can");
    }
    std::string text;
    for (const Vector3d& one : anchors) {
      text += fmt::format("    <connect {} anchor=\"{}\"/>\n", bodies, join_numbers(one));
    }
    return text;
  }

  [[nodiscard]] std::string name_body(const std::string& link) const {
    return link == robot_.root ? "world" : escape_xml(link);
  }

  [[nodiscard]] std::string write_actuators() const {
    std::string text;
    for (const RobotDrive& one : robot_.drives) {
      const std::string on = one.of.size() == 1
                                 ? fmt::format("joint=\"{}\"", escape_xml(one.of[0].first))
                                 : fmt::format("tendon=\"{}\"", escape_xml(one.name));
      // A cable's force is positive where it pulls.
      const double gear = one.is_cable ? -one.ratio : one.ratio;
      text += fmt::format("    <motor name=\"{}\" {} gear=\"{}\"", escape_xml(one.name), on,
                          join_numbers({gear}));
      if (std::isfinite(one.low) && std::isfinite(one.high)) {
        text += fmt::format(" ctrlrange=\"{}\"", join_numbers({one.low, one.high}));
      }
      text += "/>\n";
    }
    return text;
  }

  Robot robot_;
  const std::string& source_;
  RobotTree tree_;
};

}  // namespace

ExportedRobot write_mjcf(Robot robot, const std::string& source) {
  return MjcfWriter(std::move(robot), source).write();
}

}  // namespace exchange
}  // namespace globaldyn::inside
