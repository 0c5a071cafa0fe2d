#include "globaldyn/exchange/urdf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/errors.h"
#include "core/description/rotations.h"
#include "globaldyn/exchange/mesh.h"
#include "globaldyn/exchange/xml_element.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Element = XmlElement;
using Tree = XmlElement::Tree;
using Kind = RobotJoint::Kind;

Placement read_origin(const Element& element) {
  const auto origin = element.child("origin");
  if (!origin) return {};
  if (origin->find("quat_xyzw")) origin->fail("quat_xyzw", "expected rpy");
  const Vector3d rpy = origin->read_vector("rpy", Vector3d::Zero());
  return {origin->read_vector("xyz", Vector3d::Zero()), make_rpy_rotation(rpy), rpy};
}

void read_inertial(const Element& inertial, RobotLink& link) {
  const Placement origin = read_origin(inertial);
  link.com = origin.at;
  if (const auto mass = inertial.child("mass")) {
    link.mass = mass->read_number("value");
    if (link.mass < 0.0) mass->fail("a mass below 0", "expected >= 0");
  }
  const auto inertia = inertial.child("inertia");
  if (!inertia) return;
  const auto entry = [&](const char* name) { return inertia->find_number(name).value_or(0.0); };
  Matrix3d matrix;
  matrix << entry("ixx"), entry("ixy"), entry("ixz"),  //
      entry("ixy"), entry("iyy"), entry("iyz"),        //
      entry("ixz"), entry("iyz"), entry("izz");
  link.inertia = origin.axes * matrix * origin.axes.transpose();
}

// None of a mesh that cannot be read.
std::optional<RobotShape> read_mesh_box(const Element& mesh, const Placement& placement) {
  const auto read = read_mesh(find_mesh(mesh.require("filename"), mesh.file()));
  if (!read) return std::nullopt;
  return make_box(*read, mesh.read_vector("scale", Vector3d::Ones()), placement);
}

std::optional<RobotShape> read_shape(const Element& element) {
  const auto geometry = element.child("geometry");
  if (!geometry) return std::nullopt;
  RobotShape shape;
  shape.placement = read_origin(element);
  if (const auto box = geometry->child("box")) {
    static_cast<void>(box->require("size"));
    shape.size = box->read_vector("size", Vector3d::Zero());
    return shape;
  }
  if (const auto cylinder = geometry->child("cylinder")) {
    shape.kind = RobotShape::Kind::cylinder;
    shape.radius = cylinder->read_number("radius");
    shape.length = cylinder->read_number("length");
    return shape;
  }
  if (const auto sphere = geometry->child("sphere")) {
    shape.kind = RobotShape::Kind::sphere;
    shape.radius = sphere->read_number("radius");
    return shape;
  }
  if (const auto mesh = geometry->child("mesh")) return read_mesh_box(*mesh, shape.placement);
  return std::nullopt;
}

// What is told of all parts together.
struct Read {
  std::map<std::string, JointMotor> motors;
  std::map<std::string, double> reductions;  // of transmissions, by names of joints
  std::vector<std::string> meshes;           // names of links of which nothing can be drawn
  std::map<std::string, int> others;         // elements that are left out
};

RobotLink read_link(const Tree& tree, const std::string& file, Read& read) {
  const std::string name = tree.get<std::string>("<xmlattr>.name", "");
  const Element element(tree, "link '" + name + "'", file);
  RobotLink link;
  link.name = element.require("name");
  link.from = element.place();
  for (const std::string& one : element.list_others({"inertial", "visual", "collision"})) {
    ++read.others[one];
  }
  if (const auto inertial = element.child("inertial")) read_inertial(*inertial, link);
  bool has_mesh = false;
  // What it collides with is mostly plainer than what it looks like.
  for (const char* kind : {"collision", "visual"}) {
    for (const Element& one : element.children(kind)) {
      for (const std::string& other : one.list_others({"origin", "geometry", "material"})) {
        ++read.others[other];
      }
      if (auto shape = read_shape(one)) {
        link.shapes.push_back(*std::move(shape));
      } else {
        has_mesh = true;
      }
    }
    if (!link.shapes.empty()) break;
  }
  if (has_mesh && link.shapes.empty()) read.meshes.push_back(link.name);
  return link;
}

Kind read_kind(const Element& element) {
  const std::string kind = element.require("type");
  if (kind == "fixed") return Kind::fixed;
  if (kind == "revolute") return Kind::revolute;
  if (kind == "continuous") return Kind::revolute;
  if (kind == "prismatic") return Kind::prismatic;
  element.fail(
      "type '" + kind + "'",
      "expected fixed, revolute, continuous or prismatic: a robot that stands on the ground");
}

Vector3d read_axis(const Element& element) {
  const auto axis = element.child("axis");
  if (!axis) return Vector3d::UnitX();
  const Vector3d along = axis->read_vector("xyz", Vector3d::UnitX());
  if (!(along.norm() > 0.0)) axis->fail("an axis of length 0", "expected a direction");
  return along.stableNormalized();
}

std::string read_name_in(const Element& element, const char* child) {
  const auto found = element.child(child);
  if (!found)
    element.fail(std::string("no ") + child, std::string("expected <") + child + " link=…/>");
  return found->require("link");
}

RobotJoint read_joint(const Tree& tree, const std::string& file, Read& read) {
  const std::string name = tree.get<std::string>("<xmlattr>.name", "");
  const Element element(tree, "joint '" + name + "'", file);
  RobotJoint joint;
  joint.name = element.require("name");
  joint.from = element.place();
  for (const std::string& one :
       element.list_others({"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"})) {
    ++read.others[one];
  }
  joint.kind = read_kind(element);
  joint.parent = read_name_in(element, "parent");
  joint.child = read_name_in(element, "child");
  joint.in_parent = read_origin(element);
  if (joint.kind != Kind::fixed) joint.axis = read_axis(element);
  const bool is_limited = joint.kind != Kind::fixed && element.require("type") != "continuous";
  if (const auto limit = element.child("limit")) {
    if (is_limited) {
      joint.lower = limit->find_limit("lower").value_or(0.0);
      joint.upper = limit->find_limit("upper").value_or(0.0);
      if (*joint.lower > *joint.upper) limit->fail("lower above upper", "expected lower <= upper");
      // Slides must have ends here; where files have none they say so.
      constexpr double kFar = 1e6;  // rad or m
      constexpr double kNone = std::numeric_limits<double>::infinity();
      if (*joint.lower <= -kFar) joint.lower = -kNone;
      if (*joint.upper >= kFar) joint.upper = kNone;
    }
    JointMotor& motor = read.motors[joint.name];
    motor.effort = limit->find_size("effort");
    motor.velocity = limit->find_size("velocity");
  }
  if (const auto dynamics = element.child("dynamics")) {
    joint.damping = dynamics->find_size("damping").value_or(0.0);
    joint.friction = dynamics->find_size("friction").value_or(0.0);
  }
  const auto mimic = element.child("mimic");
  if (mimic && joint.kind != Kind::fixed) {
    joint.mimic = RobotMimic{.joint = mimic->require("joint"),
                             .multiplier = mimic->find_number("multiplier").value_or(1.0),
                             .offset = mimic->find_number("offset").value_or(0.0)};
  }
  return joint;
}

// Of a simple one between a motor and a joint; others are counted.
void read_transmission(const Tree& tree, const std::string& file, Read& read) {
  const Element element(tree, "transmission", file);
  const auto joint = element.child("joint"), actuator = element.child("actuator");
  const bool is_simple = element.children("joint").size() == 1 &&
                         element.children("actuator").size() == 1 && joint->find("name");
  if (!is_simple) {
    ++read.others["transmission"];
    return;
  }
  for (const Element& at : {*actuator, *joint}) {
    const auto reduction = at.child("mechanicalReduction");
    if (!reduction) continue;
    const std::vector<double> numbers = reduction->read_text_numbers();
    if (numbers.size() != 1 || !std::isfinite(numbers[0]) || numbers[0] == 0.0) {
      reduction->fail("'" + reduction->text() + "'", "expected a number that is not 0");
    }
    read.reductions[joint->require("name")] = numbers[0];
    return;
  }
}

// Those of joints that are not there are left out.
void add_reductions(const Robot& robot, Read& read) {
  for (const auto& [joint, reduction] : read.reductions) {
    if (find_joint(robot, joint) == nullptr) {
      ++read.others["transmission"];
    } else {
      read.motors[joint].reduction = reduction;
    }
  }
}

// Each link hangs on one joint but the one that stands. @returns that one
std::string find_root(const Robot& robot) {
  const auto fail = [&](const SourcePlace& place, const std::string& wrong,
                        const std::string& expected) { throw InputError(place, wrong, expected); };
  std::map<std::string, std::string> parents;
  for (const RobotJoint& one : robot.joints) {
    if (!parents.emplace(one.child, one.parent).second) {
      fail(one.from, "link '" + one.child + "' hangs on two joints", "expected a tree");
    }
  }
  const RobotLink* stands = nullptr;
  for (const RobotLink& one : robot.links) {
    if (parents.count(one.name) != 0) continue;
    if (stands != nullptr) {
      fail(one.from, "links '" + stands->name + "' and '" + one.name + "' hang on no joint",
           "expected a tree: one link that stands");
    }
    stands = &one;
  }
  for (const RobotLink& link : robot.links) {
    std::size_t steps = 0;
    auto at = parents.find(link.name);
    for (; at != parents.end(); at = parents.find(at->second)) {
      if (++steps > robot.links.size()) {
        fail(link.from, "link '" + link.name + "' hangs on itself", "expected a tree");
      }
    }
  }
  return stands->name;
}

}  // namespace

Robot read_urdf(const std::string& text, const std::string& file) {
  const Tree document = parse_xml(text, file);
  if (document.count("robot") > 1) {
    throw InputError(whole_place(file), "several <robot>", "expected one");
  }
  const auto root = document.get_child_optional("robot");
  if (!root) throw InputError(whole_place(file), "no <robot>", "expected a URDF file");
  Robot robot;
  robot.name = root->get<std::string>("<xmlattr>.name", "robot");
  Read read;
  for (const auto& [key, value] : *root) {
    if (key == "link") {
      robot.links.push_back(read_link(value, file, read));
    } else if (key == "joint") {
      robot.joints.push_back(read_joint(value, file, read));
    } else if (key == "transmission") {
      read_transmission(value, file, read);
    } else if (key != "<xmlattr>" && key != "material") {
      ++read.others[key];
    }
  }
  check_parts(robot, file);
  robot.root = find_root(robot);
  leave_out_mimics(robot);
  refuse_circles(robot, file);
  fix_what_stands(robot);
  choose_tool(robot);
  add_reductions(robot, read);
  add_joint_drives(robot, read.motors);
  merge_screws(robot);
  if (!read.meshes.empty()) {
    robot.remarks.push_back(fmt::format("meshes of {}: they cannot be read, and are not drawn",
                                        fmt::join(read.meshes, ", ")));
  }
  robot.left_out = std::move(read.others);
  return robot;
}

}  // namespace exchange
}  // namespace globaldyn::inside
