#pragma once

#include <string>
#include <vector>

#include "globaldyn/evaluation/sample_maker.h"
#include "globaldyn/maps/request/columns.h"
#include "globaldyn/maps/request/grid.h"
#include "globaldyn/sweep/sweep.h"

namespace globaldyn::inside {
inline namespace maps {

/// One criterion over a whole map.
struct MapColumn {
  MapColumnPlan plan;
  std::vector<double> values;  ///< per pose; where not ok, the criterion's value for that case
};

/// A single number computed from a map.
struct Reduction {
  std::string name;
  std::string column;
  ReductionKind kind{ReductionKind::min};
  double value{0.0};  ///< NaN if there is no pose to take it from
  std::string unit;
};

/// Criteria over a grid of poses. Poses are numbered as in MapGrid.
struct WorkspaceMap {
  std::string machine;
  MapDescription description;
  std::vector<std::size_t> shape;    ///< number of orientations, then of points per axis
  std::vector<SampleStatus> status;  ///< per pose
  std::vector<std::string> reason;   ///< per pose, if not ok
  /// Per pose: the criterion drive_margin, with the sign of det W if there are as many drives as
  /// degrees of freedom, so that parallel singularities lie where it changes sign. 0 where not ok.
  std::vector<double> signed_margin;
  std::vector<MapColumn> columns;
  /// Per pattern and pose: 1 if the machine can run all of the pattern's paths there.
  std::vector<std::vector<unsigned char>> pattern_fits;
  std::vector<Reduction> reductions;  ///< min, mean and max of every column, then the file's

  [[nodiscard]] std::size_t count(SampleStatus wanted) const;

  /// Whether a column's value at a pose is the machine's own, not the criterion's value for out of
  /// reach: the pose is ok and the column's pattern, if it has one, fits.
  [[nodiscard]] bool has_own_value(const MapColumn& column, std::size_t pose) const;
};

struct MapOptions {
  EvaluationMethod method;
  SweepOptions sweep;
};

/// Evaluates a map of the machine. The result does not depend on the number of threads.
/// @throws InputError if it prescribes too much or too little, AssemblyError if the machine cannot
///   be assembled at all, Interrupted if cancelled.
[[nodiscard]] WorkspaceMap make_map(const Machine& machine, const MapDescription& description,
                                    const MapOptions& options = {});

}  // namespace maps
}  // namespace globaldyn::inside
