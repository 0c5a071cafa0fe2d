#include "globaldyn/exchange/mjcf.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

#include "core/base/errors.h"
#include "globaldyn/exchange/mesh.h"
#include "globaldyn/exchange/mjcf_settings.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Element = XmlElement;
using Tree = XmlElement::Tree;
using Kind = RobotJoint::Kind;

constexpr double kNone = std::numeric_limits<double>::infinity();

class MjcfReader {
 public:
  MjcfReader(const Element& root, const std::string& file)
      : root_(root), file_(file), settings_(root) {}

  Robot read() {
    robot_.name = root_.find("model").value_or("robot");
    for (const Element& one : root_.children("worldbody")) list_names(one.tree());
    for (const Element& group : root_.children("equality")) list_names(group.tree());
    robot_.root = "world";
    read_options();
    read_meshes();
    RobotLink world;
    world.name = "world";
    robot_.links.push_back(std::move(world));
    places_["world"] = {};
    for (const Element& one : root_.children("worldbody")) read_inside(one, 0, {}, "");
    scale_masses();
    read_tendons();
    if (has_equalities_) read_equalities();
    obey_flags();
    read_actuators();
    hold_what_floats();
    check_parts(robot_, file_);
    refuse_loose_links(robot_, file_);
    refuse_circles(robot_, file_);
    fix_what_stands(robot_);
    leave_out_inner_joints(robot_);
    leave_out_what_stands(robot_);
    merge_screws(robot_);
    add_missing_drives();
    choose_tool(robot_);
    tell_others();
    return std::move(robot_);
  }

 private:
  void remark(const std::string& text) { robot_.remarks.push_back(text); }

  // Names that the file gives, which those given here must not be.
  void list_names(const Tree& tree) {
    for (const auto& [key, value] : tree) {
      if (key == "body" || key == "joint" || key == "frame") {
        given_.insert(value.get<std::string>("<xmlattr>.name", ""));
      }
      list_names(value);
    }
  }

  [[nodiscard]] static std::optional<std::string> find_name(const Element& element) {
    const auto name = element.find("name");
    return name && !name->empty() ? name : std::nullopt;
  }

  // Its own, or one that nothing has.
  [[nodiscard]] std::string choose_name(const Element& element, const std::string& otherwise) {
    if (const auto name = find_name(element)) return *name;
    std::string own = otherwise;
    while (!given_.insert(own).second) own += "_";
    return own;
  }

  void read_options() {
    for (const Element& one : root_.children("option")) {
      robot_.gravity = one.read_vector("gravity", robot_.gravity);
      for (const char* key : {"density", "viscosity"}) {
        if (one.find_number(key).value_or(0.0) != 0.0) {
          remark(std::string(key) + " of what the robot moves in: not taken");
        }
      }
      const auto flag = one.child("flag");
      const auto is_off = [&](const char* what) {
        return flag && flag->find(what).value_or("") == "disable";
      };
      if (is_off("gravity")) robot_.gravity.setZero();
      has_springs_ = has_springs_ && !is_off("spring") && !is_off("passive");
      has_dampers_ = has_dampers_ && !is_off("damper") && !is_off("passive");
      has_equalities_ = has_equalities_ && !is_off("equality") && !is_off("constraint");
      has_friction_ = has_friction_ && !is_off("frictionloss") && !is_off("constraint");
    }
    for (const Element& one : root_.children("compiler")) {
      for (const char* key : {"boundmass", "boundinertia"}) {
        if (one.find_number(key).value_or(-1.0) > 0.0) {
          remark(std::string(key) + ": masses are taken as they are");
        }
      }
      total_mass_ = one.find_number("settotalmass").value_or(total_mass_);
      if (one.find("balanceinertia").value_or("false") == "true") {
        remark("balanceinertia: moments of inertia are taken as they are");
      }
    }
  }

  // Files of meshes by the names that geoms call them.
  void read_meshes() {
    for (const Element& asset : root_.children("asset")) {
      for (const Element& plain : asset.children("mesh")) {
        const Element one = settings_.fill(plain, "mesh", "");
        const auto file = one.find("file");
        const std::string name =
            one.find("name").value_or(std::filesystem::path(file.value_or("")).stem().string());
        if (file) meshes_.emplace(name, one);
      }
    }
  }

  [[nodiscard]] std::optional<std::pair<Mesh, Vector3d>> find_mesh_of(const Element& geom) {
    const std::string name = geom.find("mesh").value_or("");
    const auto found = meshes_.find(name);
    if (found == meshes_.end()) return std::nullopt;
    const Element& mesh = found->second;
    const auto [at, is_new] = read_.insert({name, std::nullopt});
    if (is_new) {
      const std::string folder = settings_.mesh_folder.empty() ? "" : settings_.mesh_folder + "/";
      at->second = read_mesh(find_mesh(folder + mesh.require("file"), file_));
    }
    if (!at->second) return std::nullopt;
    return std::pair{*at->second, mesh.read_vector("scale", Vector3d::Ones())};
  }

  // MuJoCo's own, unless the mesh says another.
  [[nodiscard]] VolumeRule find_rule(const Element& geom) {
    const std::string name = *geom.find("mesh");
    const std::string rule = meshes_.at(name).find("inertia").value_or("legacy");
    if (rule == "convex" || rule == "shell") {
      remark("inertia of mesh '" + name + "', which is " + rule + ": taken as a solid's");
    }
    return rule == "legacy" ? VolumeRule::absolute : VolumeRule::closed;
  }

  // Of the frame of a mesh in that of its file.
  [[nodiscard]] Placement find_mesh_frame(const Element& geom) const {
    const Element& mesh = meshes_.at(*geom.find("mesh"));
    return {mesh.read_vector("refpos", Vector3d::Zero()), read_quaternion(mesh, "refquat")};
  }

  [[nodiscard]] static Matrix3d read_quaternion(const Element& element, const char* attribute) {
    const std::vector<double> q = element.read_numbers(attribute, 4, {1, 0, 0, 0});
    return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized().toRotationMatrix();
  }

  // What stands in a body, or in a <frame> of it. @param link its number @param frame in the body
  void read_inside(const Element& element, std::size_t link, const Placement& frame,
                   const std::string& childclass) {
    for (const auto& [key, value] : element.tree()) {
      const Element plain(value, element.name() + ", " + key, file_);
      if (key == "body") {
        read_body(plain, link, frame, childclass);
      } else if (key == "geom") {
        read_geom(settings_.fill(plain, "geom", childclass), link, frame);
      } else if (key == "site") {
        read_site(settings_.fill(plain, "site", childclass), link, frame);
      } else if (key == "frame") {
        read_inside(plain, link, frame * settings_.read_placement(plain),
                    plain.find("childclass").value_or(childclass));
      } else if (key == "replicate" || key == "attach" || key == "composite" || key == "flexcomp") {
        plain.fail("<" + key + ">", "expected bodies: MuJoCo saves files that have them");
      } else if (key != "<xmlattr>" && key != "joint" && key != "freejoint" && key != "inertial") {
        ++others_[key];
      }
    }
  }

  void read_body(const Element& element, std::size_t parent, const Placement& frame,
                 const std::string& outer) {
    const std::string name = choose_name(element, fmt::format("body_{}", robot_.links.size()));
    const Element body(element.tree(), "body '" + name + "'", file_);
    const std::string childclass = body.find("childclass").value_or(outer);
    const std::size_t index = robot_.links.size();
    robot_.links.emplace_back().name = name;
    robot_.links.back().from = body.place();
    const Placement in_parent = frame * settings_.read_placement(body);
    places_[name] = places_.at(robot_.links[parent].name) * in_parent;
    robot_.links[index].shown = places_.at(name);
    if (body.find_number("gravcomp").value_or(0.0) != 0.0) {
      remark("gravcomp of body '" + name + "': it has its whole weight here");
    }
    read_joints(body, robot_.links[parent].name, name, in_parent, childclass);
    Geoms& geoms = geoms_[index];
    read_inside(body, index, {}, childclass);
    std::vector<Placed> all;
    list_placed(body, {}, childclass, all);
    const auto inertial = std::find_if(all.begin(), all.end(),
                                       [](const Placed& one) { return one.key == "inertial"; });
    using From = MjcfSettings::FromGeoms;
    const From from = settings_.from_geoms;
    RobotLink& link = robot_.links[index];
    if (inertial != all.end() && from != From::always) {
      read_inertial(inertial->element, inertial->frame, link);
    } else if (from != From::never) {
      if (!geoms.unknown.empty()) {
        body.fail("the volume of mesh " + geoms.unknown + " is not known",
                  "expected <inertial>, or its STL or OBJ file");
      }
      add_mass(link, geoms.mass.mass, geoms.mass.com, geoms.mass.inertia);
    }
    const bool collides = !geoms.colliding.empty();
    link.shapes = collides ? geoms.colliding : geoms.seen;
    if (geoms.is_undrawn && link.shapes.empty()) undrawn_.push_back(link.name);
  }

  void read_inertial(const Element& inertial, const Placement& frame, RobotLink& link) {
    const Placement place = frame * settings_.read_placement(inertial);
    link.com = place.at;
    link.mass = inertial.read_number("mass");
    if (link.mass < 0.0) inertial.fail("a mass below 0", "expected >= 0");
    Matrix3d matrix = Matrix3d::Zero();
    if (inertial.find("fullinertia")) {
      const std::vector<double> i = inertial.read_numbers("fullinertia", 6, {});
      matrix << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
    } else {
      matrix.diagonal() = inertial.read_vector("diaginertia", Vector3d::Zero());
    }
    link.inertia = place.axes * matrix * place.axes.transpose();
  }

  // A joint or inertial of a body, and the <frame> of the body that it is in.
  struct Placed {
    std::string key;
    Element element;
    Placement frame;
  };

  void list_placed(const Element& element, const Placement& frame, const std::string& childclass,
                   std::vector<Placed>& all) {
    for (const auto& [key, value] : element.tree()) {
      const Element plain(value, element.name() + ", " + key, file_);
      if (key == "frame") {
        list_placed(plain, frame * settings_.read_placement(plain),
                    plain.find("childclass").value_or(childclass), all);
      } else if (key == "joint") {
        all.push_back({key, settings_.fill(plain, "joint", childclass), frame});
      } else if (key == "freejoint" || key == "inertial") {
        all.push_back({key, plain, frame});
      }
    }
  }

  // Joints of a body one after the other, with bodies without mass between them.
  void read_joints(const Element& body, const std::string& parent, const std::string& name,
                   const Placement& in_parent, const std::string& childclass) {
    std::vector<Placed> all, joints;
    bool floats = false;
    list_placed(body, {}, childclass, all);
    for (const Placed& one : all) {
      if (one.key == "freejoint" || one.element.find("type").value_or("hinge") == "free") {
        floats = true;
      } else if (one.key == "joint") {
        joints.push_back(one);
      }
    }

    if (joints.empty()) {
      RobotJoint joint;
      joint.from = body.place();
      joint.name = parent + "_to_" + name;
      while (!given_.insert(joint.name).second) joint.name += "_";
      joint.parent = parent;
      joint.child = name;
      joint.in_parent = in_parent;
      if (floats) joint.kind = Kind::free;
      robot_.joints.push_back(std::move(joint));
      return;
    }
    std::string at = parent;
    Placement place = in_parent;
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const bool is_last = i + 1 == joints.size();
      const std::string next = is_last ? name : fmt::format("{}_before_{}", name, i + 2);
      if (!is_last) {
        RobotLink& between = robot_.links.emplace_back();
        between.name = next;
        between.shown = places_.at(name);
      }
      robot_.joints.push_back(read_joint(joints[i].element, joints[i].frame, name, i, place));
      robot_.joints.back().parent = at;
      robot_.joints.back().child = next;
      at = next;
      place = {};
    }
  }

  RobotJoint read_joint(const Element& element, const Placement& frame, const std::string& body,
                        std::size_t number, const Placement& place) {
    RobotJoint joint;
    joint.from = element.place();
    joint.name = choose_name(
        element, number == 0 ? body + "_joint" : fmt::format("{}_joint_{}", body, number + 1));
    const std::string type = element.find("type").value_or("hinge");
    joint.kind = type == "hinge"   ? Kind::revolute
                 : type == "slide" ? Kind::prismatic
                 : type == "ball"  ? Kind::spherical
                                   : Kind::fixed;
    if (joint.kind == Kind::fixed) {
      element.fail("type '" + type + "'", "expected hinge, slide, ball or free");
    }
    const Placement at =
        frame * Placement{element.read_vector("pos", Vector3d::Zero()), Matrix3d::Identity()};
    joint.in_parent = place * at;
    joint.in_child = at;
    const auto first = [&](const char* key) { return read_first(element, key, joint.name); };
    joint.damping = first("damping");
    joint.friction = first("frictionloss");
    joint.armature = first("armature");
    joint.stiffness = first("stiffness");
    for (auto [value, what] :
         {std::pair{&joint.damping, "damping"}, std::pair{&joint.friction, "frictionloss"},
          std::pair{&joint.armature, "armature"}, std::pair{&joint.stiffness, "stiffness"}}) {
      if (*value >= 0.0) continue;
      remark(std::string(what) + " of '" + joint.name + "' below 0: not taken");
      *value = 0.0;
    }
    if (element.find("springdamper")) {
      remark("springdamper of '" + joint.name + "': not taken");
    }
    if (joint.kind == Kind::spherical) {
      if (joint.damping + joint.friction + joint.armature + joint.stiffness > 0.0) {
        remark("damping, friction, armature and stiffness of ball '" + joint.name + "': not taken");
      }
      joint.damping = joint.friction = joint.armature = joint.stiffness = 0.0;
      return joint;
    }
    const Vector3d axis = element.read_vector("axis", Vector3d::UnitZ());
    if (!(axis.norm() > 0.0)) element.fail("an axis of length 0", "expected a direction");
    joint.axis = axis.stableNormalized();
    const double unit = joint.kind == Kind::revolute ? settings_.angle_unit() : 1.0;
    const double shown = unit * element.find_number("ref").value_or(0.0);
    joint.start = shown;
    joint.rest = unit * element.find_number("springref").value_or(0.0);
    // The file shows it at `shown`; here frames coincide at zero.
    RobotJoint back = joint;
    fix_joint(back, -shown);
    joint.in_parent = back.in_parent;
    if (settings_.is_limited(element, "limited", "range")) {
      const std::vector<double> range = element.read_numbers("range", 2, {}, true);
      if (range[0] > range[1]) element.fail("a range that falls", "expected low high");
      constexpr double kFar = 1e6;  // rad or m: as files say that there is no end
      joint.lower = range[0] <= -kFar ? -kNone : unit * range[0];
      joint.upper = range[1] >= kFar ? kNone : unit * range[1];
    }
    if (settings_.is_limited(element, "actuatorfrclimited", "actuatorfrcrange")) {
      const std::vector<double> range = element.read_numbers("actuatorfrcrange", 2, {}, true);
      force_ranges_[joint.name] = {range[0], range[1]};
    }
    return joint;
  }

  // Coefficients of higher powers are told.
  double read_first(const Element& element, const char* key, const std::string& joint) {
    const auto text = element.find(key);
    if (!text) return 0.0;
    const std::vector<double> numbers = element.to_numbers(*text, key);
    if (numbers.empty()) return 0.0;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      if (numbers[i] != 0.0) {
        remark(fmt::format("{} of '{}': only its first number is taken", key, joint));
        break;
      }
    }
    return numbers.front();
  }

  // A place that its ends give, or its placement.
  [[nodiscard]] std::pair<Placement, double> read_extent(const Element& geom) const {
    if (!geom.find("fromto")) return {settings_.read_placement(geom), -1.0};
    const std::vector<double> n = geom.read_numbers("fromto", 6, {});
    const Vector3d from(n[0], n[1], n[2]), to(n[3], n[4], n[5]), along = to - from;
    if (!(along.norm() > 0.0)) geom.fail("fromto of length 0", "expected two places");
    return {
        Placement{0.5 * (from + to),
                  Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), along).toRotationMatrix()},
        along.norm()};
  }

  // None of planes, fields of heights and meshes.
  [[nodiscard]] std::optional<RobotShape> read_shape(const Element& geom,
                                                     const Placement& frame) const {
    const std::string type = geom.find("type").value_or(geom.find("mesh") ? "mesh" : "sphere");
    const auto text = geom.find("size");
    std::vector<double> size = text ? geom.to_numbers(*text, "size") : std::vector<double>{};
    const auto [placement, length] = read_extent(geom);
    RobotShape shape;
    shape.placement = frame * placement;
    const auto need = [&](std::size_t count) {
      if (size.size() < count) {
        geom.fail(fmt::format("a {} with {} sizes", type, size.size()),
                  fmt::format("expected {}", count));
      }
      if (std::any_of(size.begin(), size.end(), [](double one) { return one < 0.0; })) {
        geom.fail("a size below 0", "expected >= 0");
      }
    };
    if (type == "sphere") {
      need(1);
      shape.kind = RobotShape::Kind::sphere;
      shape.radius = size[0];
    } else if (type == "capsule" || type == "cylinder") {
      need(length < 0.0 ? 2 : 1);
      shape.kind = type == "capsule" ? RobotShape::Kind::capsule : RobotShape::Kind::cylinder;
      shape.radius = size[0];
      shape.length = length < 0.0 ? 2.0 * size[1] : length;
    } else if (type == "box" || type == "ellipsoid") {
      need(length < 0.0 ? 3 : 1);
      shape.kind = type == "box" ? RobotShape::Kind::box : RobotShape::Kind::ellipsoid;
      if (length < 0.0) {
        shape.size = 2.0 * Vector3d(size[0], size[1], size[2]);
      } else {
        shape.size = {2.0 * size[0], 2.0 * size[0], length};
      }
    } else {
      return std::nullopt;
    }
    return shape;
  }

  void read_geom(const Element& geom, std::size_t link, const Placement& frame) {
    if (link == 0) return;  // of the world: floors and furniture
    Geoms& geoms = geoms_[link];
    std::optional<RobotShape> shape;
    SolidVolume solid;
    const std::string type = geom.find("type").value_or(geom.find("mesh") ? "mesh" : "sphere");
    if (geom.find("mesh")) {
      if (const auto mesh = find_mesh_of(geom)) {
        const Placement place =
            frame * settings_.read_placement(geom) * find_mesh_frame(geom).inverse();
        shape = make_box(mesh->first, mesh->second, place);
        solid = find_solid(mesh->first, mesh->second, find_rule(geom)).place(place);
      } else {
        geoms.is_undrawn = true;
      }
      if (shape && type != "mesh") remark("a " + type + " about mesh: its box is taken");
    } else {
      shape = read_shape(geom, frame);
      if (shape) solid = find_solid(*shape);
    }
    const double group = geom.find_number("group").value_or(0.0);
    const bool counts =
        settings_.inertia_groups.first <= group && group <= settings_.inertia_groups.second;
    const auto told = geom.find_number("mass");
    constexpr double kDensity = 1000.0;  // MuJoCo's
    const double density = geom.find_number("density").value_or(kDensity);
    const bool has_mass = counts && (told ? *told != 0.0 : density != 0.0);
    if (has_mass && geom.find("mesh") && !shape && geoms.unknown.empty()) {
      geoms.unknown = "'" + *geom.find("mesh") + "'";
    }
    if (has_mass && solid.volume > 0.0) {
      const double mass = told ? *told : density * solid.volume;
      add_mass(geoms.mass, mass, solid.centre, mass / solid.volume * solid.inertia);
    }
    if (has_mass && geom.find("shellinertia").value_or("false") == "true") {
      remark("a " + type + " with shellinertia: its mass is a solid's");
    }
    if (!shape) return;
    const bool collides = geom.find_number("contype").value_or(1.0) != 0.0 ||
                          geom.find_number("conaffinity").value_or(1.0) != 0.0;
    (collides ? geoms.colliding : geoms.seen).push_back(*shape);
  }

  void read_site(const Element& site, std::size_t link, const Placement& frame) {
    const auto name = site.find("name");
    if (!name) return;
    const Placement place =
        site.find("fromto") ? read_extent(site).first : settings_.read_placement(site);
    robot_.links[link].frames.push_back({*name, frame * place});
    sites_[*name] = link;
  }

  [[nodiscard]] const RobotFrame& find_site(const Element& asked_by, const std::string& name) {
    const auto found = sites_.find(name);
    if (found == sites_.end())
      asked_by.fail("no site '" + name + "'", "expected one that is there");
    for (const RobotFrame& one : robot_.links[found->second].frames) {
      if (one.name == name) return one;
    }
    asked_by.fail("no site '" + name + "'", "expected one that is there");
  }

  const RobotJoint& require_joint(const Element& asked_by, const std::string& name) {
    const RobotJoint* joint = find_joint(robot_, name);
    if (joint == nullptr) {
      std::vector<std::string> names;
      for (const RobotJoint& one : robot_.joints) names.push_back(one.name);
      asked_by.fail("no joint '" + name + "'", suggest_name(name, names));
    }
    return *joint;
  }

  // A sum of joints, or the way between two sites.
  struct Tendon {
    std::vector<RobotTerm> of;
    std::array<std::pair<std::string, Vector3d>, 2> ends;
    double shown{0.0};    // its length where the file shows the robot
    double at_rest{0.0};  // and where the springs of its joints are
  };

  // All masses by one factor.
  void scale_masses() {
    double sum = 0.0;
    for (const RobotLink& one : robot_.links) sum += one.mass;
    if (!(total_mass_ > 0.0) || !(sum > 0.0)) return;
    for (RobotLink& one : robot_.links) {
      one.mass *= total_mass_ / sum;
      one.inertia *= total_mass_ / sum;
    }
  }

  void obey_flags() {
    for (RobotJoint& one : robot_.joints) {
      if (!has_springs_) one.stiffness = 0.0;
      if (!has_dampers_) one.damping = 0.0;
      if (!has_friction_) one.friction = 0.0;
    }
    for (RobotSpring& one : robot_.springs) {
      if (!has_springs_) one.stiffness = 0.0;
      if (!has_dampers_) one.damping = 0.0;
    }
    std::erase_if(robot_.springs, [](const RobotSpring& one) {
      return one.stiffness == 0.0 && one.damping == 0.0;
    });
  }

  void read_tendons() {
    for (const Element& group : root_.children("tendon")) {
      for (const auto& [key, value] : group.tree()) {
        if (key != "fixed" && key != "spatial") continue;
        Element plain(value, "tendon", file_);
        Element one = settings_.fill(plain, "tendon", "");
        const std::string name =
            one.find("name").value_or(fmt::format("tendon_{}", tendons_.size() + 1));
        one = Element(one.tree(), "tendon '" + name + "'", file_);
        std::optional<Tendon> tendon =
            key == "fixed" ? std::optional(read_sum(one)) : read_straight(one);
        if (!tendon) {
          remark("tendon '" + name + "' with more than two sites: not taken");
          left_tendons_.insert(name);
          continue;
        }
        if (settings_.is_limited(one, "limited", "range")) {
          remark("range of tendon '" + name + "': not taken");
        }
        if (settings_.is_limited(one, "actuatorfrclimited", "actuatorfrcrange")) {
          const std::vector<double> range = one.read_numbers("actuatorfrcrange", 2, {}, true);
          tendon_force_ranges_[name] = {range[0], range[1]};
        }
        add_spring(one, name, *tendon);
        tendons_.emplace(name, *std::move(tendon));
      }
    }
  }

  Tendon read_sum(const Element& element) {
    Tendon tendon;
    for (const Element& one : element.children("joint")) {
      const RobotJoint& joint = require_joint(one, one.require("joint"));
      if (!joint.has_coordinate())
        one.fail("joint '" + joint.name + "'", "expected hinge or slide");
      const double factor = one.read_number("coef");
      if (factor == 0.0) continue;
      add_term(tendon.of, joint.name, factor);
      tendon.shown += factor * joint.start.value_or(0.0);
      tendon.at_rest += factor * joint.rest;
    }
    if (tendon.of.empty()) element.fail("no joints", "expected some");
    return tendon;
  }

  std::optional<Tendon> read_straight(const Element& element) {
    const std::vector<Element> sites = element.children("site");
    if (sites.size() != 2 || element.child("geom") || element.child("pulley")) return std::nullopt;
    Tendon tendon;
    std::array<Vector3d, 2> at;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string name = sites[i].require("site");
      const Vector3d place = find_site(sites[i], name).placement.at;
      const std::string& link = robot_.links[sites_.at(name)].name;
      tendon.ends.at(i) = {link, place};
      at.at(i) = (places_.at(link) * Placement{place, Matrix3d::Identity()}).at;
    }
    tendon.shown = (at[1] - at[0]).norm();
    tendon.at_rest = (find_rest_place(tendon.ends[1]) - find_rest_place(tendon.ends[0])).norm();
    return tendon;
  }

  // With all joints where their springs are at rest.
  [[nodiscard]] Vector3d find_rest_place(const std::pair<std::string, Vector3d>& end) {
    if (rest_places_.empty()) {
      rest_places_["world"] = {};
      for (const RobotJoint& one : robot_.joints) {
        RobotJoint moved = one;
        if (one.has_coordinate()) fix_joint(moved, one.rest);
        rest_places_[one.child] =
            rest_places_.at(one.parent) * moved.in_parent * one.in_child.inverse();
      }
    }
    return (rest_places_.at(end.first) * Placement{end.second, Matrix3d::Identity()}).at;
  }

  void add_spring(const Element& element, const std::string& name, const Tendon& tendon) {
    RobotSpring spring;
    spring.name = "S_" + name;
    spring.of = tendon.of;
    spring.ends = tendon.ends;
    spring.stiffness = read_first(element, "stiffness", name);
    spring.damping = read_first(element, "damping", name);
    spring.rest = tendon.at_rest;
    if (const auto text = element.find("springlength")) {
      const std::vector<double> lengths = element.to_numbers(*text, "springlength");
      // -1 stands for none told.
      if (!lengths.empty() && lengths[0] != -1.0) spring.rest = lengths[0];
      if (lengths.size() > 1 && lengths[1] != lengths[0] && spring.stiffness != 0.0) {
        remark("springlength of tendon '" + name + "': its lower one is taken");
      }
    }
    if (element.find("springdamper")) remark("springdamper of tendon '" + name + "': not taken");
    for (const char* key : {"frictionloss", "armature"}) {
      if (element.find_number(key).value_or(0.0) != 0.0) {
        remark(std::string(key) + " of tendon '" + name + "': not taken");
      }
    }
    if (spring.stiffness != 0.0 || spring.damping != 0.0) robot_.springs.push_back(spring);
  }

  void read_equalities() {
    for (const Element& group : root_.children("equality")) {
      for (const auto& [key, value] : group.tree()) {
        if (key == "<xmlattr>") continue;
        const Element plain(value, "equality, " + key, file_);
        const Element one = settings_.fill(plain, "equality", "");
        if (one.find("active").value_or("true") == "false") {
          remark("equality '" + one.find("name").value_or(key) + "' that is not active: not taken");
        } else if (key == "connect" || key == "weld") {
          read_closing(one, key == "weld");
        } else if (key == "joint") {
          read_joint_equality(one);
        } else if (key == "tendon") {
          read_tendon_equality(one);
        } else {
          remark("equality <" + key + ">: not taken");
        }
      }
    }
  }

  // A body's frame, or a site's: the link, and the place on it.
  std::pair<std::string, Placement> read_equality_end(const Element& element,
                                                      const std::string& number) {
    if (const auto site = element.find("site" + number)) {
      const Placement place = find_site(element, *site).placement;
      return {robot_.links[sites_.at(*site)].name, place};
    }
    const std::string body =
        number == "1" ? element.require("body1") : element.find("body2").value_or("world");
    if (find_link(robot_, body) == nullptr) {
      element.fail("no body '" + body + "'", "expected one that is there");
    }
    return {body, {}};
  }

  void read_closing(const Element& element, bool is_weld) {
    RobotJoint joint;
    joint.from = element.place();
    joint.name = choose_name(
        element, fmt::format("{}_{}", is_weld ? "weld" : "connect", robot_.joints.size()));
    if (find_joint(robot_, joint.name) != nullptr) joint.name += "_equality";
    const auto [parent, in_parent] = read_equality_end(element, "1");
    const auto [child, in_child] = read_equality_end(element, "2");
    joint.kind = is_weld ? Kind::fixed : Kind::spherical;
    joint.parent = parent;
    joint.child = child;
    joint.in_parent = in_parent;
    joint.in_child = in_child;
    if (!element.find("site1")) {
      // Where the file shows both.
      const Placement shown = places_.at(child).inverse() * places_.at(parent);
      if (is_weld) {
        const std::vector<double> pose = element.read_numbers("relpose", 7, {0, 0, 0, 0, 0, 0, 0});
        const Eigen::Quaterniond turn(pose[3], pose[4], pose[5], pose[6]);
        joint.in_child = shown;
        if (turn.norm() > 0.0) {
          // That is where body 2 has its anchor.
          joint.in_parent = {Vector3d(pose[0], pose[1], pose[2]),
                             turn.normalized().toRotationMatrix()};
          joint.in_child = {element.read_vector("anchor", Vector3d::Zero()), Matrix3d::Identity()};
        }
      } else {
        static_cast<void>(element.require("anchor"));
        const Placement anchor{element.read_vector("anchor", Vector3d::Zero()),
                               Matrix3d::Identity()};
        joint.in_parent = anchor;
        joint.in_child = shown * anchor;
      }
    }
    robot_.joints.push_back(std::move(joint));
  }

  // a0, a1 of y = a0 + a1 x; none where there are higher powers.
  std::optional<std::pair<double, double>> read_line(const Element& element) {
    const auto text = element.find("polycoef");
    std::vector<double> a =
        text ? element.to_numbers(*text, "polycoef") : std::vector<double>{0.0, 1.0};
    for (std::size_t i = 2; i < a.size(); ++i) {
      if (a[i] != 0.0) return std::nullopt;
    }
    return std::pair{a.empty() ? 0.0 : a[0], a.size() > 1 ? a[1] : 1.0};
  }

  // y - y0 = a0 + a1 (x - x0), with both where the file shows them at 0.
  void read_joint_equality(const Element& element) {
    const std::string first = require_joint(element, element.require("joint1")).name;
    const auto line = read_line(element);
    if (!line) {
      remark("equality of joint '" + first + "', a polynomial: not taken");
      return;
    }
    const auto found = std::find_if(robot_.joints.begin(), robot_.joints.end(),
                                    [&](const RobotJoint& one) { return one.name == first; });
    const double shown = found->start.value_or(0.0);
    const auto second = element.find("joint2");
    if (!second || line->second == 0.0) {
      stand(robot_, first, shown + line->first);
      return;
    }
    const RobotJoint& other = require_joint(element, *second);
    if (found->kind == Kind::spherical || other.kind == Kind::spherical) {
      remark("equality of joints '" + first + "' and '" + other.name +
             "', of which one is a ball: not taken");
      return;
    }
    const double offset = shown + line->first - line->second * other.start.value_or(0.0);
    if (found->kind == Kind::fixed) {
      stand(robot_, other.name, (found->stands.value_or(0.0) - offset) / line->second);
      return;
    }
    if (!found->mimic) {
      found->mimic = RobotMimic{other.name, line->second, offset};
      return;
    }
    RobotCoupling coupling;
    coupling.name = element.find("name").value_or(first + "_and_" + other.name);
    coupling.of = {{first, 1.0}, {other.name, -line->second}};
    coupling.equals = offset;
    robot_.couplings.push_back(std::move(coupling));
  }

  void read_tendon_equality(const Element& element) {
    const std::string first = element.require("tendon1");
    const std::string second = element.find("tendon2").value_or("");
    const auto one = tendons_.find(first), other = tendons_.find(second);
    const auto line = read_line(element);
    const bool is_sum = one != tendons_.end() && !one->second.of.empty() &&
                        (second.empty() || (other != tendons_.end() && !other->second.of.empty()));
    if (!line || !is_sum) {
      remark("equality of tendon '" + first + "', no line between sums: not taken");
      return;
    }
    RobotCoupling coupling;
    coupling.name = element.find("name").value_or(first + "_stays");
    coupling.of = one->second.of;
    coupling.equals = one->second.shown + line->first;
    if (!second.empty()) {
      for (const auto& [joint, factor] : other->second.of) {
        add_term(coupling.of, joint, -line->second * factor);
      }
      coupling.equals -= line->second * other->second.shown;
    }
    std::erase_if(coupling.of, [](const RobotTerm& term) { return term.second == 0.0; });
    if (coupling.of.empty()) {
      remark("equality of tendon '" + first + "' without any joint left: not taken");
      return;
    }
    robot_.couplings.push_back(std::move(coupling));
  }

  static void add_term(std::vector<RobotTerm>& of, const std::string& joint, double factor) {
    for (RobotTerm& one : of) {
      if (one.first != joint) continue;
      one.second += factor;
      return;
    }
    of.emplace_back(joint, factor);
  }

  void read_actuators() {
    for (const Element& group : root_.children("actuator")) {
      for (const auto& [key, value] : group.tree()) {
        if (key == "<xmlattr>") continue;
        const Element plain(value, "actuator", file_);
        const Element filled = settings_.fill(plain, "general", "");
        const std::string name =
            filled.find("name").value_or(fmt::format("M{}", robot_.drives.size() + 1));
        read_actuator(Element(filled.tree(), "actuator '" + name + "'", file_), key, name);
      }
    }
    std::map<std::string, int> counts;
    for (const RobotDrive& one : robot_.drives) {
      if (one.of.size() == 1) ++counts[one.of[0].first];
    }
    for (const auto& [joint, range] : force_ranges_) {
      if (counts[joint] > 1)
        remark("actuatorfrcrange of '" + joint + "' is that of each of its drives");
    }
    if (has_controllers_) {
      remark(
          "actuators that are no motors: their limits of force are taken, their controllers not");
    }
    if (!unlimited_.empty()) {
      remark(fmt::format("forces of {}: no range is told, no limits are written",
                         fmt::join(unlimited_, ", ")));
    }
  }

  [[nodiscard]] static double find_gear(const Element& element) {
    const auto text = element.find("gear");
    const std::vector<double> gear =
        text ? element.to_numbers(*text, "gear") : std::vector<double>{1.0};
    return gear.empty() ? 1.0 : gear.front();
  }

  void read_actuator(const Element& element, const std::string& kind, const std::string& name) {
    RobotDrive drive;
    drive.name = name;
    drive.ratio = find_gear(element);
    const auto joint =
        element.find("joint") ? element.find("joint") : element.find("jointinparent");
    const auto tendon = element.find("tendon");
    if (joint) {
      const RobotJoint& on = require_joint(element, *joint);
      if (!on.has_coordinate()) {
        remark("actuator '" + name + "' on " + (on.kind == Kind::fixed ? "what stands" : "a ball") +
               ": not taken");
        return;
      }
      drive.of = {{on.name, 1.0}};
    } else if (tendon && tendons_.count(*tendon) != 0) {
      const Tendon& on = tendons_.at(*tendon);
      drive.of = on.of;
      drive.ends = on.ends;
      if (on.of.size() == 1) {
        drive.ratio *= on.of[0].second;
        drive.of[0].second = 1.0;
      }
    } else if (tendon && left_tendons_.count(*tendon) == 0) {
      element.fail("no tendon '" + *tendon + "'", "expected one that is there");
    } else {
      remark("actuator '" + name + "', which acts on no joint and no tendon that is taken");
      return;
    }
    // MuJoCo's force is positive where it pushes.
    const bool is_straight = drive.of.empty();
    if (drive.ratio == 0.0) {
      remark("actuator '" + name + "' with a gear of 0: not taken");
      return;
    }
    read_force_limits(element, kind, drive);
    const bool pulls = drive.ratio < 0.0 ? drive.low >= 0.0 : drive.high <= 0.0;
    if (is_straight && pulls) {
      drive.is_cable = true;
      if (drive.ratio > 0.0) std::tie(drive.low, drive.high) = std::pair{-drive.high, -drive.low};
      drive.ratio = std::abs(drive.ratio);
    }
    robot_.drives.push_back(std::move(drive));
  }

  static void narrow(RobotDrive& drive, double low, double high) {
    drive.low = std::max(drive.low, std::min(low, high));
    drive.high = std::min(drive.high, std::max(low, high));
  }

  void read_force_limits(const Element& element, const std::string& kind, RobotDrive& drive) {
    if (settings_.is_limited(element, "forcelimited", "forcerange")) {
      const std::vector<double> range = element.read_numbers("forcerange", 2, {}, true);
      narrow(drive, range[0], range[1]);
    }
    const bool is_general = kind == "general";
    const auto prm = element.find("gainprm");
    const std::vector<double> gains =
        prm ? element.to_numbers(*prm, "gainprm") : std::vector<double>{1.0};
    // The force is what is asked for, times a gain.
    const bool is_motor =
        kind == "motor" || (is_general && element.find("gaintype").value_or("fixed") == "fixed" &&
                            element.find("biastype").value_or("none") == "none");
    has_controllers_ |= !is_motor;
    if (is_motor && settings_.is_limited(element, "ctrllimited", "ctrlrange")) {
      const double gain = is_general && !gains.empty() ? gains.front() : 1.0;
      const std::vector<double> range = element.read_numbers("ctrlrange", 2, {}, true);
      if (gain != 0.0) narrow(drive, gain * range[0], gain * range[1]);
    }
    const auto tendon = tendon_force_ranges_.find(element.find("tendon").value_or(""));
    if (tendon != tendon_force_ranges_.end() && element.find("tendon")) {
      const double gear = find_gear(element);
      narrow(drive, tendon->second.first / gear, tendon->second.second / gear);
    }
    if (drive.of.size() > 1) {
      for (const RobotTerm& term : drive.of) {
        if (force_ranges_.count(term.first) == 0) continue;
        remark("actuatorfrcrange of '" + term.first + "', which '" + drive.name +
               "' moves with others: not taken");
      }
    }
    if (drive.of.size() == 1 && drive.of[0].second == 1.0) {
      const auto range = force_ranges_.find(drive.of[0].first);
      if (range != force_ranges_.end()) {
        narrow(drive, range->second.first / drive.ratio, range->second.second / drive.ratio);
      }
    }
    if (!(drive.low < drive.high)) {
      element.fail(fmt::format("a force from {} to {}", drive.low, drive.high), "expected a range");
    }
    if (std::isinf(drive.low) && std::isinf(drive.high)) unlimited_.push_back(drive.name);
  }

  // What floats is free where cables or straight motors pull at something of it.
  void hold_what_floats() {
    std::set<std::string> pulled, needless;
    for (const RobotDrive& one : robot_.drives) {
      if (!one.of.empty()) continue;
      for (const auto& end : one.ends) pulled.insert(end.first);
    }
    for (RobotJoint& one : robot_.joints) {
      if (one.kind != Kind::free) continue;
      // What hangs together with it by other joints than those of bodies that float.
      const std::set<std::string> hanging = list_held_together(robot_, one.child);
      const auto is_in = [&](const std::string& at) { return hanging.count(at) != 0; };
      const bool is_second =
          std::any_of(robot_.joints.begin(), robot_.joints.end(), [&](const RobotJoint& other) {
            return other.kind == Kind::free && &other < &one && is_in(other.child);
          });
      if (is_in(robot_.root) || is_second) {
        needless.insert(one.name);
        continue;
      }

      if (std::any_of(pulled.begin(), pulled.end(), is_in)) continue;
      one.kind = Kind::fixed;
      remark("body '" + one.child + "' floats: it stands where the file shows it");
    }
    std::erase_if(robot_.joints,
                  [&](const RobotJoint& one) { return needless.count(one.name) != 0; });
  }

  // By a drive between two points, of which one hangs on the joint.
  [[nodiscard]] bool is_pulled(const RobotJoint& joint) const {
    const std::set<std::string> hanging = list_hanging(robot_, joint);
    return std::any_of(robot_.drives.begin(), robot_.drives.end(), [&](const RobotDrive& one) {
      return one.of.empty() && hanging.count(one.ends[0].first) != hanging.count(one.ends[1].first);
    });
  }

  // So that all that can be moved is.
  void add_missing_drives() {
    std::set<std::string> moved = find_loops(robot_);
    for (const RobotDrive& one : robot_.drives) {
      for (const RobotTerm& term : one.of) moved.insert(term.first);
    }
    // Each coupling moves one of its joints that nothing else does.
    for (const RobotCoupling& one : robot_.couplings) {
      for (const RobotTerm& term : one.of) {
        if (find_joint(robot_, term.first)->mimic) continue;
        if (moved.insert(term.first).second) break;
      }
    }
    for (const RobotJoint& one : robot_.joints) {
      if (is_pulled(one)) moved.insert(one.name);
      if (!one.mimic) continue;
      if (!moved.insert(one.name).second) moved.insert(one.mimic->joint);
    }
    std::vector<std::string> added;
    for (const RobotJoint& one : robot_.joints) {
      if (!one.has_coordinate() || moved.count(one.name) != 0) continue;
      RobotDrive drive;
      drive.name = "M_" + one.name;
      drive.of = {{one.name, 1.0}};
      robot_.drives.push_back(std::move(drive));
      added.push_back(one.name);
    }
    if (!added.empty()) {
      remark(
          fmt::format("joints without actuators: {}: drives without limits are written, so that "
                      "they can be moved",
                      fmt::join(added, ", ")));
    }
  }

  void tell_others() {
    if (!undrawn_.empty()) {
      remark(fmt::format("meshes of {}: they cannot be read, and are not drawn",
                         fmt::join(undrawn_, ", ")));
    }
    for (const std::string& one : root_.list_others(
             {"compiler", "option", "size", "visual", "statistic", "default", "asset", "worldbody",
              "contact", "equality", "tendon", "actuator", "sensor", "keyframe", "custom"})) {
      ++others_[one];
    }
    // What stands in groups, each by its kind.
    for (const char* group : {"contact", "sensor", "keyframe", "custom"}) {
      for (const Element& one : root_.children(group)) {
        for (const std::string& kind : one.list_others({})) {
          ++others_[std::string(group) + ", " + kind];
        }
      }
    }
    robot_.left_out = others_;
  }

  // Of one body.
  struct Geoms {
    RobotLink mass;  // of all that count
    std::vector<RobotShape> colliding, seen;
    std::string unknown;  // a mesh whose mass is asked for and not known
    bool is_undrawn{false};
  };

  const Element& root_;
  const std::string& file_;
  MjcfSettings settings_;
  Robot robot_;
  std::map<std::string, Element> meshes_;
  std::map<std::string, std::optional<Mesh>> read_;
  std::map<std::size_t, Geoms> geoms_;
  std::map<std::string, Placement> places_;       // of bodies, where the file shows them
  std::map<std::string, Placement> rest_places_;  // with joints where springs are at rest
  std::map<std::string, std::size_t> sites_;
  std::map<std::string, Tendon> tendons_;
  std::set<std::string> left_tendons_;
  std::map<std::string, std::pair<double, double>> force_ranges_;
  std::set<std::string> given_;
  std::map<std::string, std::pair<double, double>> tendon_force_ranges_;
  std::vector<std::string> unlimited_, undrawn_;
  bool has_controllers_{false};
  std::map<std::string, int> others_;
  double total_mass_{-1.0};
  bool has_springs_{true}, has_dampers_{true}, has_equalities_{true}, has_friction_{true};
};

}  // namespace

Robot read_mjcf(const std::string& text, const std::string& file) {
  Tree document = parse_xml(text, file);
  const auto root = document.get_child_optional("mujoco");
  if (!root) throw InputError(whole_place(file), "no <mujoco>", "expected an MJCF file");
  include_files(*root, file);
  return MjcfReader(Element(*root, "mujoco", file), file).read();
}

}  // namespace exchange
}  // namespace globaldyn::inside
