#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/constants.h"
#include "core/base/ids.h"
#include "core/expression/expression.h"
#include "core/joints/coupling.h"
#include "core/mechanism/drive_limit.h"
#include "core/mechanism/force_curve.h"
#include "core/mechanism/tool_wrench.h"

namespace globaldyn::inside {
inline namespace core {

/// What a drive, a spring or a damper acts on: a joint coordinate, a sum of joint coordinates, or a
/// distance.
using ActingCoordinate = std::variant<CoordinateIndex, CoordinateSum, PointPair>;

/// A drive. Its force n_k does the work n_k dq_k on the mechanism, with q_k = sign * the
/// coordinate it acts on: sign = -1 for a cable, so that tension is positive.
struct Drive {
  enum class Kind { joint, linear_motor, cable };

  std::string name;
  Kind kind{Kind::joint};
  ActingCoordinate coordinate;
  bool rotational{false};    ///< q_k in rad and n_k in N m, otherwise m and N
  bool rotary_motor{false};  ///< the motor rotates and is rated in N m, otherwise it slides
  double ratio{1.0};         ///< motor rotation (or travel) per q_k
  /// Of the gear: where the motor drives the load, what is left of its force behind the gear.
  double efficiency{1.0};
  /// Where the load drives the motor, what is left of its force in front of the gear; not above 0:
  /// the gear locks itself, so that the motor must help the load on.
  double efficiency_back{1.0};
  double reflected_inertia{0.0};  ///< kg m^2 or kg at q_k: rotor inertia times ratio^2
  double viscous{0.0};            ///< N m s/rad or N s/m at q_k, >= 0
  double coulomb{0.0};            ///< N m or N at q_k, >= 0
  /// Of the drive with its motor held, N m/rad or N/m at q_k; infinite: rigid. Used by stiffness
  /// criteria only.
  double stiffness{kInfinity};
  DriveLimit limit;

  [[nodiscard]] double sign() const { return kind == Kind::cable ? -1.0 : 1.0; }
};

/// Forces, rates and coordinates of drives have a row each in their order: see row_of().
using Drives = IdVector<DriveId, Drive>;

/// A spring with a parallel damper and a force by a curve: on its coordinate together
/// -stiffness (q - rest) - damping q_dot + curve(over, or q).
struct Spring {
  std::string name;
  ActingCoordinate coordinate;
  double stiffness{0.0};
  double rest{0.0};
  double damping{0.0};
  ForceCurve curve;                     ///< no points: there is none
  std::optional<CoordinateIndex> over;  ///< what the curve is over; none: its own coordinate

  [[nodiscard]] bool has_curve() const { return !curve.points.empty(); }
  /// Whether the curve's force depends on where the machine is.
  [[nodiscard]] bool is_bent() const { return curve.points.size() > 1; }
};

/// All bodies of a mechanism, the ground first.
using Bodies = IdVector<BodyId, Body>;

/// The tool frame on its body, relative to the body's centre of mass.
struct Tool {
  BodyId body;
  Frame frame;
};

/// A condition the assembled pose must meet: `expression`, of the pose's variables, is within
/// `range`. The variables are those of list_pose_variables().
struct BranchCondition {
  std::string text;  ///< as text for users
  Expression expression;
  Interval range;
};

/// A point or coordinate of the assembled machine that branch conditions can name.
struct PoseVariable {
  std::string name;
  std::variant<CoordinateIndex, BodyPoint> source;
  int axis{0};  ///< of a point: 0, 1, 2 for x, y, z
};

/// The mathematical model of a machine: bodies, joints, drives, loads. Immutable once read;
/// independent of paths, limits and designs.
struct Mechanism {
  std::string name;
  Bodies bodies;
  Joints joints;
  std::vector<Coupling> couplings;
  Drives drives;
  std::vector<Spring> springs;
  Vector3d gravity{Vector3d::Zero()};  ///< m/s^2
  bool has_gravity{false};             ///< somebody has said which, even if none
  double payload_mass{0.0};            ///< kg, of what the tool carries; contained in its body's
  std::optional<Tool> tool;
  std::vector<ToolWrench> wrenches;
  std::vector<PoseVariable> pose_variables;
  std::vector<BranchCondition> branch;
  int restarts{200};                 ///< how many other guesses assembly may try
  int counted_angles{0};             ///< see number_counted_angles()
  std::vector<std::string> remarks;  ///< on what the file may have meant otherwise

  /// The machine's size, by which criteria and rounding thresholds of forces compare metres with
  /// radians: see calc_characteristic_length().
  double characteristic_length{1.0};
  /// The same for positions: where their equations are solved, steps measured, ranks decided. See
  /// calc_kinematic_length().
  double kinematic_length{1.0};

  [[nodiscard]] int body_count() const { return static_cast<int>(bodies.size()) - 1; }
  [[nodiscard]] int drive_count() const { return static_cast<int>(drives.size()); }
};

/// Numbers the joint angles for which it matters in which of their turns they are: those that a
/// pose tells only up to full turns and whose travel is limited, or on which a spring acts.
void number_counted_angles(Mechanism& mechanism);

/// Calls visit(index, place in Pose::angles) for each of them.
template <class Visit>
void visit_counted_angles(const Mechanism& mechanism, const Visit& visit) {
  if (mechanism.counted_angles == 0) return;
  for (const JointId j : mechanism.joints.ids()) {
    const std::vector<int>& counted = mechanism.joints[j].counted;
    for (std::size_t c = 0; c < counted.size(); ++c) {
      if (counted[c] < 0) continue;
      visit(CoordinateIndex{j, static_cast<int>(c)}, static_cast<std::size_t>(counted[c]));
    }
  }
}

/// "J1" or "J1.angle": the joint's name, with the coordinate's where it has more than one.
[[nodiscard]] std::string name_of(const Mechanism& mechanism, const CoordinateIndex& index);

/// The largest distance of a joint, drive or tool point from its body's centre of mass, or 1 m
/// if all are zero.
[[nodiscard]] double calc_characteristic_length(const Mechanism& mechanism);

/// The largest of: that length, the largest radius of gyration of a body (up to 1 m), and a
/// twentieth of the longest travel of a slide (of 1 m if it has no ends).
[[nodiscard]] double calc_kinematic_length(const Mechanism& mechanism);

}  // namespace core
}  // namespace globaldyn::inside
