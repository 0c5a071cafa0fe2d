#pragma once

#include <cstddef>
#include <vector>

#include "optimize/refinement/design_probe.h"
#include "optimize/refinement/scalar_search.h"
#include "optimize/search/design_space.h"
#include "optimize/search/evaluations.h"

namespace globaldyn::inside {
inline namespace refinement {

/// How a front is refined. All of it affects the course.
struct FrontRefinementOptions {
  std::vector<std::size_t> points;      ///< refined ones, by index in the front; empty: all
  bool with_epsilon{true};              ///< minimises one objective after the other …
  std::vector<std::size_t> objectives;  ///< … these, in this order; empty: all
  bool with_chebyshev{true};            ///< minimises all objectives at once; comes first
  std::size_t budget{200};              ///< designs per point, shared by its problems
  double first_step{0.05};              ///< as a share of each variable's range
  double last_step{1e-3};               ///< a search ends when its steps are smaller, as a share
  double min_gain{1e-3};                ///< a point that gained less, in ranges of the front, in
                                        ///< one round of its problems gets no further round
  std::size_t width{8};                 ///< points refined at once
};

/// The result for one point of a front.
struct RefinedPoint {
  ProbedDesign point;          ///< dominates the one it replaces, or is that one
  std::vector<double> gains;   ///< by how much each objective fell, in its own unit, >= 0; empty if
                               ///< the point was infeasible
  std::size_t evaluations{0};  ///< designs asked for
  SearchEnd end{SearchEnd::not_run};  ///< of its last search; stopped: the budget or the designs
                                      ///< ran out
};

/// A refined front.
struct FrontRefinement {
  std::vector<RefinedPoint> points;  ///< in the order of the front that was given
  /// Hypervolumes before and after, of feasible points, in objectives scaled by the front's ranges
  /// (make_front_scales()), with the reference point 0.1 beyond the worst value of each objective
  /// before. 0 if no point is feasible.
  double hypervolume_before{0.0};
  double hypervolume_after{0.0};
  std::size_t evaluations{0};
};

/// Moves points of a front, each by itself and up to `width` side by side, towards the true front
/// by local searches (COBYLA, Powell 1994) among the designs around them: see FrontProblem.
/// A point is replaced only by a feasible design that dominates it, so the front that results
/// dominates or equals the one given, point by point. Points that are infeasible, and variables
/// that are not continuous, stay as they are.
///
/// @param front with outcomes; feasible ones have the same number of objectives
/// @throws what `evaluations` throws
[[nodiscard]] FrontRefinement refine_front(const DesignSpace& space,
                                           const std::vector<ProbedDesign>& front,
                                           const FrontRefinementOptions& options,
                                           Evaluations& evaluations);

}  // namespace refinement
}  // namespace globaldyn::inside
