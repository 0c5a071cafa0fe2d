#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/errors.h"
#include "core/base/rotation.h"

namespace globaldyn::inside {
inline namespace exchange {

/// A frame in another one: its axes are the columns.
struct Placement {
  Vector3d at{Vector3d::Zero()};
  Matrix3d axes{Matrix3d::Identity()};
  std::optional<Vector3d> rpy{};  ///< roll, pitch and yaw as the file tells them, if it does

  /// A frame in this one, in what this one is in.
  [[nodiscard]] Placement operator*(const Placement& inner) const;
  /// What this one is in, in this one.
  [[nodiscard]] Placement inverse() const { return {-axes.transpose() * at, axes.transpose()}; }
};

/// What a link looks like, or collides with.
struct RobotShape {
  enum class Kind { box, ellipsoid, cylinder, capsule, sphere };
  Kind kind{Kind::box};
  Vector3d size{Vector3d::Zero()};  ///< of a box or about an ellipsoid, m
  double radius{0.0};               ///< of the others, m
  double length{0.0};  ///< of a cylinder, or between the centres of a capsule's ends, along z, m
  Placement placement;
  std::shared_ptr<const RobotShape> capsule;  ///< of a box about a mesh: the capsule about it
};

/// A place on a link that has a name.
struct RobotFrame {
  std::string name;
  Placement placement;
};

struct RobotLink {
  std::string name;
  double mass{0.0};                    ///< kg
  Vector3d com{Vector3d::Zero()};      ///< m
  Matrix3d inertia{Matrix3d::Zero()};  ///< about the centre of mass in the link's axes, kg m²
  std::vector<RobotShape> shapes;
  std::vector<RobotFrame> frames;
  Placement shown;   ///< on the ground, with joints at their start; not of URDF's
  SourcePlace from;  ///< in the file
};

/// One that moves by another: value = multiplier other + offset.
struct RobotMimic {
  std::string joint;
  double multiplier{1.0};
  double offset{0.0};
};

struct RobotJoint {
  enum class Kind { fixed, revolute, prismatic, universal, spherical, screw, free };
  std::string name;
  Kind kind{Kind::fixed};
  std::string parent, child;
  Placement in_parent;                      ///< the joint's frame in the parent's
  Placement in_child;                       ///< and in the child's: at zero the two are one
  Vector3d axis{Vector3d::UnitX()};         ///< in the joint's frame, of length 1
  Vector3d second_axis{Vector3d::UnitY()};  ///< of a universal joint, on the child
  double lead{0.0};                         ///< of a screw, m a turn
  std::optional<double> lower, upper;       ///< rad or m
  double damping{0.0}, friction{0.0};       ///< N m s/rad or N s/m, N m or N
  double stiffness{0.0}, rest{0.0};         ///< of a spring on it, N m/rad or N/m, rad or m
  double armature{0.0};                     ///< of a rotor behind its gear, kg m² or kg
  std::optional<double> start;              ///< where the file shows it, if not at zero
  std::optional<double> stands;             ///< of a fixed one that could move: where
  std::optional<RobotMimic> mimic;
  SourcePlace from;  ///< in the file

  /// With one coordinate of its own.
  [[nodiscard]] bool has_coordinate() const {
    return kind == Kind::revolute || kind == Kind::prismatic || kind == Kind::screw;
  }
};

/// A joint and its share in a sum.
using RobotTerm = std::pair<std::string, double>;

/// A motor: on the sum of terms, or between two points.
struct RobotDrive {
  std::string name;
  std::vector<RobotTerm> of;
  std::array<std::pair<std::string, Vector3d>, 2> ends;  ///< link and place on it; if `of` is empty
  bool is_cable{false};
  double ratio{1.0};                                     ///< of the gear between it and the sum
  double low{-std::numeric_limits<double>::infinity()};  ///< of its force, in front of the gear
  double high{std::numeric_limits<double>::infinity()};
  std::optional<double> max_speed;  ///< of the motor
};

/// A sum of joint coordinates that stays what it is.
struct RobotCoupling {
  std::string name;
  std::vector<RobotTerm> of;
  double equals{0.0};
};

/// A spring on a sum of coordinates, or between two points.
struct RobotSpring {
  std::string name;
  std::vector<RobotTerm> of;
  std::array<std::pair<std::string, Vector3d>, 2> ends;
  double stiffness{0.0}, rest{0.0}, damping{0.0};
};

/// A robot as files of other programs tell it: links on joints, and what moves them.
struct Robot {
  std::string name;
  Vector3d gravity{0.0, 0.0, -9.81};  ///< m/s²
  std::vector<RobotLink> links;       ///< in the file's order
  std::vector<RobotJoint> joints;     ///< likewise
  std::string root;                   ///< the link that stands on the ground
  std::vector<RobotDrive> drives;
  std::vector<RobotCoupling> couplings;
  std::vector<RobotSpring> springs;
  std::string tool;                     ///< a link or frame; empty: the file says none
  std::vector<std::string> remarks;     ///< what was read and cannot be taken, a line each
  std::map<std::string, int> left_out;  ///< elements of the file that nothing is made of
};

/// Volume, centre and moments of a solid.
struct SolidVolume {
  double volume{0.0};                  ///< m³
  Vector3d centre{Vector3d::Zero()};   ///< m
  Matrix3d inertia{Matrix3d::Zero()};  ///< about the centre, of density 1, m⁵

  /// The same in what `placement` is in.
  [[nodiscard]] SolidVolume place(const Placement& placement) const;
};

/// Of a shape, in what its placement is in.
[[nodiscard]] SolidVolume find_solid(const RobotShape& shape);

/// Adds a body to a link: both masses about their common centre. @param inertia about `com`
void add_mass(RobotLink& link, double mass, const Vector3d& com, const Matrix3d& inertia);

/// Whether its coordinate is in m, not rad.
[[nodiscard]] bool slides(const RobotJoint& joint);

/// Whether it has an end at least.
[[nodiscard]] bool has_travel(const RobotJoint& joint);

/// Null if there is none.
[[nodiscard]] const RobotJoint* find_joint(const Robot& robot, const std::string& name);
[[nodiscard]] const RobotLink* find_link(const Robot& robot, const std::string& name);

/// What a motor on a joint can do: force or torque and speed at the joint, as far as they are told.
struct JointMotor {
  std::optional<double> effort{}, velocity{};
  double reduction{1.0};  ///< turns of the motor, or its travel, a turn of the joint
};

/// There are links and a joint that moves; names are each one's own, and joints' links are there.
/// @throws InputError naming the file, as the next two
void check_parts(const Robot& robot, const std::string& file);

/// All links hang on the one that stands, by joints.
void refuse_loose_links(const Robot& robot, const std::string& file);

/// No joint mimics itself, by way of others or not. All that are mimicked are there.
void refuse_circles(const Robot& robot, const std::string& file);

/// A joint stands at a value, and so does the one that it mimics; told in the remarks.
void stand(Robot& robot, const std::string& joint, double value);

/// Joints between links that other joints hold fast to each other: balls are left out, others
/// stand where they are shown; told in the remarks.
void leave_out_inner_joints(Robot& robot);

/// Joints whose travel is a single place other than 0, or that mimic another zero times, become
/// fixed there, and with them those that mimic them; told in the remarks.
void fix_what_stands(Robot& robot);

/// Takes joints that stand out of the sums of drives, springs and couplings; told in the remarks
/// where nothing is left.
void leave_out_what_stands(Robot& robot);

/// A joint becomes fixed at a value of its coordinate.
void fix_joint(RobotJoint& joint, double value);

/// Mimics of joints that are not there, or do not move, are left out; told in the remarks.
void leave_out_mimics(Robot& robot);

/// A drive on each joint with a coordinate that mimics none; what is not told is told in the
/// remarks. @param motors by name of the joint @param passive joints that have none
void add_joint_drives(Robot& robot, const std::map<std::string, JointMotor>& motors,
                      const std::set<std::string>& passive = {});

/// Universal joints that are in no loop, whose axes are not perpendicular, or that are named become
/// two revolute ones, NAME_1 and NAME_2, with a link without mass between them.
void split_universal_joints(Robot& robot, const std::set<std::string>& named = {});

/// The last frame or link off the ground that is called like a tool, if there is none yet; told in
/// the remarks.
void choose_tool(Robot& robot);

/// A slide that mimics the turning joint behind it, about one axis, with nothing but a link without
/// mass between them, becomes a screw with it, under the name of the latter.
void merge_screws(Robot& robot);

/// Links that hang together with the child of a joint when that is taken away.
[[nodiscard]] std::set<std::string> list_hanging(const Robot& robot, const RobotJoint& joint);

/// Links that hang together with one by other joints than those of bodies that float.
[[nodiscard]] std::set<std::string> list_held_together(const Robot& robot, const std::string& link);

/// Joints that are part of a loop.
[[nodiscard]] std::set<std::string> find_loops(const Robot& robot);

}  // namespace exchange
}  // namespace globaldyn::inside
