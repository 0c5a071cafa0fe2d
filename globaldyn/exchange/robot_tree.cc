#include "globaldyn/exchange/robot_tree.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Kind = RobotJoint::Kind;

int rank_closing(Kind kind) {
  switch (kind) {
    case Kind::spherical:
      return 3;
    case Kind::fixed:
      return 2;
    case Kind::revolute:
      return 1;
    default:
      return 0;
  }
}

const std::string& find_group(std::map<std::string, std::string>& groups, const std::string& link) {
  std::string* group = &groups.insert({link, link}).first->second;
  while (*group != groups.at(*group)) *group = groups.at(*group);
  return *group;
}

// Joints that something acts on, which have to stay joints.
std::set<std::string> list_acted_on(const Robot& robot) {
  std::set<std::string> names;
  const auto add = [&](const std::vector<RobotTerm>& of) {
    for (const RobotTerm& term : of) names.insert(term.first);
  };
  for (const RobotDrive& one : robot.drives) add(one.of);
  for (const RobotSpring& one : robot.springs) add(one.of);
  for (const RobotCoupling& one : robot.couplings) add(one.of);
  for (const RobotJoint& one : robot.joints) {
    if (one.damping != 0.0 || one.friction != 0.0 || one.stiffness != 0.0 || one.armature != 0.0) {
      names.insert(one.name);
    }
    if (!one.mimic) continue;
    names.insert(one.name);
    names.insert(one.mimic->joint);
  }
  return names;
}

// Numbers of the joints that hold all links, hardest to close first.
std::set<std::size_t> choose_tree(const Robot& robot) {
  std::set<std::size_t> chosen;
  std::map<std::string, std::string> groups;
  for (const RobotLink& one : robot.links) groups[one.name] = one.name;
  const std::set<std::string> acted_on = list_acted_on(robot);
  for (int rank = 0; rank <= 4; ++rank) {
    for (std::size_t i = 0; i < robot.joints.size(); ++i) {
      const RobotJoint& joint = robot.joints[i];
      const int own = acted_on.count(joint.name) != 0 ? 0 : 1 + rank_closing(joint.kind);
      if (own != rank) continue;
      const std::string a = find_group(groups, joint.parent), b = find_group(groups, joint.child);
      if (a == b) continue;
      groups[b] = a;
      chosen.insert(i);
    }
  }
  return chosen;
}

void shift_terms(const std::vector<RobotTerm>& of, const Robot& robot, double& value) {
  for (const auto& [name, factor] : of) {
    value -= factor * find_joint(robot, name)->start.value_or(0.0);
  }
}

}  // namespace

RobotJoint turn_round(RobotJoint joint) {
  std::swap(joint.parent, joint.child);
  std::swap(joint.in_parent, joint.in_child);
  joint.axis = -joint.axis;
  if (joint.kind == Kind::universal) {
    joint.second_axis = -joint.second_axis;
    std::swap(joint.axis, joint.second_axis);
  }
  return joint;
}

RobotTree make_tree(const Robot& robot) {
  const std::set<std::size_t> chosen = choose_tree(robot);
  RobotTree tree;
  std::set<std::size_t> taken;
  std::set<std::string> reached{robot.root};
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (const std::size_t i : chosen) {
      const RobotJoint& joint = robot.joints[i];
      const bool forwards = reached.count(joint.parent) != 0;
      if (taken.count(i) != 0 || (!forwards && reached.count(joint.child) == 0)) continue;
      tree.joints.push_back(forwards ? joint : turn_round(joint));
      reached.insert(tree.joints.back().child);
      taken.insert(i);
      is_new = true;
    }
  }
  for (std::size_t i = 0; i < robot.joints.size(); ++i) {
    if (chosen.count(i) == 0) tree.closing.push_back(robot.joints[i]);
  }
  return tree;
}

void split_screws(Robot& robot) {
  std::vector<RobotJoint> joints;
  for (RobotJoint& one : robot.joints) {
    if (one.kind != Kind::screw) {
      joints.push_back(std::move(one));
      continue;
    }
    RobotLink nut;
    nut.name = one.name + "_nut";
    const RobotLink& parent = *find_link(robot, one.parent);
    RobotJoint slide = one, turn = one;
    const double along = one.lead / (2.0 * std::numbers::pi);  // m a rad
    slide.kind = Kind::prismatic;
    slide.name += "_slide";
    slide.child = turn.parent = nut.name;
    slide.in_child = turn.in_parent = {};
    slide.start = along * one.start.value_or(0.0);
    slide.lower = slide.upper = std::nullopt;
    slide.damping = slide.friction = slide.armature = slide.stiffness = 0.0;
    slide.mimic = RobotMimic{one.name, along, 0.0};
    turn.kind = Kind::revolute;
    RobotJoint moved = slide;
    fix_joint(moved, *slide.start);
    nut.shown = parent.shown * moved.in_parent;
    robot.links.push_back(std::move(nut));
    joints.push_back(std::move(slide));
    joints.push_back(std::move(turn));
  }
  robot.joints = std::move(joints);
}

void shift_to_shown(Robot& robot) {
  for (RobotJoint& one : robot.joints) {
    if (!one.mimic) continue;
    one.mimic->offset +=
        one.mimic->multiplier * find_joint(robot, one.mimic->joint)->start.value_or(0.0) -
        one.start.value_or(0.0);
  }
  for (RobotCoupling& one : robot.couplings) shift_terms(one.of, robot, one.equals);
  for (RobotSpring& one : robot.springs) shift_terms(one.of, robot, one.rest);
  for (RobotJoint& one : robot.joints) {
    const double start = one.start.value_or(0.0);
    if (one.lower) one.lower = *one.lower - start;
    if (one.upper) one.upper = *one.upper - start;
    one.rest -= start;
    one.start.reset();
    // Where both links are shown, whatever the kind.
    const Placement place = find_link(robot, one.child)->shown * one.in_child;
    const Placement& parent = find_link(robot, one.parent)->shown;
    // The first axis of a universal joint is the parent's, wherever the child has turned to.
    if (one.kind == Kind::universal) {
      one.axis = place.axes.transpose() * parent.axes * one.in_parent.axes * one.axis;
    }
    one.in_parent = parent.inverse() * place;
  }
}

void make_mimics(Robot& robot) {
  std::vector<RobotCoupling> left;
  for (RobotCoupling& one : robot.couplings) {
    RobotJoint* moved = nullptr;
    if (one.of.size() == 2) {
      for (RobotJoint& joint : robot.joints) {
        if (joint.name == one.of[0].first && !joint.mimic) moved = &joint;
      }
    }
    if (moved == nullptr) {
      left.push_back(std::move(one));
      continue;
    }
    const auto& [name, factor] = one.of[0];
    moved->mimic = RobotMimic{one.of[1].first, -one.of[1].second / factor, one.equals / factor};
  }
  robot.couplings = std::move(left);
}

JointMotor find_motor(const Robot& robot, const std::string& joint) {
  double effort = 0.0;
  bool has_drive = false, is_known = true;  // of all drives
  JointMotor motor;
  for (const RobotDrive& one : robot.drives) {
    if (one.of.size() != 1 || one.of[0].first != joint) continue;
    const double least = std::min(-one.low, one.high) * std::abs(one.ratio);
    has_drive = true;
    if (!std::isfinite(least) || least <= 0.0) is_known = false;
    effort += least;
    if (one.max_speed) motor.velocity = *one.max_speed / std::abs(one.ratio);
  }
  if (has_drive && is_known) motor.effort = effort;
  return motor;
}

void tell_drives_of_joints(Robot& robot) {
  for (const RobotDrive& one : robot.drives) {
    const std::string name = "drive '" + one.name + "'";
    if (one.of.size() != 1) {
      robot.remarks.push_back(name + " on no single joint: not told");
    } else if (std::isinf(one.low) || std::isinf(one.high)) {
      robot.remarks.push_back(name + " without limits, or with one: not told");
    } else if (one.low >= 0.0 || one.high <= 0.0) {
      robot.remarks.push_back("limits of " + name + ", which leave out 0: not told");
    } else if (one.low != -one.high) {
      robot.remarks.push_back(name + ": the smaller of its limits is told");
    }
  }
}

}  // namespace exchange
}  // namespace globaldyn::inside
