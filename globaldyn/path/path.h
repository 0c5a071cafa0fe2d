#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/constants.h"
#include "core/bodies/pose.h"
#include "core/kinematics/task.h"
#include "core/kinematics/task_function.h"
#include "globaldyn/path/curves.h"
#include "globaldyn/path/free_run.h"
#include "globaldyn/path/open_coordinates.h"
#include "globaldyn/path/path_formula.h"
#include "globaldyn/path/path_pieces.h"

namespace globaldyn::inside {
inline namespace path {

/// A p at which the machine comes to rest, and for how long (s).
struct PathStop {
  double p{0.0};
  double duration{0.0};
};

/// The tool's speed limited over a part of the path.
struct PathSpeedLimit {
  double from{0.0};
  double to{0.0};
  double speed{0.0};  ///< m/s
};

/// The acceleration of the tool's origin limited over a part of the path, m/s²; infinite: none.
struct PathAccelerationLimit {
  double from{0.0};
  double to{0.0};
  double along{kInfinity};   ///< its component in the direction of the path
  double across{kInfinity};  ///< its component perpendicular to that
  double all{kInfinity};     ///< its length
};

/// The jerk of the tool's origin limited over a part of the path: the length of the vector.
struct PathJerkLimit {
  double from{0.0};
  double to{0.0};
  double jerk{kInfinity};  ///< m/s³
};

struct Path;

/// A motion that is given: the path's p is the time since its start, s, and d1 = 1.
struct GivenMotion {
  std::string law;                            ///< its name: poly5, ..., speed
  std::shared_ptr<const Path> path;           ///< over its own p
  std::function<double(double p)> find_time;  ///< when that p is reached
};

/// R(p) of a machine file: what the tool, the joints or the drives must do for 0 <= p <= p_max.
struct Path {
  std::string name;
  double p_max{1.0};
  std::vector<TaskCoordinate> coordinates;  ///< what is prescribed
  TaskFunction task;                        ///< values and derivatives at p
  CurveSteps steps;                         ///< inside the path
  std::vector<PathStop> stops;              ///< increasing, at its ends as well
  std::vector<PathSpeedLimit> speed_limits;
  std::vector<PathAccelerationLimit> acceleration_limits;
  PathFormulas formulas;  ///< all that `task` is made of, as far as it is made of formulas
  SourcePlace place;      ///< in the file, for messages
  Pose start{};           ///< of the machine at p = 0; empty: as it can be assembled there
  std::optional<GivenMotion> given{};                ///< if it is not to be planned
  std::optional<FreeRun> run{};                      ///< as long as that is still to be found
  std::vector<PathJerkLimit> jerk_limits{};          ///< hold for planned motions
  std::function<double(double p)> place_of_loads{};  ///< none: p itself
  std::vector<OpenCoordinate> open{};                ///< what is left to choose, with its values
  std::vector<PathPiece> pieces{};                   ///< of a position by lines and arcs alone
  /// The task with other values of these; only if there are any.
  std::function<TaskFunction(const std::vector<OpenCoordinate>& open)> make_task{};

  /// At which p loads are taken where the path's is this.
  [[nodiscard]] double find_load_place(double p) const {
    return place_of_loads ? place_of_loads(p) : p;
  }

  /// N equally spaced values of p including both ends (N >= 2), or just 0 for N = 1.
  [[nodiscard]] std::vector<double> make_samples(int count) const;
};

}  // namespace path
}  // namespace globaldyn::inside
