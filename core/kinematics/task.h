#pragma once

#include <string>
#include <vector>

#include "core/bodies/scalar_row.h"
#include "core/mechanism/mechanism.h"

namespace globaldyn::inside {
inline namespace core {

/// One coordinate that a path prescribes.
struct TaskCoordinate {
  enum class Kind {
    position,  ///< tool point, global axis `index`
    phi,       ///< angle of the tool's x axis in the global x-y plane
    cardan,    ///< Cardan angle `index` of the tool frame
    rotation,  ///< component `index` of the whole orientation; all three belong together
    joint,     ///< joint coordinate `joint`
    drive,     ///< coordinate q_k of `drive`
  };
  Kind kind{Kind::position};
  int index{0};
  CoordinateIndex joint{};
  DriveId drive{};

  bool operator==(const TaskCoordinate&) const = default;
};

/// What is prescribed at one p: per task coordinate the value and the first and second
/// derivative with respect to p. For `rotation` the value is the matrix R_WT; the derivatives are
/// the components of the angular velocity and acceleration of the target frame.
struct TaskTarget {
  VectorXd value;
  VectorXd first;
  VectorXd second;
  Matrix3d rotation{Matrix3d::Identity()};
};

/// What is prescribed and at which values. No coordinates: the joints alone.
struct Task {
  std::vector<TaskCoordinate> coordinates;
  TaskTarget target;

  [[nodiscard]] int size() const { return static_cast<int>(coordinates.size()); }
};

/// "x", "phi_y", "rotation about z", "joint A1", "drive F1": for messages.
[[nodiscard]] std::string name_of(const Mechanism& mechanism, const TaskCoordinate& coordinate);

/// Whether it is an angle (rad) rather than a length (m).
[[nodiscard]] bool is_rotational(const Mechanism& mechanism, const TaskCoordinate& coordinate);

/// The row of a task coordinate, value = coordinate - target (angles wrapped to (-pi, pi]).
/// `k` is the coordinate's index in the target.
[[nodiscard]] ScalarRow make_task_row(const Mechanism& mechanism, const TaskCoordinate& coordinate,
                                      const TaskTarget& target, int k, const KinematicState& state);

}  // namespace core
}  // namespace globaldyn::inside
