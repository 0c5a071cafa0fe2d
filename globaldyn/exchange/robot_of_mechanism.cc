#include "globaldyn/exchange/robot_of_mechanism.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/errors.h"
#include "core/joints/joint_type.h"
#include "core/kinematics/assembly.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Kind = RobotJoint::Kind;

Placement to_placement(const Frame& frame) {
  return {frame.origin, frame.axes};
}

RobotShape to_shape(const Solid& solid) {
  RobotShape shape;
  shape.placement = to_placement(solid.frame);
  switch (solid.shape) {
    case Solid::Shape::box:
      shape.size = solid.size;
      break;
    case Solid::Shape::sphere:
      shape.kind = RobotShape::Kind::sphere;
      shape.radius = 0.5 * solid.size.x();
      break;
    case Solid::Shape::cylinder:
    case Solid::Shape::tube:
      shape.kind = RobotShape::Kind::cylinder;
      shape.radius = 0.5 * solid.size.x();
      shape.length = solid.size.z();
      break;
  }
  return shape;
}

class RobotMaker {
 public:
  RobotMaker(const Mechanism& mechanism, const std::string& file, bool keep_universals)
      : mechanism_(mechanism), file_(file), keep_universals_(keep_universals) {}

  Robot make(const Pose& pose) {
    robot_.name = mechanism_.name;
    robot_.gravity = mechanism_.gravity;
    robot_.root = mechanism_.bodies[kGround].name;
    for (const BodyId body : mechanism_.bodies.ids()) add_link(body, pose);
    const std::vector<double> values = calc_joint_coordinates(mechanism_, pose);
    std::size_t next = 0;
    for (const JointId joint : mechanism_.joints.ids()) {
      const std::size_t count = type_of(mechanism_.joints[joint]).coordinates.size();
      add_joint(joint,
                {values.begin() + static_cast<std::ptrdiff_t>(next),
                 values.begin() + static_cast<std::ptrdiff_t>(next + count)},
                pose);
      next += count;
    }
    free_loose_links();
    for (const Coupling& one : mechanism_.couplings) {
      robot_.couplings.push_back({one.name, to_terms(one.sum), one.value});
    }
    for (const DriveId drive : mechanism_.drives.ids()) add_drive(mechanism_.drives[drive]);
    for (const Spring& one : mechanism_.springs) add_spring(one);
    if (!mechanism_.wrenches.empty()) remark("forces on the tool: not told");
    tell_untold();
    return std::move(robot_);
  }

 private:
  void remark(const std::string& text) { robot_.remarks.push_back(text); }

  [[nodiscard]] const std::string& name_link(BodyId body) const {
    return mechanism_.bodies[body].name;
  }

  // Bodies that no joint leads to from the ground.
  void free_loose_links() {
    RobotJoint joint;
    joint.kind = Kind::free;
    joint.parent = joint.child = robot_.root;
    for (const RobotLink& one : robot_.links) {
      if (list_hanging(robot_, joint).count(one.name) != 0) continue;
      RobotJoint own;
      own.name = one.name + "_free";
      own.kind = Kind::free;
      own.parent = robot_.root;
      own.child = one.name;
      own.in_parent = one.shown;
      robot_.joints.push_back(std::move(own));
    }
  }

  // From relative to the centre of mass to the body's own frame.
  [[nodiscard]] Placement in_body(BodyId body, const Frame& frame) const {
    return {mechanism_.bodies[body].mass_properties.com + frame.origin, frame.axes};
  }

  void add_link(BodyId id, const Pose& pose) {
    const Body& body = mechanism_.bodies[id];
    RobotLink link;
    link.name = body.name;
    link.mass = body.mass_properties.mass;
    link.com = body.mass_properties.com;
    link.inertia = body.mass_properties.inertia;
    for (const Solid& one : body.solids) link.shapes.push_back(to_shape(one));
    link.shown = to_placement(find_body_frame(body, pose[id]));
    if (mechanism_.tool && mechanism_.tool->body == id) {
      link.frames.push_back({"tool", in_body(id, mechanism_.tool->frame)});
      robot_.tool = "tool";
    }
    if (!explain_impossible_inertia(link.inertia).empty()) {
      untold_["moments of inertia that no body has, of bodies"].push_back(link.name);
    }
    robot_.links.push_back(std::move(link));
  }

  // One coordinate of a joint that is told as several.
  struct Part {
    Kind kind;
    Vector3d axis;
    const char* suffix;
  };

  void add_joint(JointId id, const std::vector<double>& values, const Pose& pose) {
    const Joint& joint = mechanism_.joints[id];
    RobotJoint whole;
    whole.name = joint.name;
    whole.parent = name_link(joint.body_a);
    whole.child = name_link(joint.body_b);
    whole.in_parent = in_body(joint.body_a, joint.frame_a);
    whole.in_child = in_body(joint.body_b, joint.frame_b);
    whole.axis = Vector3d::UnitZ();
    if (joint.cone > 0.0) untold_["cones"].push_back(joint.name);
    switch (joint.kind) {
      case JointKind::revolute:
      case JointKind::prismatic:
        whole.kind = joint.kind == JointKind::revolute ? Kind::revolute : Kind::prismatic;
        finish(whole, id, 0, values[0]);
        return;
      case JointKind::screw:
        whole.kind = Kind::screw;
        whole.lead = 2.0 * std::numbers::pi * joint.lead;
        finish(whole, id, 0, values[0]);
        names_[{id.number(), 1}] = {joint.name, joint.lead};
        return;
      case JointKind::spherical:
      case JointKind::weld:
        whole.kind = joint.kind == JointKind::weld ? Kind::fixed : Kind::spherical;
        robot_.joints.push_back(std::move(whole));
        return;
      case JointKind::cylindrical:
        add_parts(whole, id, values, pose,
                  {{Kind::prismatic, Vector3d::UnitZ(), "_displacement"},
                   {Kind::revolute, Vector3d::UnitZ(), "_angle"}});
        return;
      case JointKind::planar:
        add_parts(whole, id, values, pose,
                  {{Kind::prismatic, Vector3d::UnitX(), "_x"},
                   {Kind::prismatic, Vector3d::UnitY(), "_y"},
                   {Kind::revolute, Vector3d::UnitZ(), "_angle"}});
        return;
      case JointKind::universal: {
        // At zero b's axis lies along a's x axis, and b's x axis along a's axis.
        Matrix3d zero;
        zero << whole.in_child.axes.col(2), -whole.in_child.axes.col(1), whole.in_child.axes.col(0);
        whole.in_child.axes = zero;
        if (keep_universals_ && !is_acted_on(id)) {
          whole.kind = Kind::universal;
          whole.second_axis = Vector3d::UnitX();
          robot_.joints.push_back(std::move(whole));
          return;
        }

        add_parts(
            whole, id, values, pose,
            {{Kind::revolute, Vector3d::UnitZ(), "_a"}, {Kind::revolute, Vector3d::UnitX(), "_b"}});
        return;
      }
      case JointKind::distance:
        break;
    }
    throw InputError(whole_place(file_), "joint '" + joint.name + "' keeps a distance",
                     "expected joints that other programs have");
  }

  // By a drive, a spring or a coupling, or by its travel.
  [[nodiscard]] bool is_acted_on(JointId id) const {
    const auto is_on = [&](const CoordinateIndex& index) { return index.joint == id; };
    const auto is_in = [&](const CoordinateSum& sum) {
      return std::any_of(sum.terms.begin(), sum.terms.end(),
                         [&](const CoordinateTerm& term) { return is_on(term.of); });
    };
    const auto acts = [&](const ActingCoordinate& coordinate) {
      if (const auto* index = std::get_if<CoordinateIndex>(&coordinate)) return is_on(*index);
      const auto* sum = std::get_if<CoordinateSum>(&coordinate);
      return sum != nullptr && is_in(*sum);
    };
    const Joint& joint = mechanism_.joints[id];
    return std::any_of(mechanism_.drives.begin(), mechanism_.drives.end(),
                       [&](const Drive& one) { return acts(one.coordinate); }) ||
           std::any_of(mechanism_.springs.begin(), mechanism_.springs.end(),
                       [&](const Spring& one) { return acts(one.coordinate); }) ||
           std::any_of(mechanism_.couplings.begin(), mechanism_.couplings.end(),
                       [&](const Coupling& one) { return is_in(one.sum); }) ||
           std::any_of(joint.travel.begin(), joint.travel.end(), [](const Interval& one) {
             return std::isfinite(one.low) || std::isfinite(one.high);
           });
  }

  void add_parts(const RobotJoint& whole, JointId id, const std::vector<double>& values,
                 const Pose& pose, const std::vector<Part>& parts) {
    Placement in_parent = whole.in_parent;
    std::string parent = whole.parent;
    Placement shown = to_placement(find_body_frame(mechanism_.bodies[mechanism_.joints[id].body_a],
                                                   pose[mechanism_.joints[id].body_a])) *
                      in_parent;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const bool is_last = i + 1 == parts.size();
      RobotJoint part = whole;
      part.kind = parts[i].kind;
      part.axis = parts[i].axis;
      part.name = whole.name + parts[i].suffix;
      part.parent = parent;
      part.in_parent = in_parent;
      if (!is_last) {
        RobotLink cross;
        cross.name = part.name + "_link";
        RobotJoint moved = part;
        moved.in_parent = {};
        fix_joint(moved, values[i]);
        shown = shown * moved.in_parent;
        cross.shown = shown;
        part.child = cross.name;
        part.in_child = {};
        robot_.links.push_back(std::move(cross));
      }
      parent = part.child;
      in_parent = {};
      finish(part, id, static_cast<int>(i), values[i]);
    }
  }

  // A joint with a coordinate: its travel, where it is shown, its name for what acts on it.
  void finish(RobotJoint joint, JointId id, int coordinate, double value) {
    const Interval& travel = mechanism_.joints[id].travel[static_cast<std::size_t>(coordinate)];
    if (std::isfinite(travel.low) || std::isfinite(travel.high)) {
      joint.lower = travel.low;
      joint.upper = travel.high;
    }
    joint.start = value;
    const std::vector<double>& most = mechanism_.joints[id].max_acceleration;
    const auto at = static_cast<std::size_t>(coordinate);
    if (at < most.size() && std::isfinite(most[at])) {
      untold_["greatest accelerations"].push_back(joint.name);
    }
    names_[{id.number(), coordinate}] = {joint.name, 1.0};
    robot_.joints.push_back(std::move(joint));
  }

  // A joint that has the coordinate, times a factor.
  [[nodiscard]] RobotTerm to_term(const CoordinateIndex& index, double factor) const {
    const auto& [name, own] = names_.at({index.joint.number(), index.coordinate});
    return {name, own * factor};
  }

  [[nodiscard]] std::vector<RobotTerm> to_terms(const CoordinateSum& sum) const {
    std::vector<RobotTerm> terms;
    for (const CoordinateTerm& one : sum.terms) terms.push_back(to_term(one.of, one.factor));
    return terms;
  }

  [[nodiscard]] std::pair<std::string, Vector3d> to_end(const BodyPoint& point) const {
    return {name_link(point.body), in_body(point.body, {point.point, Matrix3d::Identity()}).at};
  }

  // Of a drive or a spring.
  template <class Acting>
  void set_subject(const ActingCoordinate& coordinate, Acting& acting) const {
    if (const auto* index = std::get_if<CoordinateIndex>(&coordinate)) {
      acting.of = {to_term(*index, 1.0)};
    } else if (const auto* sum = std::get_if<CoordinateSum>(&coordinate)) {
      acting.of = to_terms(*sum);
    } else {
      const auto& points = std::get<PointPair>(coordinate);
      acting.ends = {to_end(points.from), to_end(points.to)};
    }
  }

  [[nodiscard]] RobotJoint* find_own_joint(const std::vector<RobotTerm>& of) {
    if (of.size() != 1) return nullptr;
    for (RobotJoint& one : robot_.joints) {
      if (one.name == of[0].first) return &one;
    }
    return nullptr;
  }

  void add_drive(const Drive& drive) {
    RobotDrive own;
    own.name = drive.name;
    own.is_cable = drive.kind == Drive::Kind::cable;
    set_subject(drive.coordinate, own);
    double factor = 1.0;  // of the only joint
    if (own.of.size() == 1) {
      factor = own.of[0].second;
      own.of[0].second = 1.0;
    }
    own.ratio = drive.ratio * factor;
    own.low = drive.limit.force.low / drive.ratio;
    own.high = drive.limit.force.high / drive.ratio;
    if (drive.ratio < 0.0) std::swap(own.low, own.high);
    if (std::isfinite(drive.limit.speed)) own.max_speed = drive.limit.speed * std::abs(drive.ratio);
    RobotJoint* joint = find_own_joint(own.of);
    if (joint != nullptr) {
      joint->armature += drive.reflected_inertia * factor * factor;
      joint->damping += drive.viscous * factor * factor;
      joint->friction += drive.coulomb * std::abs(factor);
    } else if (drive.reflected_inertia + drive.viscous + drive.coulomb > 0.0) {
      untold_["rotors and friction of drives on sums or points"].push_back(drive.name);
    }
    if (drive.efficiency != 1.0) untold_["losses of gears"].push_back(drive.name);
    const DriveLimit& limit = drive.limit;
    if (!limit.lines.empty()) untold_["lines of force over speed"].push_back(drive.name);
    if (std::isfinite(limit.acceleration + limit.power + limit.rate + limit.jerk)) {
      untold_["limits of acceleration, power, rate and jerk"].push_back(drive.name);
    }
    robot_.drives.push_back(std::move(own));
  }

  void add_spring(const Spring& spring) {
    if (spring.has_curve()) untold_["forces of springs by curves"].push_back(spring.name);
    RobotSpring own;
    own.name = spring.name;
    set_subject(spring.coordinate, own);
    own.stiffness = spring.stiffness;
    own.rest = spring.rest;
    own.damping = spring.damping;
    RobotJoint* joint = find_own_joint(own.of);
    if (joint != nullptr && own.of[0].second == 1.0 && joint->stiffness == 0.0) {
      joint->stiffness = own.stiffness;
      joint->rest = own.rest;
      joint->damping += own.damping;
      return;
    }
    if (own.stiffness != 0.0 || own.damping != 0.0) robot_.springs.push_back(std::move(own));
  }

  void tell_untold() {
    for (const auto& [what, names] : untold_) {
      const bool is_told = what.rfind("moments", 0) == 0;
      remark(fmt::format("{} ({}): {}", what, fmt::join(names, ", "),
                         is_told ? "other programs may refuse the file" : "not told"));
    }
  }

  const Mechanism& mechanism_;
  const std::string& file_;
  bool keep_universals_;
  Robot robot_;
  std::map<std::pair<int, int>, RobotTerm> names_;  // by joint and coordinate
  std::map<std::string, std::vector<std::string>> untold_;
};

}  // namespace

Robot make_robot(const Mechanism& mechanism, const Topology& topology, const std::string& file,
                 bool keep_universals) {
  const AssemblyOutcome assembly = assemble(mechanism, topology, {});
  if (assembly.status != AssemblyStatus::ok) throw AssemblyError(file + ": " + assembly.reason);
  return RobotMaker(mechanism, file, keep_universals).make(assembly.pose);
}

}  // namespace exchange
}  // namespace globaldyn::inside
