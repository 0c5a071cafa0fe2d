#include "globaldyn/exchange/robot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/base/errors.h"

namespace globaldyn::inside {
inline namespace exchange {
namespace {

using Kind = RobotJoint::Kind;

template <class Parts>
std::vector<std::string> list_names(const Parts& parts) {
  std::vector<std::string> names;
  for (const auto& one : parts) names.push_back(one.name);
  return names;
}

// Of a part; of the whole file where a part's is not known.
SourcePlace place_of(const SourcePlace& part, const std::string& file) {
  return part.file.empty() ? whole_place(file) : part;
}

template <class Parts>
void refuse_doubles(const Parts& parts, const char* kind, const std::string& file) {
  std::set<std::string> seen;
  for (const auto& one : parts) {
    if (seen.insert(one.name).second) continue;
    throw InputError(place_of(one.from, file), std::string(kind) + " '" + one.name + "' twice",
                     "expected names of their own");
  }
}

void check_ends(const Robot& robot, const std::string& file) {
  const std::vector<std::string> links = list_names(robot.links);
  const std::set<std::string> known(links.begin(), links.end());
  for (const RobotJoint& one : robot.joints) {
    for (const std::string& link : {one.parent, one.child}) {
      if (known.count(link) != 0) continue;
      throw InputError(place_of(one.from, file), "joint '" + one.name + "': no link '" + link + "'",
                       suggest_name(link, links));
    }
  }
}

// Links that hang together by joints, but for one of them.
std::set<std::string> find_connected(const Robot& robot, const std::string& from,
                                     const RobotJoint* without, bool by_free = true) {
  std::multimap<std::string, std::string> next;
  for (const RobotJoint& one : robot.joints) {
    if (&one == without || (!by_free && one.kind == Kind::free)) continue;
    next.emplace(one.parent, one.child);
    next.emplace(one.child, one.parent);
  }
  std::set<std::string> found{from};
  for (std::vector<std::string> open{from}; !open.empty();) {
    const auto [begin, end] = next.equal_range(open.back());
    open.pop_back();
    for (auto at = begin; at != end; ++at) {
      if (found.insert(at->second).second) open.push_back(at->second);
    }
  }
  return found;
}

// By a mimic, or in a sum.
bool is_referred_to(const Robot& robot, const std::string& name) {
  const auto is_in = [&](const auto& all) {
    return std::any_of(all.begin(), all.end(), [&](const auto& one) {
      return std::any_of(one.of.begin(), one.of.end(),
                         [&](const RobotTerm& term) { return term.first == name; });
    });
  };
  return is_in(robot.drives) || is_in(robot.springs) || is_in(robot.couplings) ||
         std::any_of(robot.joints.begin(), robot.joints.end(),
                     [&](const RobotJoint& one) { return one.mimic && one.mimic->joint == name; });
}

// What a slide that mimics a turning joint leaves of the travel of that.
void narrow_by(RobotJoint& turn, const RobotJoint& slide) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const double by = slide.mimic->multiplier;
  const auto [low, high] = std::minmax(*slide.lower / by, *slide.upper / by);
  if (!(low < high)) return;
  turn.lower = std::max(turn.lower.value_or(-kNone), low);
  turn.upper = std::min(turn.upper.value_or(kNone), high);
}

}  // namespace

Placement Placement::operator*(const Placement& inner) const {
  Placement product{at + axes * inner.at, axes * inner.axes};
  if (axes.isIdentity(0.0)) {
    product.rpy = inner.rpy;
  } else if (inner.axes.isIdentity(0.0)) {
    product.rpy = rpy;
  }
  return product;
}

SolidVolume SolidVolume::place(const Placement& placement) const {
  return {volume, (placement * Placement{centre, Matrix3d::Identity()}).at,
          placement.axes * inertia * placement.axes.transpose()};
}

SolidVolume find_solid(const RobotShape& shape) {
  constexpr double kPi = std::numbers::pi;
  const double r = shape.radius, l = shape.length;
  const Vector3d& s = shape.size;
  double volume = 0.0;
  Vector3d about = Vector3d::Zero();  // squares of radii of gyration
  switch (shape.kind) {
    case RobotShape::Kind::box:
    case RobotShape::Kind::ellipsoid: {
      const bool is_box = shape.kind == RobotShape::Kind::box;
      volume = s.prod() * (is_box ? 1.0 : kPi / 6.0);
      const Vector3d squares = s.cwiseAbs2() / (is_box ? 12.0 : 20.0);
      about = Vector3d::Constant(squares.sum()) - squares;
      break;
    }
    case RobotShape::Kind::cylinder:
      volume = kPi * r * r * l;
      about = {(3.0 * r * r + l * l) / 12.0, (3.0 * r * r + l * l) / 12.0, 0.5 * r * r};
      break;
    case RobotShape::Kind::sphere:
      volume = 4.0 / 3.0 * kPi * r * r * r;
      about.setConstant(0.4 * r * r);
      break;
    case RobotShape::Kind::capsule: {
      // A cylinder, and two half spheres with their centres 3/8 r beyond its ends.
      const double middle = kPi * r * r * l, ends = 4.0 / 3.0 * kPi * r * r * r;
      volume = middle + ends;
      const double across = middle * (3.0 * r * r + l * l) / 12.0 +
                            ends * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r);
      const double along = middle * 0.5 * r * r + ends * 0.4 * r * r;
      about = volume > 0.0 ? Vector3d(Vector3d(across, across, along) / volume) : about;
      break;
    }
  }
  return SolidVolume{volume, Vector3d::Zero(), (volume * about).asDiagonal()}.place(
      shape.placement);
}

void add_mass(RobotLink& link, double mass, const Vector3d& com, const Matrix3d& inertia) {
  const double sum = link.mass + mass;
  if (!(sum > 0.0)) {
    link.inertia += inertia;
    return;
  }
  const Vector3d apart = com - link.com;
  link.inertia +=
      inertia + link.mass * mass / sum *
                    (apart.squaredNorm() * Matrix3d::Identity() - apart * apart.transpose());
  link.com += mass / sum * apart;
  link.mass = sum;
}

bool slides(const RobotJoint& joint) {
  return joint.kind == Kind::prismatic;
}

bool has_travel(const RobotJoint& joint) {
  return joint.lower && *joint.lower < *joint.upper &&
         (std::isfinite(*joint.lower) || std::isfinite(*joint.upper));
}

const RobotJoint* find_joint(const Robot& robot, const std::string& name) {
  const auto found = std::find_if(robot.joints.begin(), robot.joints.end(),
                                  [&](const RobotJoint& one) { return one.name == name; });
  return found == robot.joints.end() ? nullptr : &*found;
}

const RobotLink* find_link(const Robot& robot, const std::string& name) {
  const auto found = std::find_if(robot.links.begin(), robot.links.end(),
                                  [&](const RobotLink& one) { return one.name == name; });
  return found == robot.links.end() ? nullptr : &*found;
}

void check_parts(const Robot& robot, const std::string& file) {
  if (robot.links.empty()) throw InputError(whole_place(file), "no links", "expected some");
  const bool moves = std::any_of(robot.joints.begin(), robot.joints.end(),
                                 [](const RobotJoint& one) { return one.kind != Kind::fixed; });
  if (!moves) throw InputError(whole_place(file), "no joint that moves", "expected some");
  refuse_doubles(robot.links, "link", file);
  refuse_doubles(robot.joints, "joint", file);
  check_ends(robot, file);
}

void refuse_loose_links(const Robot& robot, const std::string& file) {
  const std::set<std::string> connected = find_connected(robot, robot.root, nullptr);
  for (const RobotLink& one : robot.links) {
    if (connected.count(one.name) != 0) continue;
    throw InputError(place_of(one.from, file), "link '" + one.name + "' hangs on nothing",
                     "expected joints from '" + robot.root + "', which stands, to it");
  }
}

void refuse_circles(const Robot& robot, const std::string& file) {
  for (const RobotJoint& one : robot.joints) {
    std::size_t steps = 0;
    for (const RobotJoint* at = &one; at->mimic; at = find_joint(robot, at->mimic->joint)) {
      if (++steps <= robot.joints.size()) continue;
      throw InputError(place_of(one.from, file), "joint '" + one.name + "' mimics itself",
                       "expected one that moves on its own at the end");
    }
  }
}

void leave_out_mimics(Robot& robot) {
  for (RobotJoint& one : robot.joints) {
    if (!one.mimic) continue;
    const RobotJoint* other = find_joint(robot, one.mimic->joint);
    if (other != nullptr && other->has_coordinate()) continue;
    robot.remarks.push_back("joint '" + one.name + "' mimics '" + one.mimic->joint +
                            "', which does not move: it has a drive of its own");
    one.mimic.reset();
  }
}

void fix_joint(RobotJoint& joint, double value) {
  const Placement moved =
      joint.kind == Kind::prismatic
          ? Placement{value * joint.axis, Matrix3d::Identity()}
          : Placement{Vector3d::Zero(), Eigen::AngleAxisd(value, joint.axis).toRotationMatrix()};
  joint.in_parent = joint.in_parent * moved;
  joint.kind = Kind::fixed;
  joint.stands = value;
  joint.mimic.reset();
}

void stand(Robot& robot, const std::string& joint, double value) {
  // A chain of mimics has no circles, or is refused.
  std::string name = joint;
  for (std::size_t steps = 0; steps <= robot.joints.size(); ++steps) {
    const auto found = std::find_if(robot.joints.begin(), robot.joints.end(),
                                    [&](const RobotJoint& one) { return one.name == name; });
    if (found == robot.joints.end() || found->kind == Kind::fixed) return;
    robot.remarks.push_back(
        fmt::format("joint '{}' stands at {}: its links are fixed", name, value));
    const std::optional<RobotMimic> mimic = found->mimic;
    fix_joint(*found, value);
    if (!mimic || mimic->multiplier == 0.0) return;
    name = mimic->joint;
    value = (value - mimic->offset) / mimic->multiplier;
  }
}

void leave_out_inner_joints(Robot& robot) {
  std::map<std::string, std::string> groups;
  for (const RobotLink& one : robot.links) groups[one.name] = one.name;
  const auto find_group = [&](std::string link) {
    while (groups.at(link) != link) link = groups.at(link);
    return link;
  };
  for (const RobotJoint& one : robot.joints) {
    if (one.kind == Kind::fixed) groups[find_group(one.child)] = find_group(one.parent);
  }
  std::erase_if(robot.joints, [&](RobotJoint& one) {
    const bool is_inner =
        one.kind != Kind::fixed && find_group(one.parent) == find_group(one.child);
    if (!is_inner) return false;
    robot.remarks.push_back("joint '" + one.name + "' between links that are fixed to each other");
    if (!one.has_coordinate()) return true;
    fix_joint(one, one.start.value_or(0.0));
    return false;
  });
}

void fix_what_stands(Robot& robot) {
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (RobotJoint& one : robot.joints) {
      std::optional<double> place;
      if (one.has_coordinate() && one.lower && *one.lower == *one.upper && *one.lower != 0.0) {
        place = one.lower;
      }
      if (one.mimic) {
        const std::optional<double> leader = find_joint(robot, one.mimic->joint)->stands;
        if (leader || one.mimic->multiplier == 0.0) {
          place = one.mimic->multiplier * leader.value_or(0.0) + one.mimic->offset;
        }
      }
      if (!place || one.kind == Kind::fixed) continue;
      stand(robot, one.name, *place);
      is_new = true;
    }
  }
}

void leave_out_what_stands(Robot& robot) {
  // @returns what the terms that go have been
  const auto thin = [&](std::vector<RobotTerm>& of) {
    double constant = 0.0;
    std::erase_if(of, [&](const RobotTerm& term) {
      const RobotJoint& joint = *find_joint(robot, term.first);
      if (joint.kind == Kind::fixed) constant += term.second * joint.stands.value_or(0.0);
      return joint.kind == Kind::fixed;
    });
    return constant;
  };
  // Nothing is left of one that had terms.
  const auto erase_thinned = [&](auto& all, const char* kind, const auto& shift) {
    std::erase_if(all, [&](auto& one) {
      const bool had = !one.of.empty();
      shift(one, thin(one.of));
      if (had && one.of.empty()) {
        robot.remarks.push_back(std::string(kind) + " '" + one.name +
                                "' on what stands: not taken");
      }
      return had && one.of.empty();
    });
  };
  erase_thinned(robot.drives, "drive", [](RobotDrive& one, double) {
    if (one.of.size() == 1 && one.of[0].second != 1.0) {
      one.ratio *= one.of[0].second;
      one.of[0].second = 1.0;
    }
  });
  erase_thinned(robot.springs, "spring", [](RobotSpring& one, double by) { one.rest -= by; });
  erase_thinned(robot.couplings, "coupling",
                [](RobotCoupling& one, double by) { one.equals -= by; });
}

void add_joint_drives(Robot& robot, const std::map<std::string, JointMotor>& motors,
                      const std::set<std::string>& passive) {
  std::string unlimited, mimicking;
  for (RobotJoint& one : robot.joints) {
    if (!one.has_coordinate() || passive.count(one.name) != 0) continue;
    const auto found = motors.find(one.name);
    const JointMotor motor = found == motors.end() ? JointMotor() : found->second;
    if (one.mimic) {
      if (one.damping != 0.0 || one.friction != 0.0 || motor.effort || motor.velocity) {
        mimicking += (mimicking.empty() ? "" : ", ") + one.name;
      }
      one.damping = one.friction = 0.0;
      continue;
    }
    RobotDrive drive;
    drive.name = "M_" + one.name;
    drive.of = {{one.name, 1.0}};
    const double reduction = std::abs(motor.reduction);
    drive.ratio = motor.reduction;
    if (motor.effort.value_or(0.0) > 0.0) {
      drive.low = -*motor.effort / reduction;
      drive.high = *motor.effort / reduction;
    } else {
      unlimited += (unlimited.empty() ? "" : ", ") + one.name;
    }
    if (motor.velocity.value_or(0.0) > 0.0) drive.max_speed = *motor.velocity * reduction;
    robot.drives.push_back(std::move(drive));
  }
  if (!mimicking.empty()) {
    robot.remarks.push_back(
        "effort, velocity and friction of what mimics other joints: not taken: " + mimicking);
  }
  if (!unlimited.empty()) {
    robot.remarks.push_back("effort of " + unlimited +
                            ": it is not told, or 0: no limits are written");
  }
}

void split_universal_joints(Robot& robot, const std::set<std::string>& named) {
  constexpr double kPerpendicular = 1e-12;  // as machine files need it
  const std::set<std::string> loops = find_loops(robot);
  std::vector<RobotJoint> joints;
  for (RobotJoint& one : robot.joints) {
    const bool stays = named.count(one.name) == 0 && loops.count(one.name) != 0 &&
                       std::abs(one.axis.dot(one.second_axis)) < kPerpendicular;
    if (one.kind != Kind::universal || stays) {
      joints.push_back(std::move(one));
      continue;
    }
    RobotLink cross;
    cross.name = one.name + "_cross";
    cross.shown = find_link(robot, one.parent)->shown * one.in_parent;
    RobotJoint first = one, second = one;
    first.kind = second.kind = Kind::revolute;
    first.name += "_1";
    first.child = second.parent = cross.name;
    first.in_child = second.in_parent = {};
    second.name += "_2";
    second.axis = one.second_axis;
    robot.links.push_back(std::move(cross));
    robot.remarks.push_back("joint '" + one.name + "' is two, " + first.name + " and " +
                            second.name);
    joints.push_back(std::move(first));
    joints.push_back(std::move(second));
  }
  robot.joints = std::move(joints);
}

void choose_tool(Robot& robot) {
  const auto is_tool = [](const std::string& name) {
    for (const char* word : {"attachment", "tool", "tcp", "end_effector", "ee_site", "pinch"}) {
      if (name.find(word) != std::string::npos) return true;
    }
    return false;
  };
  if (!robot.tool.empty()) return;
  for (const RobotLink& link : robot.links) {
    if (link.name == robot.root) continue;
    if (is_tool(link.name)) robot.tool = link.name;
    for (const RobotFrame& frame : link.frames) {
      if (is_tool(frame.name)) robot.tool = frame.name;
    }
  }
  if (!robot.tool.empty()) {
    robot.remarks.push_back("the tool is '" + robot.tool + "': say if it is another");
  }
}

void merge_screws(Robot& robot) {
  constexpr double kParallel = 1e-12, kNowhere = 1e-12;  // of 1, and m
  const auto is_bare = [&](const RobotLink& link) {
    const auto touches = [&](const RobotJoint& one) {
      return one.parent == link.name || one.child == link.name;
    };
    return link.mass == 0.0 && link.shapes.empty() && link.frames.empty() &&
           std::count_if(robot.joints.begin(), robot.joints.end(), touches) == 2;
  };
  std::set<std::string> merged_joints, merged_links;
  for (RobotJoint& turn : robot.joints) {
    for (const RobotJoint& slide : robot.joints) {
      const bool follows =
          slide.kind == Kind::prismatic && slide.mimic && slide.mimic->joint == turn.name &&
          std::abs(slide.mimic->offset) < kNowhere && slide.mimic->multiplier != 0.0;
      if (turn.kind != Kind::revolute || !follows || slide.child != turn.parent) continue;
      const Placement between = slide.in_child.inverse() * turn.in_parent;
      const Vector3d axis = between.axes * turn.axis;  // in the slide's frame
      if (axis.cross(slide.axis).norm() > kParallel || !is_bare(*find_link(robot, slide.child)) ||
          slide.damping + slide.friction + slide.armature + slide.stiffness > 0.0 ||
          is_referred_to(robot, slide.name)) {
        continue;
      }
      turn.kind = Kind::screw;
      turn.lead = 2.0 * std::numbers::pi * slide.mimic->multiplier * axis.dot(slide.axis);
      if (slide.lower) narrow_by(turn, slide);
      turn.parent = slide.parent;
      turn.in_parent = slide.in_parent * between;
      merged_joints.insert(slide.name);
      merged_links.insert(slide.child);
    }
  }
  std::erase_if(robot.joints,
                [&](const RobotJoint& one) { return merged_joints.count(one.name) != 0; });
  std::erase_if(robot.links,
                [&](const RobotLink& one) { return merged_links.count(one.name) != 0; });
}

std::set<std::string> list_hanging(const Robot& robot, const RobotJoint& joint) {
  return find_connected(robot, joint.child, &joint);
}

std::set<std::string> list_held_together(const Robot& robot, const std::string& link) {
  return find_connected(robot, link, nullptr, false);
}

std::set<std::string> find_loops(const Robot& robot) {
  std::set<std::string> loops;
  for (const RobotJoint& one : robot.joints) {
    if (find_connected(robot, one.parent, &one).count(one.child) != 0) loops.insert(one.name);
  }
  return loops;
}

}  // namespace exchange
}  // namespace globaldyn::inside
