#include "globaldyn/import/urdf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace importing {
namespace {

using Tree = boost::property_tree::ptree;

// An element, and what messages call it.
class Element {
 public:
  Element(const Tree& tree, std::string name, const std::string& file)
      : tree_(&tree), name_(std::move(name)), file_(&file) {}

  [[noreturn]] void fail(const std::string& wrong, const std::string& expected) const {
    throw InputError(whole_place(*file_), name_ + ": " + wrong, expected);
  }

  [[nodiscard]] std::optional<std::string> find(const std::string& attribute) const {
    const auto found = tree_->get_optional<std::string>("<xmlattr>." + attribute);
    return found ? std::optional(*found) : std::nullopt;
  }

  [[nodiscard]] std::string require(const std::string& attribute) const {
    const auto text = find(attribute);
    if (!text || text->empty()) fail("no " + attribute, "expected " + attribute + "=\"…\"");
    if (text->find("${") != std::string::npos) fail_as_xacro(*text);
    return *text;
  }

  // So many numbers, or `otherwise` where the attribute is not there.
  [[nodiscard]] std::vector<double> read_numbers(const std::string& attribute, std::size_t count,
                                                 const std::vector<double>& otherwise) const {
    const auto text = find(attribute);
    if (!text) return otherwise;
    if (text->find("${") != std::string::npos) fail_as_xacro(*text);
    std::istringstream words(*text);
    std::vector<double> numbers;
    bool is_good = true;
    for (std::string word; words >> word;) {
      const char* begin = word.data() + (word.front() == '+' ? 1 : 0);
      const char* end = word.data() + word.size();
      double& number = numbers.emplace_back(0.0);
      const auto [rest, error] = std::from_chars(begin, end, number);
      is_good &= error == std::errc() && rest == end && !std::isnan(number);
    }
    if (!is_good || numbers.size() != count) {
      fail(attribute + " is '" + *text + "'",
           count == 1 ? "expected a number" : fmt::format("expected {} numbers", count));
    }
    return numbers;
  }

  // Finite.
  [[nodiscard]] std::optional<double> find_number(const std::string& attribute) const {
    const auto number = find_limit(attribute);
    if (number && std::isinf(*number)) fail(attribute + " is infinite", "expected a number");
    return number;
  }

  // Or infinite, which is no limit.
  [[nodiscard]] std::optional<double> find_limit(const std::string& attribute) const {
    if (!find(attribute)) return std::nullopt;
    return read_numbers(attribute, 1, {}).front();
  }

  [[nodiscard]] std::optional<double> find_size(const std::string& attribute) const {
    const auto number = find_limit(attribute);
    if (number && *number < 0.0) fail(attribute + " is below 0", "expected >= 0");
    return number && std::isinf(*number) ? std::nullopt : number;
  }

  [[nodiscard]] double read_number(const std::string& attribute) const {
    static_cast<void>(require(attribute));
    return *find_number(attribute);
  }

  [[nodiscard]] std::optional<Element> child(const std::string& name) const {
    const auto found = tree_->get_child_optional(name);
    if (!found) return std::nullopt;
    return Element(*found, name_ + ", " + name, *file_);
  }

  [[nodiscard]] std::vector<Element> children(const std::string& name) const {
    std::vector<Element> found;
    for (const auto& [key, value] : *tree_) {
      if (key == name) found.emplace_back(value, name_ + ", " + name, *file_);
    }
    return found;
  }

  // Names of elements inside that are none of these.
  [[nodiscard]] std::vector<std::string> list_others(const std::set<std::string>& known) const {
    std::vector<std::string> others;
    for (const auto& [key, value] : *tree_) {
      if (key != "<xmlattr>" && known.count(key) == 0) others.push_back(key);
    }
    return others;
  }

 private:
  [[noreturn]] void fail_as_xacro(const std::string& text) const {
    fail("'" + text + "'", "expected what xacro makes of it: run xacro first");
  }
  const Tree* tree_;
  std::string name_;
  const std::string* file_;
};

Vector3d to_vector(const std::vector<double>& numbers) {
  return {numbers[0], numbers[1], numbers[2]};
}

// Roll, pitch and yaw are about the fixed axes x, y and z.
Matrix3d to_axes(const std::vector<double>& rpy) {
  return (Eigen::AngleAxisd(rpy[2], Vector3d::UnitZ()) *
          Eigen::AngleAxisd(rpy[1], Vector3d::UnitY()) *
          Eigen::AngleAxisd(rpy[0], Vector3d::UnitX()))
      .toRotationMatrix();
}

UrdfPlacement read_origin(const Element& element) {
  const auto origin = element.child("origin");
  if (!origin) return {};
  if (origin->find("quat_xyzw")) origin->fail("quat_xyzw", "expected rpy");
  return {to_vector(origin->read_numbers("xyz", 3, {0, 0, 0})),
          to_axes(origin->read_numbers("rpy", 3, {0, 0, 0}))};
}

void read_inertial(const Element& inertial, UrdfLink& link) {
  const UrdfPlacement origin = read_origin(inertial);
  link.com = origin.at;
  if (const auto mass = inertial.child("mass")) link.mass = mass->read_number("value");
  if (link.mass < 0.0) inertial.fail("a mass below 0", "expected >= 0");
  const auto inertia = inertial.child("inertia");
  if (!inertia) return;
  const auto entry = [&](const char* name) { return inertia->find_number(name).value_or(0.0); };
  Matrix3d matrix;
  matrix << entry("ixx"), entry("ixy"), entry("ixz"),  //
      entry("ixy"), entry("iyy"), entry("iyz"),        //
      entry("ixz"), entry("iyz"), entry("izz");
  link.inertia = origin.axes * matrix * origin.axes.transpose();
}

// None of a mesh.
std::optional<UrdfShape> read_shape(const Element& element) {
  const auto geometry = element.child("geometry");
  if (!geometry) return std::nullopt;
  UrdfShape shape;
  shape.placement = read_origin(element);
  if (const auto box = geometry->child("box")) {
    static_cast<void>(box->require("size"));
    shape.size = to_vector(box->read_numbers("size", 3, {}));
    return shape;
  }
  if (const auto cylinder = geometry->child("cylinder")) {
    shape.kind = UrdfShape::Kind::cylinder;
    shape.radius = cylinder->read_number("radius");
    shape.length = cylinder->read_number("length");
    return shape;
  }
  if (const auto sphere = geometry->child("sphere")) {
    shape.kind = UrdfShape::Kind::sphere;
    shape.radius = sphere->read_number("radius");
    return shape;
  }
  return std::nullopt;
}

// @param meshes names of links of which nothing can be drawn
UrdfLink read_link(const Tree& tree, const std::string& file, std::vector<std::string>& meshes,
                   std::map<std::string, int>& others) {
  const std::string name = tree.get<std::string>("<xmlattr>.name", "");
  const Element element(tree, "link '" + name + "'", file);
  UrdfLink link;
  link.name = element.require("name");
  for (const std::string& one : element.list_others({"inertial", "visual", "collision"})) {
    ++others[one];
  }
  if (const auto inertial = element.child("inertial")) read_inertial(*inertial, link);
  bool has_mesh = false;
  // What it collides with is mostly plainer than what it looks like.
  for (const char* kind : {"collision", "visual"}) {
    for (const Element& one : element.children(kind)) {
      if (auto shape = read_shape(one)) {
        link.shapes.push_back(*std::move(shape));
      } else {
        has_mesh = true;
      }
    }
    if (!link.shapes.empty()) break;
  }
  if (has_mesh && link.shapes.empty()) meshes.push_back(link.name);
  return link;
}

UrdfJoint::Kind read_kind(const Element& element) {
  const std::string kind = element.require("type");
  if (kind == "fixed") return UrdfJoint::Kind::fixed;
  if (kind == "revolute") return UrdfJoint::Kind::revolute;
  if (kind == "continuous") return UrdfJoint::Kind::continuous;
  if (kind == "prismatic") return UrdfJoint::Kind::prismatic;
  element.fail(
      "type '" + kind + "'",
      "expected fixed, revolute, continuous or prismatic: a robot that stands on the ground");
}

Vector3d read_axis(const Element& element) {
  const auto axis = element.child("axis");
  if (!axis) return Vector3d::UnitX();
  const Vector3d along = to_vector(axis->read_numbers("xyz", 3, {1, 0, 0}));
  if (!(along.norm() > 0.0)) axis->fail("an axis of length 0", "expected a direction");
  return along.stableNormalized();
}

std::string read_name_in(const Element& element, const char* child) {
  const auto found = element.child(child);
  if (!found)
    element.fail(std::string("no ") + child, std::string("expected <") + child + " link=…/>");
  return found->require("link");
}

UrdfJoint read_joint(const Tree& tree, const std::string& file,
                     std::map<std::string, int>& others) {
  const std::string name = tree.get<std::string>("<xmlattr>.name", "");
  const Element element(tree, "joint '" + name + "'", file);
  UrdfJoint joint;
  joint.name = element.require("name");
  for (const std::string& one :
       element.list_others({"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"})) {
    ++others[one];
  }
  joint.kind = read_kind(element);
  joint.parent = read_name_in(element, "parent");
  joint.child = read_name_in(element, "child");
  joint.placement = read_origin(element);
  if (joint.kind != UrdfJoint::Kind::fixed) joint.axis = read_axis(element);
  const bool is_limited =
      joint.kind == UrdfJoint::Kind::revolute || joint.kind == UrdfJoint::Kind::prismatic;
  if (const auto limit = element.child("limit")) {
    if (is_limited) {
      joint.lower = limit->find_limit("lower").value_or(0.0);
      joint.upper = limit->find_limit("upper").value_or(0.0);
      if (*joint.lower > *joint.upper) limit->fail("lower above upper", "expected lower <= upper");
    }
    joint.effort = limit->find_size("effort");
    joint.velocity = limit->find_size("velocity");
  }
  if (const auto dynamics = element.child("dynamics")) {
    joint.damping = dynamics->find_size("damping").value_or(0.0);
    joint.friction = dynamics->find_size("friction").value_or(0.0);
  }
  const auto mimic = element.child("mimic");
  if (mimic && joint.kind != UrdfJoint::Kind::fixed) {
    joint.mimic = UrdfMimic{.joint = mimic->require("joint"),
                            .multiplier = mimic->find_number("multiplier").value_or(1.0),
                            .offset = mimic->find_number("offset").value_or(0.0)};
  }
  return joint;
}

// How deeply elements are nested: a parser that calls itself has no bound of its own.
int find_depth(const std::string& text) {
  int depth = 0, most = 0;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const auto skip = [&](const char* begin, const char* end) {
      if (text.compare(at, std::strlen(begin), begin) != 0) return false;
      at = std::min(text.find(end, at), text.size() - 1);
      return true;
    };
    if (skip("<!--", "-->") || skip("<![CDATA[", "]]>") || skip("<?", "?>") || skip("<!", ">")) {
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos) break;
    if (text[at + 1] == '/') {
      --depth;
    } else if (text[end - 1] != '/') {
      most = std::max(most, ++depth);
    }
  }
  return most;
}

void refuse_what_is_no_urdf(const std::string& text, const std::string& file) {
  constexpr int kDeepest = 100;  // those of robots have some five
  const auto refuse = [&](const std::string& wrong, const std::string& expected) {
    throw InputError(whole_place(file), wrong, expected);
  };

  if (text.find("<!ENTITY") != std::string::npos) refuse("entities", "expected none");
  if (text.find('\0') != std::string::npos) refuse("zero bytes", "expected UTF-8");
  if (find_depth(text) > kDeepest) refuse("elements nested too deeply", "expected a URDF file");
}

// Anywhere inside; documents are not deep.
void refuse_xacro(const Tree& tree, const std::string& file) {
  for (const auto& [key, value] : tree) {
    if (key.rfind("xacro:", 0) == 0) {
      throw InputError(whole_place(file), "<" + key + ">",
                       "expected what xacro makes of it: run xacro first");
    }
    if (key != "<xmlattr>") refuse_xacro(value, file);
  }
}

Tree parse(const std::string& text, const std::string& file) {
  namespace xml = boost::property_tree::xml_parser;
  refuse_what_is_no_urdf(text, file);
  Tree tree;
  std::istringstream stream(text);
  try {
    xml::read_xml(stream, tree, xml::no_comments | xml::trim_whitespace);
  } catch (const xml::xml_parser_error& error) {
    throw InputError({file, static_cast<int>(error.line()), 1}, "no XML: " + error.message(),
                     "expected a URDF file");
  }
  refuse_xacro(tree, file);
  return tree;
}

// Names that joints mean are there, and each link hangs on one joint but the one that stands.
void check_tree(const Urdf& robot, const std::string& file) {
  const auto fail = [&](const std::string& wrong, const std::string& expected) {
    throw InputError(whole_place(file), wrong, expected);
  };
  std::vector<std::string> links, joints;
  for (const UrdfLink& one : robot.links) links.push_back(one.name);
  for (const UrdfJoint& one : robot.joints) joints.push_back(one.name);
  for (const auto* names : {&links, &joints}) {
    std::set<std::string> seen;
    for (const std::string& one : *names) {
      if (seen.insert(one).second) continue;
      fail(std::string(names == &links ? "link" : "joint") + " '" + one + "' twice",
           "expected names of their own");
    }
  }
  std::map<std::string, std::string> parents;
  for (const UrdfJoint& one : robot.joints) {
    for (const std::string& link : {one.parent, one.child}) {
      if (std::find(links.begin(), links.end(), link) != links.end()) continue;
      fail("joint '" + one.name + "': no link '" + link + "'", suggest_name(link, links));
    }
    if (!parents.emplace(one.child, one.parent).second) {
      fail("link '" + one.child + "' hangs on two joints", "expected a tree");
    }
  }
  if (parents.size() + 1 != links.size()) {
    fail(fmt::format("{} links on {} joints", links.size(), parents.size()),
         "expected a tree: one joint fewer than links");
  }
  // With one joint fewer than links all hang together if none hangs on itself.
  for (const std::string& link : links) {
    std::size_t steps = 0;
    for (auto at = parents.find(link); at != parents.end(); at = parents.find(at->second)) {
      if (++steps > links.size()) fail("link '" + link + "' hangs on itself", "expected a tree");
    }
  }
}

// Of joints that are not there, or do not move.
void leave_out_mimics(Urdf& robot) {
  for (UrdfJoint& one : robot.joints) {
    if (!one.mimic) continue;
    const auto moves = [&](const UrdfJoint& other) {
      return other.name == one.mimic->joint && other.kind != UrdfJoint::Kind::fixed;
    };
    if (std::any_of(robot.joints.begin(), robot.joints.end(), moves)) continue;
    robot.left_out.push_back("joint '" + one.name + "' mimics '" + one.mimic->joint +
                             "', which does not move: it has a drive of its own");
    one.mimic.reset();
  }
}

// Joints that mimic themselves, by way of others or not.
void refuse_circles(const Urdf& robot, const std::string& file) {
  for (const UrdfJoint& one : robot.joints) {
    std::size_t steps = 0;
    for (const UrdfJoint* at = &one; at->mimic; at = find_joint(robot, at->mimic->joint)) {
      if (++steps <= robot.joints.size()) continue;
      throw InputError(whole_place(file), "joint '" + one.name + "' mimics itself",
                       "expected one that moves on its own at the end");
    }
  }
}

// Joints whose travel is a single place, or that mimic another zero times.
void fix_what_stands(Urdf& robot) {
  for (UrdfJoint& one : robot.joints) {
    std::optional<double> place;
    if (one.lower && *one.lower == *one.upper && *one.lower != 0.0) place = one.lower;
    if (one.mimic && one.mimic->multiplier == 0.0) place = one.mimic->offset;
    if (!place) continue;
    const bool is_mimicked = std::any_of(
        robot.joints.begin(), robot.joints.end(),
        [&](const UrdfJoint& other) { return other.mimic && other.mimic->joint == one.name; });
    if (is_mimicked) continue;
    robot.left_out.push_back(
        fmt::format("joint '{}' stands at {}: its links are fixed", one.name, *place));
    const UrdfPlacement moved =
        one.kind == UrdfJoint::Kind::prismatic
            ? UrdfPlacement{*place * one.axis, Matrix3d::Identity()}
            : UrdfPlacement{Vector3d::Zero(),
                            Eigen::AngleAxisd(*place, one.axis).toRotationMatrix()};
    one.placement = one.placement * moved;
    one.kind = UrdfJoint::Kind::fixed;
    one.mimic.reset();
  }
}

}  // namespace

const UrdfJoint* find_joint(const Urdf& robot, const std::string& name) {
  const auto found = std::find_if(robot.joints.begin(), robot.joints.end(),
                                  [&](const UrdfJoint& one) { return one.name == name; });
  return found == robot.joints.end() ? nullptr : &*found;
}

Urdf read_urdf(const std::string& text, const std::string& file) {
  const Tree document = parse(text, file);
  if (document.count("robot") > 1) {
    throw InputError(whole_place(file), "several <robot>", "expected one");
  }
  const auto root = document.get_child_optional("robot");
  if (!root) throw InputError(whole_place(file), "no <robot>", "expected a URDF file");
  Urdf robot;
  robot.name = root->get<std::string>("<xmlattr>.name", "robot");
  std::map<std::string, int> others;
  std::vector<std::string> meshes;
  for (const auto& [key, value] : *root) {
    if (key == "link") {
      robot.links.push_back(read_link(value, file, meshes, others));
    } else if (key == "joint") {
      robot.joints.push_back(read_joint(value, file, others));
    } else if (key != "<xmlattr>" && key != "material") {
      ++others[key];
    }
  }
  if (!meshes.empty()) {
    robot.left_out.push_back(
        fmt::format("meshes of {}: they are not drawn", fmt::join(meshes, ", ")));
  }
  for (const auto& [key, count] : others) {
    robot.left_out.push_back(count == 1 ? "<" + key + ">"
                                        : fmt::format("{} times <{}>", count, key));
  }
  if (robot.links.empty()) throw InputError(whole_place(file), "no links", "expected some");
  const bool moves =
      std::any_of(robot.joints.begin(), robot.joints.end(),
                  [](const UrdfJoint& one) { return one.kind != UrdfJoint::Kind::fixed; });
  if (!moves) throw InputError(whole_place(file), "no joint that moves", "expected some");
  check_tree(robot, file);
  leave_out_mimics(robot);
  refuse_circles(robot, file);
  fix_what_stands(robot);
  return robot;
}

}  // namespace importing
}  // namespace globaldyn::inside
