#include "globaldyn/exchange/sdf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
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
using Kind = RobotJoint::Kind;

std::string read_text(const Element& element, const std::string& child,
                      const std::string& otherwise) {
  const auto found = element.child(child);
  return found ? found->text() : otherwise;
}

bool read_flag(const Element& element, const std::string& child) {
  const std::string text = read_text(element, child, "false");
  return text == "true" || text == "1";
}

double read_number(const Element& element, const std::string& child, double otherwise) {
  const auto found = element.child(child);
  if (!found) return otherwise;
  const std::vector<double> numbers = found->read_text_numbers();
  if (numbers.size() != 1) found->fail("'" + found->text() + "'", "expected a number");
  return numbers.front();
}

double read_finite(const Element& element, const std::string& child, double otherwise) {
  const double number = read_number(element, child, otherwise);
  if (std::isinf(number)) element.fail(child + " is infinite", "expected a number");
  return number;
}

Vector3d read_vector(const Element& element, const std::string& child, const Vector3d& otherwise) {
  const auto found = element.child(child);
  if (!found) return otherwise;
  const std::vector<double> numbers = found->read_text_numbers();
  if (numbers.size() != 3) found->fail("'" + found->text() + "'", "expected 3 numbers");
  return {numbers[0], numbers[1], numbers[2]};
}

// What says nothing about limits: none told, below 0, or what stands for infinite.
std::optional<double> find_limit(const Element& element, const std::string& child) {
  constexpr double kInfinite = 1e16;
  const double number = read_number(element, child, kInfinite);
  return std::abs(number) < kInfinite ? std::optional(number) : std::nullopt;
}

// x y z roll pitch yaw, or x y z and a quaternion x y z w.
Placement read_pose(const Element& element) {
  const auto pose = element.child("pose");
  if (!pose) return {};
  if (!pose->find("frame").value_or("").empty()) {
    pose->fail("frame=", "expected relative_to, as versions from 1.7 on have it");
  }
  const std::vector<double> n = pose->read_text_numbers();
  if (n.empty()) return {};
  const bool is_quaternion = pose->find("rotation_format").value_or("") == "quat_xyzw";
  if (n.size() != (is_quaternion ? 7U : 6U)) {
    pose->fail("'" + pose->text() + "'",
               is_quaternion ? "expected 7 numbers" : "expected 6 numbers");
  }
  const Vector3d at(n[0], n[1], n[2]);
  if (is_quaternion) {
    const Eigen::Quaterniond quaternion(n[6], n[3], n[4], n[5]);
    if (!(quaternion.norm() > 0.0)) pose->fail("a quaternion of length 0", "expected 1");
    return {at, quaternion.normalized().toRotationMatrix()};
  }
  constexpr double kDegree = 0.017453292519943295;
  const std::string degrees = pose->find("degrees").value_or("false");
  const double unit = degrees == "true" || degrees == "1" ? kDegree : 1.0;
  const Vector3d rpy = unit * Vector3d(n[3], n[4], n[5]);
  return {at, make_rpy_rotation(rpy), rpy};
}

std::string read_relative_to(const Element& element) {
  const auto pose = element.child("pose");
  return pose ? pose->find("relative_to").value_or("") : "";
}

// 1.10 comes after 1.9.
bool is_before_1_5(const std::string& version) {
  const std::size_t dot = version.find('.');
  const std::string minor = dot == std::string::npos ? "0" : version.substr(dot + 1);
  return std::atoi(version.c_str()) < 1 ||
         (std::atoi(version.c_str()) == 1 && std::atoi(minor.c_str()) < 5);
}

// A frame of the model: where it is, in another one.
struct Frame {
  std::string relative_to;  // a whole name; empty: the model itself
  Placement pose;
  std::string attached_to;  // likewise; its link
};

class SdfReader {
 public:
  explicit SdfReader(const std::string& file) : file_(file) {}

  Robot read(const Element& sdf) {
    axes_in_model_ = is_before_1_5(sdf.require("version"));
    const Element model = find_model(sdf);
    robot_.name = model.require("name");
    if (read_flag(model, "static")) model.fail("static", "expected a model that moves");

    collect(model, "");
    set_model_frame(model, "", Placement{});
    const std::string placement = model.find("placement_frame").value_or("");
    Placement in_world = find_pose_in_world(model);
    if (!placement.empty()) in_world = in_world * find_place(placement, model).inverse();
    for (const auto& [scope, one] : links_) {
      robot_.links.push_back(read_link(one, scope));
      robot_.links.back().shown = in_world * find_place(robot_.links.back().name, one);
    }
    for (const auto& [scope, one] : joints_) robot_.joints.push_back(read_joint(one, scope));
    add_frames();
    stand(model, in_world);
    check_parts(robot_, file_);
    finish();
    return std::move(robot_);
  }

 private:
  [[nodiscard]] Element find_model(const Element& sdf) {
    std::vector<Element> models = sdf.children("model");
    for (const std::string& one : sdf.list_others({"model", "world"})) ++others_[one];
    for (const Element& world : sdf.children("world")) {
      for (const std::string& one : world.list_others({"model", "gravity", "frame"})) {
        ++others_[one];
      }
      for (const Element& one : world.children("model")) models.push_back(one);
      constexpr double kGravity = -9.8;  // SDFormat's
      robot_.gravity = read_vector(world, "gravity", {0.0, 0.0, kGravity});
      if (world.child("include")) refuse_include(world);
      if (const auto joint = world.child("joint")) {
        joint->fail("a joint of the world", "expected joints in the model");
      }
      for (const Element& one : world.children("frame")) {
        world_frames_.emplace(one.require("name"), one);
      }
    }
    if (models.size() > 1) {
      const auto stands = [](const Element& one) { return read_flag(one, "static"); };
      const auto still = std::remove_if(models.begin(), models.end(), stands);
      if (still != models.end()) {
        robot_.remarks.push_back("models that stand still: not taken");
        models.erase(still, models.end());
      }
    }
    if (models.size() != 1) {
      throw InputError(whole_place(file_), fmt::format("{} models", models.size()),
                       "expected one that moves");
    }
    return {models.front().tree(), "model '" + models.front().require("name") + "'", file_};
  }

  // Of the outermost model, in the world or in a frame of it.
  [[nodiscard]] Placement find_pose_in_world(const Element& model) const {
    Placement sum = read_pose(model);
    std::string at = read_relative_to(model);
    for (std::size_t steps = 0; !at.empty() && at != "world"; ++steps) {
      const auto found = world_frames_.find(at);
      if (found == world_frames_.end() || steps > world_frames_.size()) {
        model.fail("its pose is relative to '" + at + "'", "expected a frame of the world");
      }
      sum = read_pose(found->second) * sum;
      at = read_relative_to(found->second);
      if (at.empty()) at = found->second.find("attached_to").value_or("");
    }
    return sum;
  }

  [[noreturn]] static void refuse_include(const Element& element) {
    element.fail("<include>", "expected the model itself: gz sdf -p puts it in its place");
  }

  // Names of links, joints and frames, with those of models inside.
  void collect(const Element& model, const std::string& scope) {
    if (model.child("include")) refuse_include(model);
    for (const auto& entry : model.tree()) {
      const std::string& key = entry.first;
      const XmlElement::Tree& value = entry.second;
      const auto name_it = [&](const std::string& kind) {
        const Element one(value, kind, file_);
        const std::string name = one.require("name");
        if (!names_.insert(scope + name).second) {
          throw InputError(one.place(), model.name() + ": '" + name + "' twice",
                           "expected names of their own");
        }
        return Element(value, kind + " '" + scope + name + "'", file_);
      };
      if (key == "link") {
        links_.emplace_back(scope, name_it(key));
      } else if (key == "joint") {
        joints_.emplace_back(scope, name_it(key));
      } else if (key == "frame") {
        named_frames_.emplace_back(scope, name_it(key));
      } else if (key == "model") {
        models_.emplace_back(scope, name_it(key));
        const Element inner = models_.back().second;
        collect(inner, scope + inner.require("name") + "::");
      } else if (!is_known(key)) {
        ++others_[key];
      }
    }
    for (const auto& [where, one] : links_) {
      if (where == scope) add_frame(one, scope, scope + "__model__", where + one.require("name"));
    }
    for (const auto& [where, one] : joints_) {
      if (where != scope) continue;
      const std::string child = find_name(scope, read_text(one, "child", ""));
      add_frame(one, scope, child, child);
    }
    for (const auto& [where, one] : named_frames_) {
      if (where != scope) continue;
      const auto attached = one.find("attached_to");
      const std::string to =
          attached && !attached->empty() ? find_name(scope, *attached) : scope + "__model__";
      add_frame(one, scope, to, to);
    }
  }

  [[nodiscard]] static bool is_known(const std::string& key) {
    static const std::set<std::string> kKnown{
        "<xmlattr>", "pose", "static", "self_collide", "allow_auto_disable", "enable_wind"};
    return kKnown.count(key) != 0;
  }

  [[nodiscard]] static std::string find_name(const std::string& scope, const std::string& name) {
    return name == "world" ? name : scope + name;
  }

  void add_frame(const Element& element, const std::string& scope, const std::string& otherwise,
                 const std::string& attached_to) {
    const std::string relative = read_relative_to(element);
    frames_[scope + element.require("name")] = {
        relative.empty() ? otherwise : find_name(scope, relative), read_pose(element), attached_to};
  }

  // Of the model whose parts are named with this scope; what is inside it first.
  void set_model_frame(const Element& model, const std::string& scope, const Placement& pose) {
    const std::string placement = model.find("placement_frame").value_or("");
    frames_[scope + "__model__"] = {"", {}, find_canonical_link(model, scope)};
    for (const auto& [where, one] : models_) {
      if (where != scope) continue;
      const std::string name = scope + one.require("name");
      const std::string relative = read_relative_to(one);
      set_model_frame(one, name + "::", read_pose(one));
      Frame& own = frames_.at(name + "::__model__");
      own.relative_to = relative.empty() ? scope + "__model__" : find_name(scope, relative);
      frames_[name] = {name + "::__model__", {}, own.attached_to};
    }
    if (scope.empty()) return;
    Placement of_placement;
    if (!placement.empty()) {
      of_placement = resolve(scope + placement, scope + "__model__", model);
    }
    frames_.at(scope + "__model__").pose = pose * of_placement.inverse();
  }

  [[nodiscard]] std::string find_canonical_link(const Element& model,
                                                const std::string& scope) const {
    const auto named = model.find("canonical_link");
    if (named && !named->empty()) return scope + *named;
    // Its own links before those of models inside it.
    for (const bool is_own : {true, false}) {
      for (const auto& [where, one] : links_) {
        if (is_own ? where == scope : where.rfind(scope, 0) == 0) {
          return where + one.require("name");
        }
      }
    }
    return "";
  }

  // Where a frame is, in the frame `in`, which it depends on; of the whole model if that is empty.
  [[nodiscard]] Placement resolve(const std::string& name, const std::string& in,
                                  const Element& asked_by) const {
    Placement sum;
    std::string at = name;
    for (std::size_t steps = 0; !at.empty() && at != in; ++steps) {
      if (at == "world") asked_by.fail("a pose relative to the world", "expected one in the model");
      const auto found = frames_.find(at);
      if (found == frames_.end()) {
        std::vector<std::string> names;
        for (const auto& one : frames_) names.push_back(one.first);
        asked_by.fail("no frame '" + at + "'", suggest_name(at, names));
      }
      if (steps > frames_.size()) {
        asked_by.fail("frame '" + name + "' is given by itself", "expected another one");
      }
      sum = found->second.pose * sum;
      at = found->second.relative_to;
    }
    return sum;
  }

  [[nodiscard]] Placement find_place(const std::string& name, const Element& asked_by) const {
    return resolve(name, "", asked_by);
  }

  // Of a collision or a visual, on its link.
  [[nodiscard]] Placement find_shape_place(const Element& element, const std::string& link,
                                           const std::string& scope) const {
    const std::string relative = read_relative_to(element);
    if (relative.empty()) return read_pose(element);
    return find_place(link, element).inverse() * find_place(find_name(scope, relative), element) *
           read_pose(element);
  }

  [[nodiscard]] std::optional<RobotShape> read_shape(const Element& element,
                                                     const Placement& place) const {
    const auto geometry = element.child("geometry");
    if (!geometry) return std::nullopt;
    RobotShape shape;
    shape.placement = place;
    const auto size = [&](const Element& one, const char* key, double otherwise) {
      const double number = read_finite(one, key, otherwise);
      if (number < 0.0) one.fail(std::string(key) + " is below 0", "expected >= 0");
      return number;
    };
    if (const auto box = geometry->child("box")) {
      shape.size = read_vector(*box, "size", Vector3d::Ones());
      return shape;
    }
    if (const auto ellipsoid = geometry->child("ellipsoid")) {
      shape.kind = RobotShape::Kind::ellipsoid;
      shape.size = 2.0 * read_vector(*ellipsoid, "radii", Vector3d::Ones());
      return shape;
    }
    for (const auto& [key, kind] : {std::pair{"cylinder", RobotShape::Kind::cylinder},
                                    std::pair{"capsule", RobotShape::Kind::capsule}}) {
      if (const auto round = geometry->child(key)) {
        const bool is_capsule = kind == RobotShape::Kind::capsule;
        shape.kind = kind;
        shape.radius = size(*round, "radius", is_capsule ? 0.5 : 1.0);
        shape.length = size(*round, "length", 1.0);
        return shape;
      }
    }
    if (const auto sphere = geometry->child("sphere")) {
      shape.kind = RobotShape::Kind::sphere;
      shape.radius = size(*sphere, "radius", 1.0);
      return shape;
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::pair<Mesh, Vector3d>> find_mesh_of(
      const Element& element) const {
    const auto geometry = element.child("geometry");
    const auto mesh = geometry ? geometry->child("mesh") : std::nullopt;
    if (!mesh || mesh->child("submesh")) return std::nullopt;
    auto read = read_mesh(find_mesh(read_text(*mesh, "uri", ""), file_));
    if (!read) return std::nullopt;
    return std::pair{*std::move(read), read_vector(*mesh, "scale", Vector3d::Ones())};
  }

  void read_shapes(const Element& element, const std::string& scope, RobotLink& link) {
    bool has_mesh = false;
    for (const char* kind : {"collision", "visual"}) {
      for (const Element& one : element.children(kind)) {
        for (const char* other : {"surface", "plugin"}) {
          if (one.child(other)) ++others_[other];
        }
        const Placement place = find_shape_place(one, link.name, scope);
        if (auto shape = read_shape(one, place)) {
          link.shapes.push_back(*std::move(shape));
        } else if (const auto mesh = find_mesh_of(one)) {
          link.shapes.push_back(make_box(mesh->first, mesh->second, place));
        } else {
          has_mesh = true;
        }
      }
      if (!link.shapes.empty()) break;
    }
    if (has_mesh && link.shapes.empty()) undrawn_.push_back(link.name);
  }

  // From what it collides with, each of its own density, or together of the mass that is told.
  void fill(const Element& element, const Element& inertial, const std::string& scope,
            RobotLink& link) {
    constexpr double kDensity = 1000.0;  // SDFormat's, of water
    const double density = read_finite(inertial, "density", kDensity);
    for (const Element& one : element.children("collision")) {
      SolidVolume solid;
      const Placement place = find_shape_place(one, link.name, scope);
      if (const auto shape = read_shape(one, place)) {
        solid = find_solid(*shape);
      } else if (const auto mesh = find_mesh_of(one)) {
        solid = find_solid(mesh->first, mesh->second).place(place);
      } else {
        one.fail("no volume is known", "expected a shape, or inertia without auto");
      }
      const double own = read_finite(one, "density", density);
      add_mass(link, own * solid.volume, solid.centre, own * solid.inertia);
    }
    const auto mass = inertial.child("mass");
    if (!mass || !(link.mass > 0.0)) return;
    const double told = read_finite(inertial, "mass", 1.0);
    link.inertia *= told / link.mass;
    link.mass = told;
  }

  [[nodiscard]] RobotLink read_link(const Element& element, const std::string& scope) {
    RobotLink link;
    link.name = scope + element.require("name");
    link.from = element.place();
    for (const std::string& one :
         element.list_others({"pose", "inertial", "visual", "collision", "gravity", "self_collide",
                              "kinematic", "enable_wind", "velocity_decay", "must_be_base_link"})) {
      ++others_[one];
    }
    read_shapes(element, scope, link);
    if (read_text(element, "gravity", "true") == "false" ||
        read_text(element, "gravity", "true") == "0") {
      robot_.remarks.push_back("link '" + link.name + "' without gravity: it has its weight here");
    }
    const auto inertial = element.child("inertial");
    if (!inertial) {
      robot_.remarks.push_back("link '" + link.name +
                               "' without <inertial>: 1 kg and 1 kg m^2, as SDFormat says");
      link.mass = 1.0;
      link.inertia.setIdentity();
      return link;
    }
    const std::string is_auto = inertial->find("auto").value_or("false");
    if (is_auto == "true" || is_auto == "1") {
      fill(element, *inertial, scope, link);
      return link;
    }
    if (!read_relative_to(*inertial).empty()) {
      inertial->fail("a pose relative to another frame", "expected one in the link");
    }
    const Placement pose = read_pose(*inertial);
    link.com = pose.at;
    link.mass = read_finite(*inertial, "mass", 1.0);
    if (link.mass < 0.0) inertial->fail("a mass below 0", "expected >= 0");
    const auto inertia = inertial->child("inertia");
    const auto entry = [&](const char* name, double otherwise) {
      return inertia ? read_finite(*inertia, name, otherwise) : otherwise;
    };
    const double xy = entry("ixy", 0.0), xz = entry("ixz", 0.0), yz = entry("iyz", 0.0);
    Matrix3d matrix;
    matrix << entry("ixx", 1.0), xy, xz, xy, entry("iyy", 1.0), yz, xz, yz, entry("izz", 1.0);
    link.inertia = pose.axes * matrix * pose.axes.transpose();
    return link;
  }

  [[nodiscard]] static Kind read_kind(const Element& element) {
    const std::string type = element.require("type");
    for (const auto& [name, kind] :
         {std::pair{"fixed", Kind::fixed}, std::pair{"revolute", Kind::revolute},
          std::pair{"continuous", Kind::revolute}, std::pair{"prismatic", Kind::prismatic},
          std::pair{"universal", Kind::universal}, std::pair{"ball", Kind::spherical},
          std::pair{"screw", Kind::screw}}) {
      if (type == name) return kind;
    }
    element.fail("type '" + type + "'",
                 "expected fixed, revolute, continuous, prismatic, universal, ball or screw");
  }

  // In the joint's frame.
  [[nodiscard]] Vector3d read_axis(const Element& joint, const char* key, const std::string& scope,
                                   const Placement& place) const {
    const auto axis = joint.child(key);
    if (!axis) return Vector3d::UnitZ();
    const Vector3d along = read_vector(*axis, "xyz", Vector3d::UnitZ());
    if (!(along.norm() > 0.0)) axis->fail("an axis of length 0", "expected a direction");
    const auto xyz = axis->child("xyz");
    std::string in = xyz ? xyz->find("expressed_in").value_or("") : "";
    const bool in_model = axis->child("use_parent_model_frame")
                              ? read_flag(*axis, "use_parent_model_frame")
                              : axes_in_model_;
    if (in.empty() && in_model) in = "__model__";
    if (in.empty()) return along.stableNormalized();
    const Matrix3d axes = find_place(find_name(scope, in), *axis).axes;
    return (place.axes.transpose() * axes * along).stableNormalized();
  }

  void read_limits(const Element& axis, RobotJoint& joint, bool is_limited) {
    if (const auto limit = axis.child("limit")) {
      const auto lower = find_limit(*limit, "lower"), upper = find_limit(*limit, "upper");
      if (is_limited && (lower || upper)) {
        constexpr double kNone = std::numeric_limits<double>::infinity();
        joint.lower = lower.value_or(-kNone);
        joint.upper = upper.value_or(kNone);
        if (*joint.lower > *joint.upper)
          limit->fail("lower above upper", "expected lower <= upper");
      }
      motors_[joint.name] = {.effort = find_limit(*limit, "effort"),
                             .velocity = find_limit(*limit, "velocity")};
    }
    if (const auto dynamics = axis.child("dynamics")) {
      joint.damping = read_finite(*dynamics, "damping", 0.0);
      joint.friction = read_finite(*dynamics, "friction", 0.0);
      joint.stiffness = read_finite(*dynamics, "spring_stiffness", 0.0);
      joint.rest = read_finite(*dynamics, "spring_reference", 0.0);
    }
  }

  // follower = multiplier (leader - reference) + offset
  void read_mimic(const Element& axis, const std::string& scope, RobotJoint& joint) {
    const auto mimic = axis.child("mimic");
    if (!mimic) return;
    const double multiplier = read_finite(*mimic, "multiplier", 1.0);
    joint.mimic = RobotMimic{.joint = find_name(scope, mimic->require("joint")),
                             .multiplier = multiplier,
                             .offset = read_finite(*mimic, "offset", 0.0) -
                                       multiplier * read_finite(*mimic, "reference", 0.0)};
    mimicked_axes_[joint.name] = mimic->find("axis").value_or("axis");
  }

  // m a turn; the older of its names is rad/m of a left-handed thread.
  [[nodiscard]] static double read_lead(const Element& element) {
    constexpr double kTurn = 6.283185307179586;
    if (element.child("screw_thread_pitch")) return read_finite(element, "screw_thread_pitch", 1.0);
    const double pitch = read_finite(element, "thread_pitch", 1.0);
    if (pitch == 0.0) element.fail("thread_pitch is 0", "expected another number");
    return -kTurn / pitch;
  }

  [[nodiscard]] std::string read_end(const Element& element, const char* key,
                                     const std::string& scope) const {
    const std::string name = read_text(element, key, "");
    if (name.empty()) {
      element.fail(std::string("no ") + key, std::string("expected <") + key + ">…</" + key + ">");
    }
    std::string at = find_name(scope, name);
    // A frame or a model stands for its link.
    for (std::size_t steps = 0; at != "world" && steps <= frames_.size(); ++steps) {
      const auto found = frames_.find(at);
      if (found == frames_.end()) element.fail("no link '" + name + "'", suggest(name));
      if (found->second.attached_to == at) return at;
      at = found->second.attached_to;
    }
    return at;
  }

  [[nodiscard]] std::string suggest(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& [scope, one] : links_) names.push_back(scope + one.require("name"));
    return suggest_name(name, names);
  }

  [[nodiscard]] RobotJoint read_joint(const Element& element, const std::string& scope) {
    RobotJoint joint;
    joint.name = scope + element.require("name");
    joint.from = element.place();
    for (const std::string& one : element.list_others(
             {"pose", "parent", "child", "axis", "axis2", "thread_pitch", "screw_thread_pitch",
              "physics", "gearbox_ratio", "gearbox_reference_body"})) {
      ++others_[one];
    }
    joint.kind = read_kind(element);
    joint.parent = read_end(element, "parent", scope);
    joint.child = read_end(element, "child", scope);
    const Placement place = find_place(joint.name, element);
    joint.in_parent = find_link_place(joint.parent, element).inverse() * place;
    joint.in_child = find_link_place(joint.child, element).inverse() * place;
    if (joint.kind == Kind::spherical) {
      const auto axis = element.child("axis");
      if (axis && (axis->child("dynamics") || axis->child("limit"))) {
        robot_.remarks.push_back("limits and damping of ball '" + joint.name + "': not taken");
      }
    }
    if (joint.kind == Kind::fixed || joint.kind == Kind::spherical) return joint;
    joint.axis = read_axis(element, "axis", scope, place);
    if (joint.kind == Kind::universal)
      joint.second_axis = read_axis(element, "axis2", scope, place);
    if (joint.kind == Kind::screw) joint.lead = read_lead(element);
    if (joint.kind == Kind::universal) read_universal(element, scope, joint.name);
    const auto axis = element.child("axis");
    if (axis && joint.has_coordinate()) {
      read_limits(*axis, joint, element.require("type") != "continuous");
      read_mimic(*axis, scope, joint);
    }
    return joint;
  }

  // What is told of its axes is of the joints that it is split into.
  void read_universal(const Element& element, const std::string& scope, const std::string& name) {
    std::array<RobotJoint, 2>& told = universals_[name];
    for (std::size_t i = 0; i < 2; ++i) {
      told.at(i).name = name + (i == 0 ? "_1" : "_2");
      const auto axis = element.child(i == 0 ? "axis" : "axis2");
      if (!axis) continue;
      read_limits(*axis, told.at(i), true);
      read_mimic(*axis, scope, told.at(i));
      const auto motor = motors_.find(told.at(i).name);
      const bool is_driven = motor != motors_.end() && motor->second.effort.value_or(0.0) > 0.0;
      const RobotJoint& one = told.at(i);
      if (is_driven || one.lower || one.mimic || one.damping != 0.0 || one.friction != 0.0 ||
          one.stiffness != 0.0) {
        split_.insert(name);
      }
    }
  }

  void split_universals() {
    split_universal_joints(robot_, split_);
    for (const auto& [name, told] : universals_) {
      for (const RobotJoint& one : told) {
        for (RobotJoint& joint : robot_.joints) {
          if (joint.name != one.name) continue;
          joint.mimic = one.mimic;
          joint.lower = one.lower;
          joint.upper = one.upper;
          joint.damping = one.damping;
          joint.friction = one.friction;
          joint.stiffness = one.stiffness;
          joint.rest = one.rest;
        }
      }
    }
  }

  // The world is the model's frame here: where that stands comes last.
  [[nodiscard]] Placement find_link_place(const std::string& link, const Element& element) const {
    return link == "world" ? Placement{} : find_place(link, element);
  }

  void add_frames() {
    for (const auto& [scope, one] : named_frames_) {
      const std::string name = scope + one.require("name");
      const std::string link = find_attached_link(name);
      const auto found = std::find_if(robot_.links.begin(), robot_.links.end(),
                                      [&](const RobotLink& at) { return at.name == link; });
      if (found == robot_.links.end()) continue;
      found->frames.push_back({name, find_place(link, one).inverse() * find_place(name, one)});
    }
  }

  [[nodiscard]] std::string find_attached_link(std::string at) const {
    for (std::size_t steps = 0; steps <= frames_.size(); ++steps) {
      const auto found = frames_.find(at);
      if (found == frames_.end() || found->second.attached_to == at) break;
      at = found->second.attached_to;
    }
    return at;
  }

  // The world, in which the model is where its pose says.
  void stand(const Element& model, const Placement& in_world) {
    bool is_held = false;
    for (RobotJoint& one : robot_.joints) {
      if (one.parent == "world") one.in_parent = in_world * one.in_parent;
      if (one.child == "world") one.in_child = in_world * one.in_child;
      is_held |= one.parent == "world" || one.child == "world";
    }
    if (robot_.links.empty()) return;
    if (!is_held) {
      const std::string link = find_canonical_link(model, "");
      RobotJoint joint;
      joint.name = "world_to_" + link;
      joint.parent = "world";
      joint.child = link;
      joint.in_parent = in_world * find_place(link, model);
      robot_.joints.push_back(std::move(joint));
      robot_.remarks.push_back("nothing holds the model: its link '" + link +
                               "' stands where it is");
    }
    RobotLink world;
    world.name = "world";
    robot_.links.insert(robot_.links.begin(), std::move(world));
    robot_.root = "world";
  }

  // Of universal joints one of the two that they become.
  void name_mimicked_axes() {
    const auto name = [&](RobotJoint& one) {
      if (!one.mimic) return;
      const RobotJoint* leader = find_joint(robot_, one.mimic->joint);
      if (leader == nullptr || leader->kind != Kind::universal) return;
      split_.insert(leader->name);
      one.mimic->joint += mimicked_axes_[one.name] == "axis2" ? "_2" : "_1";
    };
    for (RobotJoint& one : robot_.joints) name(one);
    for (auto& [joint, told] : universals_) {
      for (RobotJoint& one : told) name(one);
    }
  }

  void finish() {
    refuse_loose_links(robot_, file_);
    choose_tool(robot_);
    name_mimicked_axes();
    split_universals();
    leave_out_mimics(robot_);
    refuse_circles(robot_, file_);
    fix_what_stands(robot_);
    leave_out_inner_joints(robot_);
    const std::set<std::string> loops = find_loops(robot_);
    std::set<std::string> passive;
    for (RobotJoint& one : robot_.joints) {
      if (loops.count(one.name) == 0) continue;
      one.start = 0.0;  // where loops close
      const auto found = motors_.find(one.name);
      if (found == motors_.end() || !(found->second.effort.value_or(0.0) > 0.0)) {
        passive.insert(one.name);
      }
    }
    add_joint_drives(robot_, motors_, passive);
    if (!passive.empty()) {
      robot_.remarks.push_back(fmt::format(
          "joints of loops without an effort: {}: they have no drive", fmt::join(passive, ", ")));
    }
    if (!undrawn_.empty()) {
      robot_.remarks.push_back(fmt::format("shapes of {}: they cannot be read, and are not drawn",
                                           fmt::join(undrawn_, ", ")));
    }
    robot_.left_out = std::move(others_);
  }

  using Parts = std::vector<std::pair<std::string, Element>>;  // each with its scope

  const std::string& file_;
  bool axes_in_model_{false};
  Robot robot_;
  Parts links_, joints_, named_frames_, models_;
  std::set<std::string> names_;
  std::map<std::string, Frame> frames_;
  std::map<std::string, JointMotor> motors_;
  std::vector<std::string> undrawn_;
  std::map<std::string, Element> world_frames_;
  std::map<std::string, std::array<RobotJoint, 2>> universals_;  // what is told of their axes
  std::map<std::string, std::string> mimicked_axes_;             // by the joint that mimics
  std::set<std::string> split_;  // universal joints whose axes something acts on
  std::map<std::string, int> others_;
};

}  // namespace

Robot read_sdf(const std::string& text, const std::string& file) {
  const XmlElement::Tree document = parse_xml(text, file);
  const auto root = document.get_child_optional("sdf");
  if (!root) throw InputError(whole_place(file), "no <sdf>", "expected an SDFormat file");
  return SdfReader(file).read(Element(*root, "sdf", file));
}

}  // namespace exchange
}  // namespace globaldyn::inside
