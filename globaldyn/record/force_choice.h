#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/interval.h"
#include "globaldyn/limits/limit_rows.h"

namespace globaldyn::inside {
inline namespace record {

/// Which of the drive forces that give the same motion to choose, if there are more drives than
/// degrees of freedom.
enum class ForceChoice {
  minimum,  ///< the minimum norm within the limits
  preload,  ///< closest to given forces
  smooth,   ///< changing least from sample to sample
};

/// The drive forces of a motion at one instant, n = particular + V y, and what limits them.
struct ForceProblem {
  VectorXd particular;  ///< m: of minimum norm
  MatrixXd V;           ///< m x r
  LimitSystem limits;
  double d1{0.0};
  double d2{0.0};
  VectorXd stictions;                ///< m: how much of a force friction may take, either way
  std::vector<Interval> motors;      ///< m: what the motors of drives under such friction can exert
  VectorXd per_d2;                   ///< m: change of the particular forces per d2; for `d2_range`
  std::optional<Interval> d2_range;  ///< the accessible d2 at d1, if known; ends may be infinite
};

/// How forces keep their limits.
struct ChosenForces {
  VectorXd forces;        ///< m
  double violation{0.0};  ///< the largest violation of a limit, relative to its size: half of its
                          ///< range, or the limit itself if it has only one side
};

/// The forces closest to `wanted` (m) within the limits; if there are none, within limits widened
/// by the smallest share of their size for which there are forces, to 2 % of that share or 1e-12.
/// Where friction at rest may take a part of them, it is what is left for the motors that is
/// closest to `wanted`; the forces are those of both together.
[[nodiscard]] ChosenForces choose_forces(const ForceProblem& problem, const VectorXd& wanted);

/// The same, except where d2 is nearly as large, or small, as possible (ForceProblem::d2_range).
/// There the set of forces within the limits is small, yet may be long: the closest ones would jump
/// back and forth with the slightest error of a plan's d2. Instead they are interpolated linearly
/// between the forces closest to `wanted` at both ends of the accessible d2.
[[nodiscard]] ChosenForces choose_steady_forces(const ForceProblem& problem,
                                                const VectorXd& wanted);

/// The work of making forces smooth, in sides of limits as PathPlanOptions::work.
struct SmoothingWork {
  std::size_t allowed{0};  ///< 0: as much as it takes
  std::size_t done{0};
  bool is_short{false};  ///< forces would be smoother with more
};

/// For each of a motion's instants, according to the choice. `preload` (m) is only used if asked
/// for. `smooth`, of forces with what friction takes of them, minimises the sum of squared changes
/// from one instant to the next, proceeding from few instants to all. What `work` allows is shared
/// by all calls with it; where it does not last, forces are drawn to their neighbours less often,
/// and not at all of a spent one: then they are those of minimum norm.
[[nodiscard]] std::vector<ChosenForces> choose_all_forces(const std::vector<ForceProblem>& problems,
                                                          ForceChoice choice,
                                                          const VectorXd& preload,
                                                          SmoothingWork* work = nullptr);

}  // namespace record
}  // namespace globaldyn::inside
