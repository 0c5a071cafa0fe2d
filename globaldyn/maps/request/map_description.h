#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/kinematics/task.h"
#include "globaldyn/criteria/criterion.h"

namespace globaldyn::inside {
inline namespace maps {

/// A coordinate of the grid: `count` equally spaced values, both ends included.
struct MapAxis {
  std::string name;  ///< x, y, z, phi or a joint coordinate
  TaskCoordinate coordinate;
  bool rotational{false};  ///< rad, otherwise m
  double from{0.0};
  double to{0.0};
  int count{1};

  [[nodiscard]] double value(int i) const {
    return i == count - 1 && count > 1 ? to : from + (to - from) * i / std::max(1, count - 1);
  }
  [[nodiscard]] double step() const { return count > 1 ? (to - from) / (count - 1) : 0.0; }
};

/// A coordinate that has one value all over the map.
struct FixedCoordinate {
  TaskCoordinate coordinate;
  double value{0.0};  ///< m or rad
};

/// One orientation of the tool; maps may have several.
struct MapOrientation {
  std::string name;
  std::optional<double> phi;         ///< rad, or
  std::optional<Matrix3d> rotation;  ///< the whole
  /// The one before, turned about an axis of the tool that is free: of all these the best counts.
  bool is_turned{false};
};

/// A set of paths through or about each pose of the map, with p in metres, so that d1 is the
/// tool's speed; the tool keeps its orientation.
struct PatternDescription {
  enum class Kind { lines, circle };

  std::string name;
  Kind kind{Kind::lines};
  std::vector<Vector3d> directions;  ///< lines: units; each begins at the pose and is `length` long
  double length{0.0};                ///< lines: m; 0: evaluated only at the pose itself
  double radius{0.0};                ///< circle: m, about the pose
  std::vector<std::pair<int, int>> planes;  ///< circle: axes of each plane, from the first to the
                                            ///< second
  int samples{1};                           ///< per line or circle
  double speed{0.0};                        ///< m/s at which d2 is evaluated
};

/// A column of the map: a criterion of the pose.
struct CriterionRequest {
  std::string name;
  const Criterion* criterion{nullptr};
  PoseSettings settings;
};

/// How the values over a whole map become one number.
enum class ReductionKind {
  min,
  max,
  mean,
  quantile,
  share,    ///< of the grid's poses where the condition holds
  measure,  ///< length, area or volume where it holds
  ball,     ///< radius of the largest circle or sphere inside which it holds
  box,      ///< measure of the largest box along the axes inside which it holds
};

[[nodiscard]] const char* to_string(ReductionKind kind);

struct ReductionRequest {
  std::string name;
  std::string column;
  ReductionKind kind{ReductionKind::min};
  double quantile{0.5};
  std::optional<double> above;  ///< the condition: value >= above
  std::optional<double> below;  ///< or value <= below
  bool over_grid{false};  ///< min, max, mean, quantile: poses out of reach count as well, with the
                          ///< criterion's value for them
};

/// A map of the machine file: what is evaluated where.
struct MapDescription {
  std::string name;
  std::vector<MapAxis> axes;  ///< 1 to 3
  std::vector<FixedCoordinate> fixed;
  std::vector<MapOrientation> orientations;  ///< at least one; without phi or rotation: free
  std::vector<VectorXd> seeds;               ///< values along the axes where the search begins
  int searches{8};  ///< poses not reached at which the machine is assembled again
  std::vector<CriterionRequest> criteria;
  std::vector<PatternDescription> patterns;
  std::vector<ReductionRequest> reductions;
  SourcePlace place;

  /// What the poses of the map prescribe: the axes, the fixed coordinates, the orientation.
  [[nodiscard]] std::vector<TaskCoordinate> list_coordinates() const;
};

}  // namespace maps
}  // namespace globaldyn::inside
