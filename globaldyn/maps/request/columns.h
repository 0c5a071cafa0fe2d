#pragma once

#include <optional>
#include <string>
#include <vector>

#include "globaldyn/maps/request/map_description.h"

namespace globaldyn::inside {
inline namespace maps {

/// How the values over the paths of a pattern are combined at one pose.
enum class PatternTake { worst, best, mean };

[[nodiscard]] const char* to_string(PatternTake take);

/// A column of a map before it has values: a criterion of the pose, or of a pattern's paths.
struct MapColumnPlan {
  std::string name;
  const Criterion* criterion{nullptr};
  PoseSettings settings;       ///< of the pose
  std::optional<int> pattern;  ///< number in the map; none: of the pose
  PatternTake take{PatternTake::worst};
};

/// All columns of a map in their order: criteria of the pose, then by pattern and criterion
/// PATTERN.CRITERION.worst, .best, .mean.
[[nodiscard]] std::vector<MapColumnPlan> list_columns(
    const std::vector<CriterionRequest>& criteria, const std::vector<PatternDescription>& patterns);

/// The unit, in SI, of what a reduction makes of a column: of its criterion, or of the grid where a
/// condition holds.
[[nodiscard]] std::string find_reduction_unit(const std::vector<MapAxis>& axes,
                                              const Criterion& criterion, ReductionKind kind);

}  // namespace maps
}  // namespace globaldyn::inside
