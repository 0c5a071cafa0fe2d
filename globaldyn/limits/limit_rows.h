#pragma once

#include <memory>
#include <string>
#include <vector>

#include "globaldyn/forces/drive_force_map.h"
#include "globaldyn/limits/drive_limits.h"
#include "globaldyn/limits/reaction_limits.h"

namespace globaldyn::inside {
inline namespace limits {

/// Which of the two sides of a limit.
enum class LimitSide { min, max };

/// What a row limits.
enum class LimitKind {
  force,         ///< a drive's force or torque
  tension,       ///< of a cable, where it differs from the motor's force
  transmitted,   ///< what of a drive's force reaches the mechanism
  preload,       ///< the part of a drive's force that does no work
  line,          ///< a motor's torque-speed line
  speed,         ///< a drive's speed, or the tool's
  acceleration,  ///< of a drive, of a joint's coordinate or of the tool
  reaction,      ///< a reaction in a joint
};

/// What a row is called in results.
struct LimitLabel {
  std::string name;
  LimitKind kind{LimitKind::force};
  bool is_of_cable{false};  ///< a force or tension, so that no lower limit below zero would help
  /// A further row of the limit of the last one before it with this name and kind that is not: a
  /// side of the polygon that stands for a circle, a motor's force the other way through its gear.
  bool is_continued{false};

  bool operator==(const LimitLabel&) const = default;
};

/// The labels of all rows, shared by all regions of a machine; never changed once made.
using LimitLabels = std::shared_ptr<const std::vector<LimitLabel>>;

/// One limited quantity: low <= alpha d1² + beta d1 + gamma + delta d2 + v.y <= high.
/// Limits are rows, not drives: one drive may have several.
struct LimitRow : MotionPolynomial {
  VectorXd v;        ///< r
  double low{0.0};   ///< -infinity if there is none
  double high{0.0};  ///< +infinity if there is none
};

/// Everything that bounds (d1, d2) at one p.
struct LimitSystem {
  LimitLabels labels;  ///< of the rows
  std::vector<LimitRow> rows;
  std::vector<MotionPolynomial> equalities;  ///< that must be zero
  int redundancy{0};                         ///< r, the size of every v
};

/// The labels of the rows of make_limit_system(): the force limits of all drives, then drive by
/// drive further rows of a force behind a gear with losses, the tension of a cable with losses, its
/// torque-speed line, its speed and its acceleration, if it has them; those of joints, if any;
/// bounds on reactions, if any, last.
[[nodiscard]] LimitLabels make_limit_labels(const Drives& drives,
                                            const std::vector<ReactionLimit>& reactions = {},
                                            const std::vector<LimitLabel>& of_joints = {});

/// The limits of the drives as rows, and the equalities of the map. A drive standing still under
/// Coulomb friction may exert its limit plus or minus the friction; see also GearPart.
[[nodiscard]] LimitSystem make_limit_system(const Drives& drives, const DriveForceMap& map);

/// The same into an existing system of these drives: its labels stay, and rows of reactions are
/// left to write_reactions().
void update_limit_system(const Drives& drives, const DriveForceMap& map, LimitSystem& system);

/// The lower limit of a row after lowering it by `by`: that of a cable stays at zero, because no
/// cable pushes, however strong its motor.
[[nodiscard]] double lower_limit(double low, double by, const LimitLabel& label);

/// Fills in the rows of bounds on reactions, the last of the system.
void write_reactions(const std::vector<ReactionLimit>& limits,
                     const std::vector<Reaction>& reactions, LimitSystem& system);

}  // namespace limits
}  // namespace globaldyn::inside
